// The memories that took one another's place: a small graph, and a list as its twin.

import type { JSX } from "preact";
import { useQuery, type Query } from "../../core/query.ts";
import { link } from "../../core/route.ts";
import { bound } from "../../core/times.ts";
import { MemoryChainDocument, type MemoryChainQuery } from "../../generated/graphql.ts";
import { Slot, Speaker, Status } from "../../parts/claim.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { cut } from "../../parts/text.tsx";
import { Interval } from "../../parts/time.tsx";

type Link = MemoryChainQuery["supersessionChain"][number];

const ROW = 56;
const WIDTH = 340;
const LEFT = 24;
const RADIUS = 6;

export const useChain = (id: string): Query<MemoryChainQuery> =>
  useQuery(MemoryChainDocument, { id });

export function Chain({ id, query }: { id: string; query: Query<MemoryChainQuery> }): JSX.Element {
  return (
    <section>
      <h2>Replaced and replaced by</h2>
      <Answered query={query}>
        {({ supersessionChain: links }) =>
          links.length < 2 ? (
            <Empty>Replaced nothing; not replaced.</Empty>
          ) : (
            <div class="chain">
              <Drawing links={links} id={id} />
              <ol>
                {links.map((one) => (
                  <Step key={one.id} of={one} here={one.id === id} />
                ))}
              </ol>
            </div>
          )
        }
      </Answered>
    </section>
  );
}

function Step({ of, here }: { of: Link; here: boolean }): JSX.Element {
  const { id, text, status, validFrom, supersededReason } = of;
  return (
    <li aria-current={here}>
      {here ? (
        <strong>
          <Slot {...of} />
        </strong>
      ) : (
        <Slot {...of} />
      )}{" "}
      <Status of={status} />
      <p class="quiet">
        {validFrom && (
          <>
            <Interval span={{ ...of, validFrom }} />,{" "}
          </>
        )}
        <Speaker of={of} />
        {supersededReason && `; replaced: ${supersededReason.toLowerCase()}`}
        {!here && (
          <>
            {" "}
            <a href={link(["memory", id])} aria-label={`Why: ${cut(text, 80)}`}>
              Why
            </a>
          </>
        )}
      </p>
    </li>
  );
}

// Each memory a point, the oldest above; a line from each to the one that took its place.
function Drawing({ links, id }: { links: readonly Link[]; id: string }): JSX.Element {
  const rows = new Map(links.map((one, row) => [one.id, row]));
  const height = ROW * links.length;
  return (
    <svg
      width={WIDTH}
      height={height}
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label="The chain as a drawing; the list beside it says the same"
    >
      {links.map((one, row) => {
        const to = one.supersededBy ? rows.get(one.supersededBy.id) : undefined;
        return to === undefined ? null : (
          <Edge key={one.id} from={row} to={to} reason={one.supersededReason} />
        );
      })}
      {links.map((one, row) => (
        <g key={one.id} class={one.id === id ? "point here" : "point"}>
          <circle cx={LEFT} cy={middle(row)} r={RADIUS} />
          <text x={LEFT + 16} y={middle(row) + 4}>
            {labelOf(one)}
          </text>
        </g>
      ))}
    </svg>
  );
}

function Edge({
  from,
  to,
  reason,
}: {
  from: number;
  to: number;
  reason: string | null | undefined;
}): JSX.Element {
  const [start, end] = [middle(from) + RADIUS, middle(to) - RADIUS];
  // What skips others goes around them.
  const aside = to - from > 1 ? LEFT - 22 : LEFT;
  return (
    <g class="edge">
      <path
        d={`M${LEFT} ${start} C${aside} ${start + 14} ${aside} ${end - 14} ${LEFT} ${end}`}
        fill="none"
      />
      <path d={`M${LEFT - 4} ${end - 7} L${LEFT} ${end} L${LEFT + 4} ${end - 7}`} fill="none" />
      {reason && (
        <text x={LEFT + 16} y={start + 20}>
          {reason.toLowerCase()}
        </text>
      )}
    </g>
  );
}

function middle(row: number): number {
  return ROW * row + 14;
}

function labelOf({
  value,
  target,
  negative,
  validFrom,
  validFromText,
  validFromPrecision,
  text,
}: Link): string {
  const said = target?.name ?? value ?? text;
  const short = said.length > 26 ? `${cut(said, 26)}…` : said;
  // Isolated, so that its direction ends with it.
  const since = validFrom ? `, ${bound(validFrom, validFromText, validFromPrecision)}` : "";
  return `${negative ? "not " : ""}\u2068${short}\u2069${since}`;
}

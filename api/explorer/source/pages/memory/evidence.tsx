// The words that a memory rests on, each within what was said before and after it.

import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { useQuery, type Query } from "../../core/query.ts";
import {
  MemoryEvidenceDocument,
  type GroundingVerdict,
  type MemoryEvidenceQuery,
} from "../../generated/graphql.ts";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Text } from "../../parts/text.tsx";
import { Time } from "../../parts/time.tsx";

type Quoted = NonNullable<MemoryEvidenceQuery["memory"]>["evidence"][number];
type Turn = Quoted["episode"]["turns"][number];

const VERDICTS: Record<GroundingVerdict, readonly [Tone, string]> = {
  SUPPORTED: ["good", "The words say it"],
  PARTIAL: ["warn", "The words say a part of it"],
  UNKNOWN: ["plain", "It was not judged whether the words say it"],
  NOT_SUPPORTED: ["bad", "The words do not say it"],
};
// Characters around the quoted words that are shown of a long turn.
const AROUND = 400;

export const useEvidence = (id: string): Query<MemoryEvidenceQuery> =>
  useQuery(MemoryEvidenceDocument, { id });

export function Evidence({ query }: { query: Query<MemoryEvidenceQuery> }): JSX.Element {
  return (
    <section>
      <h2>Evidence</h2>
      <Answered query={query}>
        {({ memory }) => {
          const quoted = memory?.evidence ?? [];
          if (quoted.length === 0) {
            return (
              <Empty>No words are kept for it: it was stated as it is, not read from text.</Empty>
            );
          }
          return byEpisode(quoted).map((of) => <Conversation key={of[0]?.episode.id} of={of} />);
        }}
      </Answered>
    </section>
  );
}

function byEpisode(quoted: readonly Quoted[]): Quoted[][] {
  const found = new Map<string, Quoted[]>();
  for (const one of quoted) {
    found.set(one.episode.id, [...(found.get(one.episode.id) ?? []), one]);
  }
  return [...found.values()];
}

function Conversation({ of }: { of: readonly Quoted[] }): JSX.Element {
  const [first] = of;
  if (first === undefined) return <></>;
  const { episode } = first;
  return (
    <>
      <ol class="turns" aria-label={`What was said in ${episode.session ?? "no session"}`}>
        {episode.turns.map((turn) => (
          <Said key={turn.id} turn={turn} quoted={turn.id === episode.id ? of : []} />
        ))}
      </ol>
      {episode.session && (
        <p class="quiet">
          Session <Text short={80}>{episode.session}</Text>
        </p>
      )}
    </>
  );
}

function Said({ turn, quoted }: { turn: Turn; quoted: readonly Quoted[] }): JSX.Element {
  const own = quoted.length > 0;
  return (
    <li class={own ? "own" : undefined} aria-current={own}>
      <p class="quiet">
        <Text short={60}>{turn.speaker ?? turn.sourceKind.toLowerCase()}</Text>,{" "}
        <Time at={turn.occurredAt} />
        {quoted.map(({ verdict, start }) => (
          <>
            {" "}
            <Badge key={start} tone={VERDICTS[verdict][0]} title={VERDICTS[verdict][1]}>
              {verdict.toLowerCase().replace("_", " ")}
            </Badge>
          </>
        ))}
      </p>
      <p>{own ? <Marked text={turn.text} spans={quoted} /> : <Text>{turn.text}</Text>}</p>
    </li>
  );
}

// The text with the quoted characters marked. Places count characters as the service does, by code
// points: one beyond the basic plane is one, not two.
function Marked({
  text,
  spans,
}: {
  text: string;
  spans: readonly { start: number; end: number }[];
}): JSX.Element {
  const [whole, setWhole] = useState(false);
  const points = Array.from(text);
  const merged = disjoint(spans, points.length);
  const first = merged[0]?.start ?? 0;
  const last = merged.at(-1)?.end ?? points.length;
  const from = whole ? 0 : Math.max(0, first - AROUND);
  const to = whole ? points.length : Math.min(points.length, last + AROUND);
  const parts: ComponentChildren[] = [];
  let at = from;
  for (const { start, end } of merged) {
    parts.push(points.slice(at, start).join(""));
    parts.push(<mark key={start}>{points.slice(start, end).join("")}</mark>);
    at = end;
  }
  parts.push(points.slice(at, to).join(""));
  return (
    <>
      <bdi class="text">
        {from > 0 && "…"}
        {parts}
        {to < points.length && "…"}
      </bdi>
      {(from > 0 || to < points.length) && (
        <>
          {" "}
          <button type="button" class="more" onClick={() => setWhole(true)}>
            all {points.length.toLocaleString("en")} characters
          </button>
        </>
      )}
    </>
  );
}

function disjoint(
  spans: readonly { start: number; end: number }[],
  length: number,
): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const { start, end } of [...spans].sort((one, other) => one.start - other.start)) {
    const last = found.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else found.push({ start, end: Math.min(end, length) });
  }
  return found;
}

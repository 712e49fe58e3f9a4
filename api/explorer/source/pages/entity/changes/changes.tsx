// What changed between two states of knowledge, as a list and along valid time.

import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Refusal } from "../../../core/client.ts";
import { useQuery } from "../../../core/query.ts";
import { asOf, changed, link, type Route } from "../../../core/route.ts";
import { useStream } from "../../../core/stream.ts";
import { editable } from "../../../core/times.ts";
import {
  EntityDiffDocument,
  EntityTimelineDocument,
  type TimeBeliefFragment,
} from "../../../generated/graphql.ts";
import { Point } from "../../../parts/as_of_bar.tsx";
import { Badge, type Tone } from "../../../parts/badge.tsx";
import { Value } from "../../../parts/belief.tsx";
import { PagedTable } from "../../../parts/pager.tsx";
import { Empty, Failure, Loading } from "../../../parts/states.tsx";
import { Interval, Time } from "../../../parts/time.tsx";
import { barOf, slotName } from "../time/bars.ts";
import { Legend } from "../time/legend.tsx";
import { useNow } from "../time/surface.tsx";
import { Lanes } from "../timeline/drawing.tsx";
import { slotKey } from "../timeline/lanes.ts";
import {
  BEGINNING,
  beginningOf,
  changesOf,
  contentOf,
  difference,
  kindOf,
  PERIODS,
  type Change,
  type Difference,
} from "./compare.ts";

const PERIOD = "period";
const FROM_KNOWN = "from-known";
const TO_KNOWN = "to-known";
const FROM_TRUE = "from-true";
const TO_TRUE = "to-true";
const COUNTED = "changes-in-words";

interface Points {
  fromKnown: string;
  toKnown: string | null;
  // With neither, all of valid time is compared.
  fromTrue: string | null;
  toTrue: string | null;
}

export function Changes({ id, route }: { id: string; route: Route }): JSX.Element {
  const { options } = route;
  const period = options[PERIOD] ?? "month";
  const begin = useMemo(() => beginningOf(period, Date.now()), [period]);
  const points: Points = {
    fromKnown: options[FROM_KNOWN] ?? begin,
    toKnown: options[TO_KNOWN] ?? asOf(route).systemAt ?? null,
    fromTrue: options[FROM_TRUE] ?? options[TO_TRUE] ?? null,
    toTrue: options[TO_TRUE] ?? options[FROM_TRUE] ?? null,
  };
  return (
    <div class="time">
      <nav class="periods" aria-label="Periods">
        {PERIODS.map(({ key, name }) => (
          <a
            key={key}
            href={changed({ [PERIOD]: key, [FROM_KNOWN]: null, [TO_KNOWN]: null })}
            aria-current={options[FROM_KNOWN] === undefined && key === period ? "true" : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      <form class="points" aria-label="Compared" onSubmit={(event) => event.preventDefault()}>
        <fieldset>
          <legend>From what was</legend>
          <Point
            name="known at"
            known
            option={FROM_KNOWN}
            given={options[FROM_KNOWN]}
            absent={
              points.fromKnown === BEGINNING
                ? "the beginning"
                : editable(points.fromKnown).slice(0, 16)
            }
          />
          <Point
            name="and true at"
            option={FROM_TRUE}
            given={options[FROM_TRUE]}
            absent="any time"
          />
        </fieldset>
        <fieldset>
          <legend>to what was</legend>
          <Point name="known at" option={TO_KNOWN} given={options[TO_KNOWN]} known />
          <Point name="and true at" option={TO_TRUE} given={options[TO_TRUE]} absent="any time" />
        </fieldset>
      </form>
      <Found id={id} route={route} points={points} />
    </div>
  );
}

interface Compared {
  found: Difference | undefined;
  after: readonly TimeBeliefFragment[];
  error: Refusal | undefined;
  reload: () => void;
}

// Over all of valid time two timelines are compared, as the service compares two points.
function useCompared(id: string, { fromKnown, toKnown, fromTrue, toTrue }: Points): Compared {
  const pointed = fromTrue !== null || toTrue !== null;
  const before = useStream(
    EntityTimelineDocument,
    pointed ? null : { id, systemAt: fromKnown },
    ({ entity }) => entity?.timeline ?? [],
  );
  const after = useStream(
    EntityTimelineDocument,
    { id, systemAt: toKnown },
    ({ entity }) => entity?.timeline ?? [],
  );
  const diff = useQuery(
    EntityDiffDocument,
    pointed
      ? {
          id,
          from: { validAt: fromTrue, systemAt: fromKnown },
          to: { validAt: toTrue, systemAt: toKnown },
        }
      : null,
  );
  const whole = useMemo(
    () => (before.done && after.done ? difference(before.nodes, after.nodes) : undefined),
    [before.done, after.done, before.nodes, after.nodes],
  );
  return {
    found: pointed ? diff.data?.diff : whole,
    after: after.nodes,
    error: before.error ?? after.error ?? diff.error,
    reload: () => {
      before.reload();
      after.reload();
      diff.reload();
    },
  };
}

function Found({ id, route, points }: { id: string; route: Route; points: Points }): JSX.Element {
  const now = useNow();
  const { found, after, error, reload } = useCompared(id, points);
  const changes = useMemo(() => (found === undefined ? [] : changesOf(found)), [found]);
  const bars = useMemo(() => (found === undefined ? [] : barsOf(found, after)), [found, after]);
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (found === undefined) return <Loading rows={10} />;
  if (changes.length === 0) return <Empty>Nothing changed in what is believed about it.</Empty>;
  const { inserted, retired } = found;
  return (
    <>
      <p id={COUNTED}>
        {inserted.length.toLocaleString("en")} new and {retired.length.toLocaleString("en")} gone,
        from <Known at={points.fromKnown} /> to <Known at={points.toKnown} />.
      </p>
      <Lanes
        label="Changes along valid time"
        describedBy={COUNTED}
        bars={bars}
        route={route}
        now={now}
        handle={false}
      />
      <Legend bars={bars} />
      <PagedTable
        option="rows-page"
        caption="What changed"
        columns={COLUMNS}
        rows={changes}
        keyOf={({ key }) => key}
      />
    </>
  );
}

function Known({ at }: { at: string | null }): JSX.Element {
  if (at === null) return <>now</>;
  return at === BEGINNING ? <>the beginning</> : <Time at={at} />;
}

// Of the slots in which something changed: what came, what went, and what stayed.
function barsOf({ inserted, retired }: Difference, after: readonly TimeBeliefFragment[]) {
  const slots = new Set(
    [...inserted, ...retired].map(({ attribute, context }) => slotKey(attribute, context)),
  );
  const young = new Set(inserted.map(contentOf));
  const stayed = after.filter(
    (belief) =>
      slots.has(slotKey(belief.attribute, belief.context)) && !young.has(contentOf(belief)),
  );
  return [
    ...inserted.map((belief) => barOf(belief, "inserted")),
    ...retired.map((belief) => barOf(belief, "retired")),
    ...stayed.map((belief) => barOf(belief, "unchanged")),
  ];
}

const TONES: Readonly<Record<ReturnType<typeof kindOf>, Tone>> = {
  new: "good",
  gone: "bad",
  "other interval": "info",
  replaced: "info",
};

function Side({ of }: { of: TimeBeliefFragment | null }): JSX.Element {
  if (of === null) return <span class="quiet">—</span>;
  return (
    <span class="side">
      <Value of={of} />
      <span class="quiet">
        <Interval span={of} />
      </span>
    </span>
  );
}

const COLUMNS = [
  {
    name: "Attribute",
    cell: ({ attribute, context }: Change) => (
      <a href={changed({ view: "versions", slot: attribute, context, "rows-page": null })}>
        {slotName(attribute, context)}
      </a>
    ),
  },
  {
    name: "Change",
    cell: (row: Change) => <Badge tone={TONES[kindOf(row)]}>{kindOf(row)}</Badge>,
  },
  { name: "Before", cell: ({ before }: Change) => <Side of={before} /> },
  {
    name: "After",
    cell: ({ before, after }: Change) => (
      <span class="to">
        {before !== null && after !== null && <span aria-hidden="true">→ </span>}
        <Side of={after} />
      </span>
    ),
  },
  {
    name: "Why",
    kind: "actions" as const,
    cell: ({ before, after }: Change) => (
      <a href={link(["memory", ((after ?? before) as TimeBeliefFragment).memoryId])}>Why</a>
    ),
  },
];

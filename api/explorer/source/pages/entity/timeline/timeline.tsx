// The timeline of an entity: all that was known of it at "known at", along valid time.

import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { useQuery } from "../../../core/query.ts";
import { asOf, SYSTEM, type Route } from "../../../core/route.ts";
import { useStream } from "../../../core/stream.ts";
import { useMay } from "../../../core/viewer.ts";
import { EntityChallengersDocument, EntityTimelineDocument } from "../../../generated/graphql.ts";
import { Empty, Failure, Loading } from "../../../parts/states.tsx";
import { barOf, challengerOf, type Bar } from "../time/bars.ts";
import { Lanes } from "./drawing.tsx";
import { standing } from "../time/handle.tsx";
import { KnownStrip } from "./known.tsx";
import { Legend } from "../time/legend.tsx";
import { exact } from "../time/scales.ts";
import { useNow } from "../time/surface.tsx";
import { BarsTwin } from "../time/twin.tsx";

const TWIN = "timeline-in-words";

export function Timeline({ id, route }: { id: string; route: Route }): JSX.Element {
  const now = useNow();
  const { systemAt } = asOf(route);
  const { nodes, done, stale, error, reload } = useStream(
    EntityTimelineDocument,
    { id, systemAt: systemAt ?? null },
    ({ entity }) => entity?.timeline ?? [],
  );
  const held = useHeld(id, standing(route.options[SYSTEM], now));
  const bars = useMemo(() => [...nodes.map((belief) => barOf(belief)), ...held], [nodes, held]);
  const since = useEarliest(bars, now);
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (nodes.length === 0 && !done && !stale) return <Loading rows={12} />;
  const slots = new Set(bars.map(({ attribute, context }) => `${attribute} ${context}`)).size;
  const beliefs = `${nodes.length.toLocaleString("en")} beliefs`;
  const counted = `${beliefs}${held.length === 0 ? "" : ` and ${held.length} held`}, in ${slots === 1 ? "one attribute" : `${slots} attributes`}`;
  return (
    <div class={stale ? "time stale-drawing" : "time"} aria-busy={stale || !done}>
      <KnownStrip route={route} since={since} now={now} />
      {bars.length === 0 ? (
        <Empty>Nothing was known of it then.</Empty>
      ) : (
        <Lanes
          label="Timeline"
          describedBy={TWIN}
          bars={bars}
          route={route}
          now={now}
          handle={true}
        />
      )}
      <Legend bars={bars} />
      <BarsTwin
        id={TWIN}
        route={route}
        summary={`${counted}${done ? "" : ", and more on their way"}.`}
        caption="What is known, along valid time"
        bars={bars}
      />
    </div>
  );
}

// The axis of system time begins when the first of what was ever seen here became known.
function useEarliest(bars: readonly Bar[], now: number): number {
  const earliest = useRef(Infinity);
  for (const { known } of bars) earliest.current = Math.min(earliest.current, known);
  return Math.min(earliest.current, now);
}

// What contradicts it and had no answer yet at a system time.
function useHeld(id: string, known: number): Bar[] {
  const may = useMay();
  const { data } = useQuery(EntityChallengersDocument, may("contradictions") ? { id } : null);
  const all = useMemo(
    () =>
      [...(data?.open.edges ?? []), ...(data?.settled.edges ?? [])].map(({ node }) => ({
        bar: challengerOf(node),
        until: node.resolvedAt ? exact(node.resolvedAt) : Infinity,
      })),
    [data],
  );
  const found = all.filter(({ bar, until }) => bar.known <= known && known < until);
  const key = found.map(({ bar }) => bar.key).join(" ");
  return useMemo(() => found.map(({ bar }) => bar), [all, key]);
}

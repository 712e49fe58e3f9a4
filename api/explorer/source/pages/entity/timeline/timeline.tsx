// The timeline of an entity: all that was known of it at "known at", along valid time.

import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { asOf, SYSTEM, type Route } from "../../../core/route.ts";
import { useStream } from "../../../core/stream.ts";
import { EntityTimelineDocument } from "../../../generated/graphql.ts";
import { Empty, Failure, Loading } from "../../../parts/states.tsx";
import { counts } from "../../../parts/text.tsx";
import { barOf, challengerOf, type Bar } from "../time/bars.ts";
import { Lanes } from "./drawing.tsx";
import { standing } from "../time/handle.tsx";
import { KnownStrip } from "./known.tsx";
import { Legend } from "../time/legend.tsx";
import { useHeld } from "../time/held.ts";
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
  const bars = useMemo(
    () => [...nodes.map((belief) => barOf(belief)), ...held.map(challengerOf)],
    [nodes, held],
  );
  const since = useEarliest(bars, now);
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (nodes.length === 0 && !done && !stale) return <Loading rows={12} />;
  const slots = new Set(bars.map(({ attribute, context }) => `${attribute} ${context}`)).size;
  const beliefs = counts(nodes.length, "belief");
  const counted = `${beliefs}${held.length === 0 ? "" : ` and ${held.length} held`}, in ${counts(slots, "attribute")}`;
  return (
    <div class={stale ? "time stale-drawing" : "time"} aria-busy={stale || !done}>
      <KnownStrip route={route} since={since} now={now} />
      {bars.length === 0 ? (
        <Empty>Nothing was known about it then.</Empty>
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
      {bars.length > 0 && (
        <>
          <Legend bars={bars} />
          <BarsTwin
            id={TWIN}
            route={route}
            summary={`${counted}${done ? "" : ", and more on their way"}.`}
            caption="What is known, along valid time"
            bars={bars}
          />
        </>
      )}
    </div>
  );
}

// The axis of system time begins when the first of what was ever seen here became known.
function useEarliest(bars: readonly Bar[], now: number): number {
  const earliest = useRef(Infinity);
  for (const { known } of bars) earliest.current = Math.min(earliest.current, known);
  return Math.min(earliest.current, now);
}

// The axis of system time beside a timeline, with the handle "known at".

import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { SYSTEM, type Route } from "../../../core/route.ts";
import { NAMES_PX, NARROW_PX } from "./drawing.tsx";
import { Handle } from "../time/handle.tsx";
import { ticks } from "../time/scales.ts";
import { useWidth } from "../time/surface.tsx";
import { Ticks } from "../time/ticks.tsx";

const TICKED = { apart: 110 } as const;
const MARGIN = 0.02;
const MINUTE_MS = 60_000;

export function KnownStrip({
  route,
  since,
  now,
}: {
  route: Route;
  // When the first of it became known.
  since: number;
  now: number;
}): JSX.Element {
  const [frame, width] = useWidth();
  const length = Math.max(0, width - (width < NARROW_PX ? 0 : NAMES_PX));
  const window = useMemo(() => {
    const room = Math.max(now - since, MINUTE_MS) * MARGIN;
    return { from: since - room, to: now + room };
  }, [since, now]);
  const found = useMemo(() => ticks(window, length, TICKED), [window, length]);
  return (
    <div class="known" ref={frame}>
      <span class="quiet">Known at</span>
      <div class="plot">
        <Ticks axis="x" found={found} window={window} length={length} title="system time" />
        <Handle
          axis="x"
          name="known at"
          option={SYSTEM}
          given={route.options[SYSTEM]}
          now={now}
          window={window}
          ends={{ from: since, to: now }}
          length={length}
        />
      </div>
    </div>
  );
}

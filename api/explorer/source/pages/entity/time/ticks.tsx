// The ticks of an axis, with what they tell.

import type { JSX } from "preact";
import { place, type Tick, type Window } from "./scales.ts";

// A text so near to an end would be cut.
const EDGE_PX = { x: [0, 30], y: [0, 18] } as const;

export function Ticks({
  axis,
  found,
  window,
  length,
  title,
}: {
  axis: "x" | "y";
  found: readonly Tick[];
  window: Window;
  length: number;
  title: string;
}): JSX.Element {
  return (
    <div class={`ticks ${axis}`} data-axis={axis} aria-hidden="true" title={title}>
      {found.map(({ at, text }) => {
        const pixel = place(at, window, length);
        if (pixel < EDGE_PX[axis][0] || pixel > length - EDGE_PX[axis][1]) return null;
        const style =
          axis === "x"
            ? { transform: `translateX(${pixel.toFixed(1)}px)` }
            : { transform: `translateY(${(-pixel).toFixed(1)}px)` };
        return (
          <span key={at} style={style}>
            {text}
          </span>
        );
      })}
    </div>
  );
}

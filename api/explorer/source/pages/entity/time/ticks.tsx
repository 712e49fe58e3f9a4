// The ticks of an axis, with what they tell.

import type { JSX } from "preact";
import { place, type Tick, type Window } from "./scales.ts";

// A text so near to the end would be cut.
const EDGE_PX = 30;

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
        if (axis === "x" && pixel > length - EDGE_PX) return null;
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

// A handle that stands at a point of an axis and moves the whole page there.

import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { changed, go, SYSTEM, VALID } from "../../../core/route.ts";
import { shown } from "../../../core/times.ts";
import { exact, isoOf, place, pointAt, stepped, type Window } from "./scales.ts";

// So near to now it is now.
const NEAR_PX = 3;
// Half the width of what a handle is held by.
const GRIP_PX = 34;

// Where a handle stands: at the point in the address, or now.
export function standing(given: string | undefined, now: number): number {
  const at = given === undefined ? NaN : exact(given);
  return Number.isNaN(at) ? now : at;
}

export function Handle({
  axis,
  name,
  option,
  given,
  now,
  window,
  ends,
  length,
}: {
  axis: "x" | "y";
  name: string;
  option: typeof VALID | typeof SYSTEM;
  given: string | undefined;
  now: number;
  window: Window;
  // How far it may go.
  ends: Window;
  length: number;
}): JSX.Element {
  const held = useRef(false);
  const at = standing(given, now);
  const move = (to: number, near: number) => {
    const point = Math.min(Math.max(to, ends.from), ends.to);
    const here = Math.abs(point - now) <= near || (option === SYSTEM && point >= now);
    go(changed({ [option]: here ? null : isoOf(point) }), true);
  };
  const drag = (event: PointerEvent) => {
    if (!held.current) return;
    const box = (event.currentTarget as Element).parentElement?.getBoundingClientRect();
    if (box === undefined) return;
    const pixel = axis === "x" ? event.clientX - box.left : box.bottom - event.clientY;
    move(pointAt(pixel, window, length), ((window.to - window.from) / length) * NEAR_PX);
  };
  const press = (event: KeyboardEvent) => {
    const to = stepped(event.key, at, window, ends);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    move(to, 0);
  };
  const pixel = Math.min(Math.max(place(at, window, length), 0), length);
  const outside = at < window.from || at > window.to ? " outside" : "";
  const near = pixel < GRIP_PX ? " at-start" : pixel > length - GRIP_PX ? " at-end" : "";
  const shift =
    axis === "x" ? `translateX(${pixel.toFixed(1)}px)` : `translateY(${(-pixel).toFixed(1)}px)`;
  return (
    <div
      class={`handle ${axis}${outside}${near}`}
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-orientation={axis === "x" ? "horizontal" : "vertical"}
      aria-valuemin={Math.floor(Math.min(ends.from, at))}
      aria-valuemax={Math.ceil(Math.max(ends.to, at))}
      aria-valuenow={Math.round(at)}
      aria-valuetext={given === undefined ? "now" : shown(isoOf(at))}
      style={{ transform: shift }}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.stopPropagation();
        if (event.button !== 0) return;
        held.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onPointerUp={() => (held.current = false)}
      onPointerCancel={() => (held.current = false)}
    >
      <span class="grip">{name}</span>
    </div>
  );
}

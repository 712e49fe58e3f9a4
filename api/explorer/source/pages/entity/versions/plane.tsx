// The two axes of time of one slot: valid time across, system time upwards, a rectangle for each
// version, and a handle on either axis.

import type { JSX } from "preact";
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { SYSTEM, VALID, type Route } from "../../../core/route.ts";
import { SaveDrawing } from "../../../parts/saving.tsx";
import type { Bar } from "../time/bars.ts";
import { Handle } from "../time/handle.tsx";
import type { Look } from "../time/paint.ts";
import { Pick, type Spot } from "../time/pick.tsx";
import { around, panned, ticks, type Window } from "../time/scales.ts";
import { axisOf, Canvas, Surface, useWidth, ZoomButtons, type Axis } from "../time/surface.tsx";
import { Ticks } from "../time/ticks.tsx";
import { boxOf, paintPlane, versionAt, type Plane } from "./paint_plane.ts";

const WINDOW = "window";
const KNOWN_WINDOW = "known-window";
const X_TICKED = { apart: 84 } as const;
const Y_TICKED = { apart: 40, upright: true } as const;
const NARROW_PX = 620;
const MARGIN = 0.04;
const MINUTE_MS = 60_000;

function useHeight(): number {
  const [height, setHeight] = useState(innerHeight);
  useEffect(() => {
    const measure = () => setHeight(innerHeight);
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, []);
  return Math.round(Math.min(Math.max(height * 0.55, 300), 560));
}

interface Seen {
  plane: Plane;
  x: Axis;
  y: Axis;
  // How far the handles may go.
  valid: Window;
  system: Window;
}

function useSeen(
  versions: readonly Bar[],
  route: Route,
  now: number,
  [width, height]: [number, number],
): Seen {
  const valid = useMemo(
    () =>
      around(
        versions.flatMap(({ from, to }) => (to === null ? [from] : [from, to])),
        now,
      ),
    [versions, now],
  );
  const system = useMemo(() => {
    let from = now - MINUTE_MS;
    for (const { known } of versions) from = Math.min(from, known);
    return { from, to: now };
  }, [versions, now]);
  const room = (system.to - system.from) * MARGIN;
  const x = axisOf(route, WINDOW, valid, width);
  const y = axisOf(route, KNOWN_WINDOW, { from: system.from - room, to: system.to + room }, height);
  // The windows are made anew at each look; only other points in them are another drawing.
  const plane = useMemo(
    () => ({
      x: x.window,
      y: y.window,
      xTicks: ticks(x.window, width, X_TICKED),
      yTicks: ticks(y.window, height, Y_TICKED),
      now,
      width,
      height,
    }),
    [x.window.from, x.window.to, y.window.from, y.window.to, now, width, height],
  );
  return { plane, x, y, valid, system };
}

export function VersionsPlane({
  label,
  describedBy,
  versions,
  route,
  now,
}: {
  label: string;
  describedBy: string;
  versions: readonly Bar[];
  route: Route;
  now: number;
}): JSX.Element {
  const [frame, width] = useWidth();
  const height = useHeight();
  const beside = width < NARROW_PX ? 68 : 96;
  const seen = useSeen(versions, route, now, [Math.max(0, width - beside), height]);
  const { plane, x, y, valid, system } = seen;
  const given = { now, length: plane.width };
  return (
    <div class="versions-plane" ref={frame} data-drawing>
      <div class="drawing-tools">
        <ZoomButtons x={x} y={y} />
        <SaveDrawing what={label} />
        <span class="quiet">
          Across: when it was true. Upwards: when it was known. Both by your clock.
        </span>
      </div>
      {width > 0 && (
        <Surface class="plane" label={label} describedBy={describedBy} x={x} y={y}>
          <div class="plane-row">
            <Ticks
              axis="y"
              found={plane.yTicks}
              window={plane.y}
              length={height}
              title="system time"
            />
            <div class="plot" style={{ height: `${height}px`, width: `${plane.width}px` }}>
              <Rectangles versions={versions} seen={seen} />
              <Handle
                {...given}
                axis="x"
                name="true at"
                option={VALID}
                given={route.options[VALID]}
                window={plane.x}
                ends={valid}
              />
              <Handle
                {...given}
                axis="y"
                name="known at"
                option={SYSTEM}
                given={route.options[SYSTEM]}
                window={plane.y}
                ends={system}
                length={height}
              />
            </div>
          </div>
          <Ticks
            axis="x"
            found={plane.xTicks}
            window={plane.x}
            length={plane.width}
            title="valid time"
          />
        </Surface>
      )}
    </div>
  );
}

const LEAST_PX = 6;

function Rectangles({ versions, seen }: { versions: readonly Bar[]; seen: Seen }): JSX.Element {
  const { plane, x, y } = seen;
  const paint = useCallback(
    (paper: CanvasRenderingContext2D, look: Look) => paintPlane(paper, versions, plane, look),
    [versions, plane],
  );
  const spotOf = (bar: Bar): Spot | null => {
    const box = boxOf(bar, plane);
    const [left, top] = [Math.max(box.left, 0), Math.max(box.top, 0)];
    const [right, bottom] = [Math.min(box.right, plane.width), Math.min(box.bottom, plane.height)];
    if (right < left || bottom < top) return null;
    return {
      left,
      top,
      width: Math.max(right - left, LEAST_PX),
      height: Math.max(bottom - top, LEAST_PX),
    };
  };
  const first = useMemo(() => versions.find((bar) => spotOf(bar) !== null), [versions, plane]);
  return (
    <div class="picture">
      <Canvas width={plane.width} height={plane.height} top={0} paint={paint} />
      <Pick
        width={plane.width}
        first={first}
        find={(px, py) => versionAt(versions, plane, px, py)}
        spotOf={spotOf}
        next={(bar, key) => stepTo(versions, bar, key)}
        reveal={(bar) => reveal(bar, x, y)}
      />
    </div>
  );
}

// Sideways in the order of valid time, up and down in that of system time.
function stepTo(versions: readonly Bar[], bar: Bar, key: string): Bar | null {
  const across = key === "ArrowLeft" || key === "ArrowRight";
  const order = [...versions].sort((one, other) =>
    across
      ? one.from - other.from || one.known - other.known
      : one.known - other.known || one.from - other.from,
  );
  const step = key === "ArrowRight" || key === "ArrowUp" ? 1 : -1;
  return order[order.indexOf(bar) + step] ?? null;
}

function reveal(bar: Bar, x: Axis, y: Axis): void {
  for (const [axis, from, to] of [
    [x, bar.from, bar.to],
    [y, bar.known, bar.knownTo],
  ] as const) {
    const { window, show } = axis;
    if (from <= window.to && (to ?? Infinity) >= window.from) continue;
    show(panned(window, (from - (window.from + window.to) / 2) / (window.to - window.from)));
  }
}

// A timeline: lanes of bars along valid time, with the handle "true at".

import { Fragment, type JSX, type RefObject } from "preact";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { changed, VALID, type Route } from "../../../core/route.ts";
import { SaveDrawing } from "../../../parts/saving.tsx";
import { cut } from "../../../parts/text.tsx";
import { slotName, type Bar } from "../time/bars.ts";
import { Handle, standing } from "../time/handle.tsx";
import { barAt, holding, lanesOf, neighbour, stacked, type Placed, type Sizes } from "./lanes.ts";
import type { Look } from "../time/paint.ts";
import { paintLanes } from "./paint_lanes.ts";
import { Pick, type Spot } from "../time/pick.tsx";
import { around, panned, place, pointAt, ticks, type Window } from "../time/scales.ts";
import { axisOf, Canvas, Surface, useWidth, ZoomButtons, type Axis } from "../time/surface.tsx";
import { Ticks } from "../time/ticks.tsx";

const WIDE: Sizes = { row: 24, head: 0, least: 42, gap: 6, rowsMost: 12 };
const NARROW: Sizes = { row: 24, head: 20, least: 0, gap: 8, rowsMost: 6 };
export const NARROW_PX = 620;
export const NAMES_PX = 208;
const TICKED = { apart: 84 } as const;
export const WINDOW = "window";
const ROWS = "rows";

export interface Drawn {
  bars: readonly Bar[];
  placed: readonly Placed[];
  height: number;
  sizes: Sizes;
  axis: Axis;
  all: Window;
  now: number;
}

// What is drawn where; only a change of any of it needs a new drawing.
function useDrawn(bars: readonly Bar[], route: Route, now: number, width: number): Drawn {
  const narrow = width < NARROW_PX;
  const whole = route.options[ROWS] === "all";
  const sizes = useMemo(() => {
    const usual = narrow ? NARROW : WIDE;
    return whole ? { ...usual, rowsMost: Infinity } : usual;
  }, [narrow, whole]);
  const all = useMemo(
    () =>
      around(
        bars.flatMap(({ from, to }) => (to === null ? [from] : [from, to])),
        now,
      ),
    [bars, now],
  );
  const lanes = useMemo(() => lanesOf(bars), [bars]);
  const [placed, height] = useMemo(() => stacked(lanes, sizes), [lanes, sizes]);
  const plot = Math.max(0, width - (narrow ? 0 : NAMES_PX));
  return { bars, placed, height, sizes, axis: axisOf(route, WINDOW, all, plot), all, now };
}

export function Lanes({
  label,
  describedBy,
  bars,
  route,
  now,
  handle,
}: {
  label: string;
  describedBy: string;
  bars: readonly Bar[];
  route: Route;
  now: number;
  // Whether the page's "true at" is moved here.
  handle: boolean;
}): JSX.Element {
  const [frame, width] = useWidth();
  const drawn = useDrawn(bars, route, now, width);
  const { axis, placed, height, all } = drawn;
  const { window, length } = axis;
  const at = standing(handle ? route.options[VALID] : undefined, now);
  const found = useMemo(() => ticks(window, length, TICKED), [window.from, window.to, length]);
  return (
    <div class="lanes" ref={frame} data-drawing>
      <div class="drawing-tools">
        <ZoomButtons x={axis} />
        <SaveDrawing what={label} />
        <span class="quiet">
          Drag, arrow keys: move. Ctrl and wheel, + and −: zoom. Times are by your clock.
        </span>
      </div>
      <Names placed={placed} at={at} route={route} />
      {width > 0 && (
        <Surface class="plane-of-lanes" label={label} describedBy={describedBy} x={axis}>
          <Ticks axis="x" found={found} window={window} length={length} title="valid time" />
          <div class="plot" style={{ height: `${height}px` }}>
            <Picture drawn={drawn} found={found} />
            {handle && (
              <Handle
                axis="x"
                name="true at"
                option={VALID}
                given={route.options[VALID]}
                now={now}
                window={window}
                ends={all}
                length={length}
              />
            )}
          </div>
        </Surface>
      )}
    </div>
  );
}

// The part of it that is near what is seen of the page: a canvas may not be of any height.
const BESIDE_PX = 400;

function usePart(element: RefObject<HTMLDivElement | null>, height: number): [number, number] {
  const [top, setTop] = useState(0);
  const most = innerHeight + 2 * BESIDE_PX;
  useEffect(() => {
    if (height <= most) {
      setTop(0);
      return undefined;
    }
    const look = () => {
      const seen = -(element.current?.getBoundingClientRect().top ?? 0) - BESIDE_PX;
      const step = BESIDE_PX / 2;
      setTop(Math.max(0, Math.min(Math.floor(seen / step) * step, height - most)));
    };
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, [height, most]);
  return [Math.min(top, Math.max(0, height - most)), Math.min(height, most)];
}

function Picture({ drawn, found }: { drawn: Drawn; found: ReturnType<typeof ticks> }): JSX.Element {
  const { placed, height, sizes, axis, now } = drawn;
  const { window, length } = axis;
  const element = useRef<HTMLDivElement>(null);
  const [top, part] = usePart(element, height);
  const paint = useCallback(
    (paper: CanvasRenderingContext2D, look: Look) => {
      const sheet = { window, now, ticks: found, width: length, top, height: part };
      paintLanes(paper, placed, sizes, sheet, look);
    },
    [placed, sizes, found, now, top, part],
  );
  return (
    <div class="picture" ref={element}>
      <Canvas width={length} height={part} top={top} paint={paint} />
      <Pick
        width={length}
        first={firstSeen(drawn)}
        find={(x, y) => {
          const slack = ((window.to - window.from) / length) * 2;
          return barAt(placed, sizes, pointAt(x, window, length), y, slack);
        }}
        spotOf={(bar) => spotOf(drawn, bar)}
        next={(bar, key) => neighbour(placed, bar, key)}
        reveal={(bar) => reveal(axis, bar)}
      />
    </div>
  );
}

function firstSeen({ placed, axis: { window } }: Drawn): Bar | undefined {
  for (const { lane } of placed) {
    for (const bar of lane.bars) {
      if (bar.from <= window.to && (bar.to ?? Infinity) > window.from) return bar;
    }
  }
  return undefined;
}

const LEAST_PX = 6;

function spotOf({ placed, sizes, axis }: Drawn, bar: Bar): Spot | null {
  const one = placed.find(({ lane }) => lane.rowOf.has(bar));
  const row = one?.lane.rowOf.get(bar);
  if (one === undefined || row === undefined || row >= one.rows) return null;
  const { window, length } = axis;
  const left = Math.max(0, place(bar.from, window, length));
  const right = bar.to === null ? length : Math.min(length, place(bar.to, window, length));
  if (right < 0 || left > length) return null;
  const top = one.rowsTop + row * sizes.row + 2;
  return { left, top, width: Math.max(right - left, LEAST_PX), height: sizes.row - 4 };
}

// Move the window so that the start of a bar lies in it, or, if it began long before, its end.
export function reveal({ window, show }: Axis, { from, to }: Bar): void {
  const span = window.to - window.from;
  if (from <= window.to && (to ?? Infinity) >= window.from) return;
  const middle = (window.from + window.to) / 2;
  show(panned(window, (from - middle) / span));
}

const SHOWN_VALUES = 3;
const NAME_LONGEST = 80;

// The names of the lanes, each with what holds there at "true at".
function Names({
  placed,
  at,
  route,
}: {
  placed: readonly Placed[];
  at: number;
  route: Route;
}): JSX.Element {
  return (
    <ul class="names-of-lanes">
      {placed.map(({ lane, top, height, rows }) => {
        const { attribute, context, key } = lane;
        const now = holding(lane.bars, at);
        return (
          <li key={key} style={{ top: `${top}px`, height: `${height}px` }}>
            <a
              href={changed({ ...route.options, view: "versions", slot: attribute, context })}
              title="All versions"
            >
              {slotName(attribute, context)}
            </a>
            <span class="holds">
              {now.slice(0, SHOWN_VALUES).map(({ key: one, value }, index) => (
                <Fragment key={one}>
                  {index > 0 && ", "}
                  <bdi>{cut(value, NAME_LONGEST)}</bdi>
                </Fragment>
              ))}
              {now.length > SHOWN_VALUES && ` and ${now.length - SHOWN_VALUES} more`}
            </span>
            {rows < lane.rows && (
              <a class="more-lanes" href={changed({ ...route.options, [ROWS]: "all" })}>
                all {lane.rows.toLocaleString("en")} rows
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

// The ground of a drawing: its canvas, and what moves and zooms it by mouse, touch and keyboard.

import type { ComponentChildren, JSX, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { changed, go, type Route } from "../../../core/route.ts";
import { paintsAgain } from "../../../core/save.ts";
import { lookOf, type Look } from "./paint.ts";
import { panned, pointAt, read, written, zoomed, type Window } from "./scales.ts";

// One direction of a drawing: what of it is shown, and how to show something else.
export interface Axis {
  window: Window;
  // Null shows all of it.
  show: (window: Window | null) => void;
  length: number;
}

// The window of an axis is part of the address; without one all is shown.
export function axisOf(route: Route, option: string, all: Window, length: number): Axis {
  return {
    window: read(route.options[option]) ?? all,
    show: (window) => go(changed({ [option]: window === null ? null : written(window) }), true),
    length,
  };
}

export function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const found = element.current;
    if (found === null) return undefined;
    const measure = () => setWidth(Math.floor(found.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(found);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

// The present, which moves: once a minute is enough for a drawing.
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export function Canvas({
  width,
  height,
  top,
  paint,
}: {
  width: number;
  height: number;
  top: number;
  paint: (paper: CanvasRenderingContext2D, look: Look) => void;
}): JSX.Element {
  const element = useRef<HTMLCanvasElement>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const again = () => setTurn((before) => before + 1);
    dark.addEventListener("change", again);
    return () => dark.removeEventListener("change", again);
  }, []);
  useLayoutEffect(() => {
    const canvas = element.current;
    const paper = canvas?.getContext("2d");
    if (!canvas?.parentElement || !paper || width <= 0 || height <= 0) return;
    const dense = devicePixelRatio;
    canvas.width = Math.round(width * dense);
    canvas.height = Math.round(height * dense);
    paper.setTransform(dense, 0, 0, dense, 0, 0);
    const look = lookOf(canvas.parentElement);
    paint(paper, look);
    paintsAgain(canvas, (other) => paint(other, look));
  }, [width, height, paint, turn]);
  return (
    <canvas
      ref={element}
      aria-hidden="true"
      style={{ width: `${width}px`, height: `${height}px`, top: `${top}px` }}
    />
  );
}

const ZOOM = 0.75;
const PAN = 0.1;
const DRAG_PX = 4;

// `y` grows upwards. What moves by itself (a handle) keeps its events to itself.
export function Surface({
  class: name,
  label,
  describedBy,
  x,
  y,
  children,
}: {
  class: string;
  label: string;
  describedBy: string;
  x: Axis;
  y?: Axis;
  children: ComponentChildren;
}): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  const axes = useRef({ x, y });
  axes.current = { x, y };
  useWheel(element, axes);
  const drag = useDrag(axes);
  const press = (event: KeyboardEvent) => {
    if (event.target === event.currentTarget && !event.ctrlKey && !event.metaKey && !event.altKey) {
      if (byKey(event.key, x, y)) event.preventDefault();
    }
  };
  return (
    <div
      ref={element}
      class={name}
      role="group"
      tabIndex={0}
      aria-label={label}
      aria-describedby={describedBy}
      onKeyDown={press}
      {...drag}
    >
      {children}
    </div>
  );
}

// Whether the key means something here.
export function byKey(key: string, x: Axis, y: Axis | undefined): boolean {
  const each = y === undefined ? [x] : [x, y];
  const zoom = (factor: number) => each.forEach(({ window, show }) => show(zoomed(window, factor)));
  const ways: Record<string, () => void> = {
    "+": () => zoom(ZOOM),
    "=": () => zoom(ZOOM),
    "-": () => zoom(1 / ZOOM),
    "0": () => each.forEach(({ show }) => show(null)),
    ArrowLeft: () => x.show(panned(x.window, -PAN)),
    ArrowRight: () => x.show(panned(x.window, PAN)),
  };
  if (y !== undefined) {
    ways["ArrowUp"] = () => y.show(panned(y.window, PAN));
    ways["ArrowDown"] = () => y.show(panned(y.window, -PAN));
  }
  ways[key]?.();
  return ways[key] !== undefined;
}

type Axes = RefObject<{ x: Axis; y: Axis | undefined }>;

// With Ctrl, or on the axes, the wheel zooms; sideways it moves; else the page scrolls as ever.
function useWheel(element: RefObject<HTMLDivElement | null>, axes: Axes): void {
  useEffect(() => {
    const turn = (event: WheelEvent) => {
      const { x, y } = axes.current ?? {};
      const box = element.current?.getBoundingClientRect();
      if (x === undefined || box === undefined) return;
      const on = (event.target as Element).closest("[data-axis]")?.getAttribute("data-axis");
      const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (on == null && sideways) {
        x.show(panned(x.window, (event.deltaX || event.deltaY) / x.length));
      } else if (on != null || event.ctrlKey || event.metaKey) {
        const factor = Math.exp(Math.max(-1, Math.min(1, event.deltaY / 400)));
        const [px, py] = [event.clientX - box.left, box.bottom - event.clientY];
        if (on !== "y") x.show(zoomed(x.window, factor, pointAt(px, x.window, x.length)));
        if (y && on !== "x") y.show(zoomed(y.window, factor, pointAt(py, y.window, y.length)));
      } else return;
      event.preventDefault();
    };
    const found = element.current;
    found?.addEventListener("wheel", turn, { passive: false });
    return () => found?.removeEventListener("wheel", turn);
  }, []);
}

interface Drag {
  from: PointerEvent;
  x: Window;
  y: Window | undefined;
  moved: boolean;
}

function useDrag(axes: Axes) {
  const drag = useRef<Drag | null>(null);
  const dragged = useRef(false);
  return {
    onPointerDown: (event: PointerEvent) => {
      const { x, y } = axes.current ?? {};
      dragged.current = false;
      if (event.button !== 0 || x === undefined) return;
      drag.current = { from: event, x: x.window, y: y?.window, moved: false };
    },
    onPointerMove: (event: PointerEvent) => {
      const { x, y } = axes.current ?? {};
      const begun = drag.current;
      if (begun === null || x === undefined) return;
      const across = event.clientX - begun.from.clientX;
      const down = event.clientY - begun.from.clientY;
      if (!begun.moved && Math.hypot(across, y ? down : 0) < DRAG_PX) return;
      if (!begun.moved) (event.currentTarget as Element).setPointerCapture(event.pointerId);
      begun.moved = true;
      dragged.current = true;
      x.show(panned(begun.x, -across / x.length));
      if (y && begun.y) y.show(panned(begun.y, down / y.length));
    },
    onPointerUp: () => (drag.current = null),
    onPointerCancel: () => (drag.current = null),
    // A drag that ends on a link does not follow it.
    onClickCapture: (event: Event) => {
      if (!dragged.current) return;
      event.preventDefault();
      event.stopPropagation();
      dragged.current = false;
    },
  };
}

export function ZoomButtons({ x, y }: { x: Axis; y?: Axis }): JSX.Element {
  return (
    <span class="zoom" role="group" aria-label="What part is shown">
      <button type="button" aria-label="Show less, larger" onClick={() => byKey("+", x, y)}>
        +
      </button>
      <button type="button" aria-label="Show more, smaller" onClick={() => byKey("-", x, y)}>
        −
      </button>
      <button type="button" onClick={() => byKey("0", x, y)}>
        All
      </button>
    </span>
  );
}

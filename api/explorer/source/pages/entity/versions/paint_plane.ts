// The versions of a slot on a canvas: rectangles of valid time by system time.

import { faded, fitting, hatched, hue, mixed, type Look } from "../time/paint.ts";
import { place, type Tick, type Window } from "../time/scales.ts";
import type { Bar } from "../time/bars.ts";

export interface Plane {
  x: Window;
  y: Window;
  xTicks: readonly Tick[];
  yTicks: readonly Tick[];
  now: number;
  width: number;
  height: number;
}

const LABEL_PX = 15;
const INSET_PX = 5;

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

// Where a version lies; what has no end reaches the edge. Later system time is further up.
export function boxOf(bar: Bar, { x, y, width, height }: Plane): Box {
  const left = place(bar.from, x, width);
  const bottom = height - place(bar.known, y, height);
  const right = bar.to === null ? width + 2 : place(bar.to, x, width);
  const top = bar.knownTo === null ? -2 : height - place(bar.knownTo, y, height);
  return {
    left: Math.max(left, -2),
    right: Math.min(right, width + 2),
    top: Math.max(top, -2),
    bottom: Math.min(bottom, height + 2),
  };
}

export function paintPlane(
  paper: CanvasRenderingContext2D,
  versions: readonly Bar[],
  plane: Plane,
  look: Look,
): void {
  paper.font = look.font;
  paper.textBaseline = "top";
  paintGround(paper, plane, look);
  const boxes = versions.map((bar) => ({ bar, box: boxOf(bar, plane) }));
  // Those that are believed lie on top.
  for (const past of [true, false]) {
    for (const { bar, box } of boxes) {
      if ((bar.knownTo !== null) === past) paintVersion(paper, bar, box, plane, look);
    }
  }
}

function paintGround(paper: CanvasRenderingContext2D, plane: Plane, { colours }: Look): void {
  const { width, height } = plane;
  const from = Math.max(0, place(plane.now, plane.x, width));
  if (from < width) {
    paper.fillStyle = hatched(paper, colours.raised, faded(colours.edge, 0.12));
    paper.fillRect(from, 0, width - from, height);
  }
  paper.fillStyle = colours.line;
  for (const { at } of plane.xTicks) {
    paper.fillRect(Math.round(place(at, plane.x, width)), 0, 1, height);
  }
  for (const { at } of plane.yTicks) {
    paper.fillRect(0, Math.round(height - place(at, plane.y, height)), width, 1);
  }
  // Nothing is known yet above this line.
  const top = Math.round(height - place(plane.now, plane.y, height));
  if (top > 0) {
    paper.fillStyle = colours.ground;
    paper.fillRect(0, 0, width, top);
  }
}

function paintVersion(
  paper: CanvasRenderingContext2D,
  bar: Bar,
  { left, right, top, bottom }: Box,
  plane: Plane,
  { colours }: Look,
): void {
  if (right < 0 || left > plane.width || bottom < 0 || top > plane.height) return;
  const past = bar.knownTo !== null;
  // Above now nothing is known: what is believed ends there.
  const now = Math.max(top, plane.height - place(plane.now, plane.y, plane.height));
  const [width, height] = [right - left, bottom - now];
  const colour = colours[hue(bar.value)];
  // Opaque, so that thousands that are narrower than a pixel do not add up to a grey.
  paper.fillStyle = past ? mixed(colour, colours.sheet, 0.3) : colour;
  const [x, y] = [width < 1 ? Math.floor(left) : left, height < 1 ? Math.floor(now) : now];
  paper.fillRect(x, y, Math.max(width, 1), Math.max(height, 1));
  if (bar.mark === "contested") {
    paper.fillStyle = hatched(paper, "transparent", faded(colours.warn, 0.5));
    paper.fillRect(left, now, width, height);
  }
  if (width < 3 || height < 3) return;
  paper.strokeStyle = past ? faded(colours.edge, 0.6) : colours.text;
  paper.lineWidth = 1;
  paper.setLineDash(past ? [3, 2] : []);
  paper.strokeRect(left + 0.5, now + 0.5, width - 1, height - 1);
  paper.setLineDash([]);
  if (height < LABEL_PX) return;
  const room = Math.min(right, plane.width) - Math.max(left, 0) - 2 * INSET_PX;
  const text = fitting(
    paper,
    bar.mark === "contested" ? `contested: ${bar.value}` : bar.value,
    room,
  );
  if (text === "") return;
  const start = Math.max(left, 0) + INSET_PX;
  if (bar.mark === "contested") {
    // Text is read on plain ground, not on a pattern.
    paper.fillStyle = past ? mixed(colour, colours.sheet, 0.3) : colour;
    paper.fillRect(start - 2, Math.max(now, 0) + 2, paper.measureText(text).width + 4, LABEL_PX);
  }
  paper.fillStyle = past ? colours.quiet : colours.text;
  paper.fillText(text, start, Math.max(now, 0) + 3);
}

// The version at a point of the drawing: the one believed, if several lie there, else the smallest.
export function versionAt(
  versions: readonly Bar[],
  plane: Plane,
  px: number,
  py: number,
): Bar | null {
  let best: Bar | null = null;
  let least = Infinity;
  for (const bar of versions) {
    const { left, right, top, bottom } = boxOf(bar, plane);
    if (px < left - 1 || px > right + 1 || py < top - 1 || py > bottom + 1) continue;
    const size = Math.max(right - left, 1) * Math.max(bottom - top, 1);
    if (size < least) [best, least] = [bar, size];
  }
  return best;
}

// What was believed to be true at a point of the plane; with no system time, what is.
export function believedAt(versions: readonly Bar[], at: number, known: number | null): Bar[] {
  return versions.filter(
    (bar) =>
      bar.from <= at &&
      at < (bar.to ?? Infinity) &&
      (known === null
        ? bar.knownTo === null
        : bar.known <= known && known < (bar.knownTo ?? Infinity)),
  );
}

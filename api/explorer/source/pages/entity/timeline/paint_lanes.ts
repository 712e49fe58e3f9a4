// The lanes of a timeline on a canvas: bars with soft edges, patterns and arrows; the future shaded.

import { MARKS, type Bar, type Mark } from "../time/bars.ts";
import type { Placed, Sizes } from "./lanes.ts";
import { faded, fitting, hatched, type Colour, type Look } from "../time/paint.ts";
import { place, type Tick, type Window } from "../time/scales.ts";

export interface Sheet {
  window: Window;
  now: number;
  ticks: readonly Tick[];
  width: number;
  // The part of the whole height that this canvas shows.
  top: number;
  height: number;
}

// Between a bar and the rows above and below it, and before its text.
const INSET_PX = 2;
const TEXT_INSET_PX = 5;
const ARROW_PX = 6;
// A start that nobody stated fades out to its left over so much.
const OBSERVED_PX = 14;
const NARROW_PX = 3;

const GROUNDS: Readonly<Record<Mark, Colour>> = {
  believed: "info-ground",
  contested: "warn-ground",
  held: "sheet",
  inserted: "good-ground",
  retired: "bad-ground",
  unchanged: "raised",
};
const EDGES: Readonly<Record<Mark, Colour>> = {
  believed: "link",
  contested: "warn",
  held: "warn",
  inserted: "good",
  retired: "bad",
  unchanged: "edge",
};

interface Tools {
  paper: CanvasRenderingContext2D;
  sheet: Sheet;
  look: Look;
  fills: Readonly<Record<Mark, CanvasPattern | string>>;
}

export function paintLanes(
  paper: CanvasRenderingContext2D,
  placed: readonly Placed[],
  sizes: Sizes,
  sheet: Sheet,
  look: Look,
): void {
  const { colours } = look;
  const plain = Object.fromEntries(
    Object.entries(GROUNDS).map(([mark, name]) => [mark, colours[name]]),
  ) as Record<Mark, string>;
  const fills = {
    ...plain,
    contested: hatched(paper, colours["warn-ground"], faded(colours.warn, 0.35)),
    held: hatched(paper, colours.sheet, faded(colours.warn, 0.3)),
    retired: hatched(paper, colours["bad-ground"], faded(colours.bad, 0.25)),
  };
  const tools = { paper, sheet, look, fills };
  paper.font = look.font;
  paper.textBaseline = "middle";
  paintGround(tools);
  for (const { lane, top, rowsTop, rows, height } of placed) {
    if (top + height < sheet.top || top > sheet.top + sheet.height) continue;
    paper.fillStyle = colours.line;
    paper.fillRect(0, Math.round(top + height - sheet.top) - 1, sheet.width, 1);
    const last = new Map<number, number>();
    for (const bar of lane.bars) {
      const row = lane.rowOf.get(bar) ?? 0;
      if (row >= rows) continue;
      const y = rowsTop + row * sizes.row - sheet.top;
      if (y + sizes.row < 0 || y > sheet.height) continue;
      paintBar(tools, bar, y + INSET_PX, sizes.row - 2 * INSET_PX, last, row);
    }
  }
}

function paintGround({ paper, sheet, look: { colours } }: Tools): void {
  const { window, now, width, height } = sheet;
  const from = Math.max(0, place(now, window, width));
  if (from < width) {
    paper.fillStyle = hatched(paper, colours.raised, faded(colours.edge, 0.12));
    paper.fillRect(from, 0, width - from, height);
  }
  paper.fillStyle = colours.line;
  for (const { at } of sheet.ticks) {
    paper.fillRect(Math.round(place(at, window, width)), 0, 1, height);
  }
  if (from > 0 && from < width) {
    paper.fillStyle = colours.edge;
    paper.fillRect(Math.round(from), 0, 1, height);
  }
}

function paintBar(
  tools: Tools,
  bar: Bar,
  y: number,
  height: number,
  last: Map<number, number>,
  row: number,
): void {
  const { paper, sheet, look, fills } = tools;
  const { window, width } = sheet;
  const start = place(bar.from, window, width);
  const end = bar.to === null ? width + 1 : place(bar.to, window, width);
  if (end < 0 || start > width) return;
  const edge = look.colours[EDGES[bar.mark]];
  if (end - start < NARROW_PX) {
    // What would lie on the same pixel again is seen already.
    if (Math.round(start) === last.get(row)) return;
    last.set(row, Math.round(start));
    paper.fillStyle = edge;
    paper.fillRect(Math.round(start), y, 1.5, height);
    return;
  }
  const [left, right] = [Math.max(start, -2), Math.min(end, width + 2)];
  paper.fillStyle = fills[bar.mark];
  paper.globalAlpha = 1;
  paintBody(tools, bar, [left, right], y, height);
  paintEdges(tools, bar, [start, end], y, height, edge);
  paintText(tools, bar, [Math.max(left, 0), Math.min(right, width)], y + height / 2);
}

// A start of which only the period is known becomes visible over the length of that period.
function paintBody(
  { paper, sheet: { window, width }, look, fills }: Tools,
  bar: Bar,
  [left, right]: [number, number],
  y: number,
  height: number,
): void {
  const soft = bar.soft === null ? left : Math.min(place(bar.soft, window, width), right);
  if (soft - left > NARROW_PX) {
    const start = place(bar.from, window, width);
    const ramp = paper.createLinearGradient(start, 0, soft, 0);
    const ground = look.colours[bar.mark === "held" ? "warn-ground" : GROUNDS[bar.mark]];
    ramp.addColorStop(0, faded(ground, 0));
    ramp.addColorStop(1, ground);
    paper.fillStyle = ramp;
    paper.fillRect(left, y, soft - left, height);
    paper.fillStyle = fills[bar.mark];
  }
  paper.fillRect(soft, y, right - soft, height);
}

function paintEdges(
  { paper, sheet: { window, width }, look }: Tools,
  bar: Bar,
  [start, end]: [number, number],
  y: number,
  height: number,
  edge: string,
): void {
  const soft = bar.soft === null ? start : Math.min(place(bar.soft, window, width), end);
  const open = bar.to === null;
  const [left, right] = [Math.max(soft, -2), open ? width - ARROW_PX : Math.min(end, width + 2)];
  paper.strokeStyle = edge;
  paper.lineWidth = 1;
  paper.setLineDash(bar.mark === "held" ? [4, 3] : []);
  paper.beginPath();
  for (const line of [y + 0.5, y + height - 0.5]) {
    paper.moveTo(left, line);
    paper.lineTo(right, line);
  }
  paper.stroke();
  // A soft or observed start has a dotted edge, as has an end of which only the period is known.
  upright(paper, start + 0.5, y, height, bar.soft !== null || bar.observed);
  if (!open) upright(paper, end - 0.5, y, height, bar.rough);
  paper.setLineDash([]);
  if (bar.observed && bar.soft === null) paintBefore(paper, start, y, height, edge);
  if (open) paintArrow(paper, right, y, height, edge, look.colours.sheet);
}

function upright(
  paper: CanvasRenderingContext2D,
  x: number,
  y: number,
  height: number,
  dotted: boolean,
): void {
  const dash = paper.getLineDash();
  if (dotted) paper.setLineDash([2, 2]);
  paper.beginPath();
  paper.moveTo(x, y);
  paper.lineTo(x, y + height);
  paper.stroke();
  paper.setLineDash(dash);
}

function paintBefore(
  paper: CanvasRenderingContext2D,
  x: number,
  y: number,
  height: number,
  edge: string,
): void {
  const ramp = paper.createLinearGradient(x - OBSERVED_PX, 0, x, 0);
  ramp.addColorStop(0, faded(edge, 0));
  ramp.addColorStop(1, faded(edge, 0.55));
  paper.fillStyle = ramp;
  paper.fillRect(x - OBSERVED_PX, y + height / 2 - 3, OBSERVED_PX, 6);
}

function paintArrow(
  paper: CanvasRenderingContext2D,
  x: number,
  y: number,
  height: number,
  edge: string,
  ground: string,
): void {
  paper.fillStyle = ground;
  paper.fillRect(x, y - 1, ARROW_PX + 1, height + 2);
  paper.fillStyle = edge;
  paper.beginPath();
  paper.moveTo(x, y);
  paper.lineTo(x + ARROW_PX, y + height / 2);
  paper.lineTo(x, y + height);
  paper.fill();
}

function paintText(
  { paper, look: { colours } }: Tools,
  bar: Bar,
  [left, right]: [number, number],
  middle: number,
): void {
  const room = right - left - 2 * TEXT_INSET_PX - (bar.to === null ? ARROW_PX : 0);
  const word = MARKS[bar.mark];
  const text = fitting(paper, word === "" ? bar.value : `${word}: ${bar.value}`, room);
  if (text === "") return;
  if (word !== "") {
    // Text is read on plain ground, not on a pattern.
    paper.fillStyle = colours[GROUNDS[bar.mark]];
    const behind = paper.measureText(text).width;
    paper.fillRect(left + TEXT_INSET_PX - 2, middle - 8, behind + 4, 16);
  }
  paper.fillStyle = colours.text;
  paper.fillText(text, left + TEXT_INSET_PX, middle + 0.5);
}

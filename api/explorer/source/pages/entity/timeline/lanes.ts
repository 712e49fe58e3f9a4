// Bars put into lanes: one for each slot, with a row more wherever intervals overlap.

import type { Bar } from "../time/bars.ts";

export interface Lane {
  key: string;
  attribute: string;
  context: string | null;
  // In the order of their starts.
  bars: readonly Bar[];
  rowOf: ReadonlyMap<Bar, number>;
  rows: number;
}

export function slotKey(attribute: string, context: string | null | undefined): string {
  return JSON.stringify([attribute, context ?? null]);
}

export function lanesOf(bars: readonly Bar[]): Lane[] {
  const slots = new Map<string, Bar[]>();
  for (const bar of bars) {
    const key = slotKey(bar.attribute, bar.context);
    const slot = slots.get(key);
    if (slot === undefined) slots.set(key, [bar]);
    else slot.push(bar);
  }
  return [...slots].map(([key, found]) => lane(key, found));
}

function lane(key: string, found: Bar[]): Lane {
  // What is held stands below what is believed.
  const bars = [...found].sort((one, other) => rank(one) - rank(other) || one.from - other.from);
  const rowOf = new Map<Bar, number>();
  const ends: number[] = [];
  const usual = new Map<string, number>();
  let below = 0;
  for (const bar of bars) {
    if (rank(bar) === 1 && below === 0) below = ends.length;
    const row = freeRow(ends, bar, usual.get(bar.value) ?? -1, rank(bar) === 1 ? below : 0);
    ends[row] = bar.to ?? Infinity;
    usual.set(bar.value, row);
    rowOf.set(bar, row);
  }
  const { attribute, context } = bars[0] as Bar;
  return { key, attribute, context, bars, rowOf, rows: ends.length };
}

function rank({ mark }: Bar): number {
  return mark === "held" || mark === "retired" ? 1 : 0;
}

// The row in which a value stood before, if it is free, else the first that is.
function freeRow(ends: readonly number[], { from }: Bar, usual: number, first: number): number {
  if (usual >= first && (ends[usual] ?? Infinity) <= from) return usual;
  for (let row = first; row < ends.length; row += 1) {
    if ((ends[row] ?? Infinity) <= from) return row;
  }
  return ends.length;
}

export interface Sizes {
  // Of one row, of the name above or beside the rows, of the space between two lanes.
  row: number;
  head: number;
  least: number;
  gap: number;
  // More rows than that are shown only when asked for.
  rowsMost: number;
}

export interface Placed {
  lane: Lane;
  top: number;
  // Where its first row begins, below its name on a narrow screen.
  rowsTop: number;
  rows: number;
  height: number;
}

// The lanes one below the other; the height of all of them.
export function stacked(lanes: readonly Lane[], sizes: Sizes): [Placed[], number] {
  let top = 0;
  const placed = lanes.map((lane) => {
    const rows = Math.min(lane.rows, sizes.rowsMost);
    const more = rows < lane.rows ? sizes.row : 0;
    const height = Math.max(sizes.head + rows * sizes.row + more, sizes.least) + sizes.gap;
    const one = { lane, top, rowsTop: top + sizes.head + sizes.gap / 2, rows, height };
    top += height;
    return one;
  });
  return [placed, top];
}

// The bar at a point of time and a height; the shortest, if several lie there.
export function barAt(
  placed: readonly Placed[],
  sizes: Sizes,
  at: number,
  y: number,
  slack: number,
): Bar | null {
  const found = placed.find(({ top, height }) => y >= top && y < top + height);
  if (found === undefined) return null;
  const row = Math.floor((y - found.rowsTop) / sizes.row);
  let best: Bar | null = null;
  for (const bar of found.lane.bars) {
    if (found.lane.rowOf.get(bar) !== row || row >= found.rows) continue;
    if (at < bar.from - slack || at >= (bar.to ?? Infinity) + slack) continue;
    if (best === null || length(bar) < length(best)) best = bar;
  }
  return best;
}

function length({ from, to }: Bar): number {
  return (to ?? Infinity) - from;
}

// The bar that a key leads to: the one before or behind it, or the nearest of the next row or lane.
export function neighbour(placed: readonly Placed[], bar: Bar, key: string): Bar | null {
  const rows = placed.flatMap(({ lane, rows: count }) => rowsOf(lane, count));
  const row = rows.findIndex((bars) => bars.includes(bar));
  const here = rows[row];
  if (here === undefined) return null;
  const index = here.indexOf(bar);
  if (key === "ArrowLeft") return here[index - 1] ?? null;
  if (key === "ArrowRight") return here[index + 1] ?? null;
  const other = rows[row + (key === "ArrowUp" ? -1 : 1)];
  return other === undefined ? null : nearest(other, bar.from);
}

function rowsOf({ bars, rowOf }: Lane, count: number): Bar[][] {
  const rows: Bar[][] = Array.from({ length: count }, () => []);
  for (const bar of bars) rows[rowOf.get(bar) ?? count]?.push(bar);
  return rows.map((row) => row.sort((one, other) => one.from - other.from));
}

function nearest(bars: readonly Bar[], at: number): Bar | null {
  let best: Bar | null = null;
  for (const bar of bars) {
    if (best === null || Math.abs(bar.from - at) < Math.abs(best.from - at)) best = bar;
  }
  return best;
}

// What holds at a point of time.
export function holding(bars: readonly Bar[], at: number): Bar[] {
  return bars.filter(
    ({ from, to, mark }) =>
      from <= at && at < (to ?? Infinity) && (mark === "believed" || mark === "contested"),
  );
}

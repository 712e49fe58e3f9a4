// Windows of time and what becomes of them: zoomed, moved, divided by ticks, stepped through by
// keys. Points of time are milliseconds since 1970; microseconds are fractions of them.

import { scaleTime } from "d3-scale";

export interface Window {
  from: number;
  to: number;
}

// The years 1 to 9998 are stored.
export const FIRST = Date.UTC(1970, 0, 1) - 62_135_596_800_000;
export const LAST = Date.UTC(9998, 11, 31, 23, 59, 59, 999);
const SHORTEST_MS = 0.01;
const MARGIN = 0.05;
const DAY_MS = 86_400_000;

// A point of time with its microseconds, which a Date does not keep.
export function exact(text: string): number {
  const micros = /\.\d{3}(\d{1,3})/.exec(text)?.[1];
  return Date.parse(text) + (micros === undefined ? 0 : Number(micros.padEnd(3, "0")) / 1000);
}

// A point of time as the service takes it, to the microsecond.
export function isoOf(at: number): string {
  const whole = Math.floor(at);
  const micros = Math.min(999, Math.round((at - whole) * 1000));
  return new Date(whole).toISOString().replace("Z", `${String(micros).padStart(3, "0")}Z`);
}

// The window in which all of the points lie, with some room beside them.
export function around(points: Iterable<number>, now: number): Window {
  let [from, to] = [now, now];
  for (const point of points) {
    if (point < from) from = point;
    if (point > to) to = point;
  }
  const room = Math.max(to - from, DAY_MS) * MARGIN;
  return bounded({ from: from - room, to: to + room });
}

function bounded({ from, to }: Window): Window {
  const span = Math.min(Math.max(to - from, SHORTEST_MS), LAST - FIRST);
  const start = Math.min(Math.max(from, FIRST), LAST - span);
  return { from: start, to: start + span };
}

// A factor below 1 shows less of it; `at` stays where it is.
export function zoomed({ from, to }: Window, factor: number, at = (from + to) / 2): Window {
  const span = Math.max((to - from) * factor, SHORTEST_MS);
  const share = (at - from) / (to - from);
  return bounded({ from: at - share * span, to: at + (1 - share) * span });
}

export function panned({ from, to }: Window, share: number): Window {
  const by = (to - from) * share;
  return bounded({ from: from + by, to: to + by });
}

// Where a point lies on a line of so many pixels, and which point lies there.
export function place(at: number, { from, to }: Window, length: number): number {
  return ((at - from) / (to - from)) * length;
}

export function pointAt(pixel: number, { from, to }: Window, length: number): number {
  return from + (pixel / length) * (to - from);
}

// A window as it stands in an address.
export function written({ from, to }: Window): string {
  return `${isoOf(from)}..${isoOf(to)}`;
}

export function read(text: string | undefined): Window | null {
  const [from, to] = (text ?? "").split("..", 2).map(exact);
  if (from === undefined || to === undefined || !(from < to)) return null;
  return bounded({ from, to });
}

export interface Tick {
  at: number;
  text: string;
}

const LETTER_PX = 7.5;
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

export interface Ticked {
  // How many pixels there are for each.
  apart: number;
  upright?: boolean;
}

// Ticks at good units by the reader's clock, as every time of day is told; the first one, and each at which a larger unit begins, tells that unit.
export function ticks(window: Window, length: number, { apart, upright }: Ticked): Tick[] {
  const count = Math.max(2, Math.floor(length / apart));
  const found = scaleTime()
    .domain([new Date(window.from), new Date(window.to)])
    .ticks(count);
  const dates = found.map((date) => asUtc(date));
  const units = dates.map((date) => unitOf(date));
  const finest = Math.max(0, ...units);
  // A text that would lie on the one before it is left out; its tick stays.
  let free = -Infinity;
  return dates.map((date, index) => {
    const at = (found[index] ?? date).valueOf();
    const text = told(date, index === 0 ? finest : (units[index] ?? 0), index === 0);
    const pixel = place(at, window, length);
    if (upright || pixel >= free) free = pixel + text.length * LETTER_PX;
    else return { at, text: "" };
    return { at, text };
  });
}

// The date whose fields in UTC are what the reader's clock tells, also where that was off by seconds.
function asUtc(date: Date): Date {
  const told = new Date(0);
  told.setUTCFullYear(date.getFullYear(), date.getMonth(), date.getDate());
  told.setUTCHours(date.getHours(), date.getMinutes(), date.getSeconds(), date.getMilliseconds());
  return told;
}

const YEAR = 0;
const MONTH = 1;
const DAY = 2;
const MINUTE = 3;
const SECOND = 4;
const FRACTION = 5;

function unitOf(date: Date): number {
  if (date.getUTCMilliseconds() !== 0) return FRACTION;
  if (date.getUTCSeconds() !== 0) return SECOND;
  if (date.getUTCHours() !== 0 || date.getUTCMinutes() !== 0) return MINUTE;
  if (date.getUTCDate() !== 1) return DAY;
  return date.getUTCMonth() === 0 ? YEAR : MONTH;
}

function told(date: Date, unit: number, full: boolean): string {
  const year = String(date.getUTCFullYear());
  const month = MONTHS[date.getUTCMonth()] ?? "";
  const day = `${date.getUTCDate()} ${month}`;
  const time = date.toISOString().slice(11);
  switch (unit) {
    case YEAR:
      return year;
    case MONTH:
      return full ? `${month} ${year}` : month;
    case DAY:
      return full ? `${day} ${year}` : day;
    case MINUTE:
      return full ? `${day} ${year} ${time.slice(0, 5)}` : time.slice(0, 5);
    case SECOND:
      return full ? `${day} ${time.slice(0, 8)}` : time.slice(0, 8);
    default:
      return full ? time.slice(0, 12) : time.slice(8, 12);
  }
}

const SMALL = 1 / 200;
const LARGE = 1 / 10;

// Where a key moves a handle to within the ends it may reach; null for any other key.
export function stepped(key: string, at: number, window: Window, ends: Window): number | null {
  const span = window.to - window.from;
  const ways: Record<string, number> = {
    ArrowRight: at + span * SMALL,
    ArrowUp: at + span * SMALL,
    ArrowLeft: at - span * SMALL,
    ArrowDown: at - span * SMALL,
    PageUp: at + span * LARGE,
    PageDown: at - span * LARGE,
    Home: ends.from,
    End: ends.to,
  };
  const to = ways[key];
  return to === undefined ? null : Math.min(Math.max(to, ends.from), ends.to);
}

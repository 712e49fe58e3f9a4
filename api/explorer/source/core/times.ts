// Points and intervals of time as people read and write them. What is stored is in UTC; people read
// it in their own zone, and a period as exactly as it was said.

import type { Precision, TimeBasis } from "../generated/graphql.ts";

// An interval as the service tells it, open if it has no end.
export interface Span {
  validFrom: string;
  validTo?: string | null | undefined;
  validFromPrecision?: Precision | null | undefined;
  validToPrecision?: Precision | null | undefined;
  validFromBasis?: TimeBasis | null | undefined;
}

const MONTHS = [
  "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
] as const; // prettier-ignore
const TWO = (number: number): string => String(number).padStart(2, "0");

// Milliseconds since 1970; digits beyond milliseconds are dropped.
export function ms(text: string): number {
  return Date.parse(text);
}

export function iso(at: number): string {
  return new Date(at).toISOString();
}

// A point of time, as exactly as it was said: "2019", "Mar 2024", "14 Mar 2024", "14 Mar 2024 09:30".
// Periods are those of UTC, in which they are stored; an instant is told in the reader's zone.
export function shown(text: string, precision: Precision = "INSTANT"): string {
  const at = new Date(ms(text));
  if (Number.isNaN(at.valueOf())) return text;
  const year = String(at.getUTCFullYear());
  const month = at.getUTCMonth();
  switch (precision) {
    case "DECADE":
      return `${year}s`;
    case "YEAR":
      return year;
    case "SEASON":
      return `${["winter", "spring", "summer", "autumn"][Math.floor(((month + 1) % 12) / 3)]} ${year}`;
    case "QUARTER":
      return `Q${Math.floor(month / 3) + 1} ${year}`;
    case "MONTH":
      return `${MONTHS[month]} ${year}`;
    case "WEEK":
      return `week of ${at.getUTCDate()} ${MONTHS[month]} ${year}`;
    case "DAY":
      return `${at.getUTCDate()} ${MONTHS[month]} ${year}`;
    default:
      return local(at);
  }
}

function local(at: Date): string {
  const day = `${at.getDate()} ${MONTHS[at.getMonth()]} ${at.getFullYear()}`;
  return `${day} ${TWO(at.getHours())}:${TWO(at.getMinutes())}`;
}

// How exactly to tell a start or an end that comes without its precision: midnight is a day.
export function roughly(text: string): Precision {
  return /T00:00:00(\.0+)?(Z|\+00:00)$/.test(text) ? "DAY" : "INSTANT";
}

// The same point in UTC, in full.
export function utc(text: string): string {
  return text.replace("T", " ").replace(/(?:\.0+|(\.\d*[1-9])0*)?(?:\+00:00|Z)$/, "$1 UTC");
}

// "3 days ago", "in 2 months": for what is read at a glance.
export function ago(text: string, now: number): string {
  const seconds = (ms(text) - now) / 1000;
  const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  const units = [
    ["year", 31_556_952],
    ["month", 2_629_746],
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit);
  }
  return relative.format(Math.round(seconds), "second");
}

// What a person wrote: a year, a month, a day, or a time of day in their zone; null if it is none.
// A period means its end, since "what was true in 2024" asks for what held when it was over.
export function written(text: string): string | null {
  const trimmed = text.trim();
  const period = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(trimmed);
  if (period !== null) return endOf(period);
  const found = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?) ?(Z|UTC|[+-]\d{2}:\d{2})?$/
    .exec(trimmed); // prettier-ignore
  if (found === null) return null;
  const zone = found[3] === "UTC" ? "Z" : (found[3] ?? "");
  const at = new Date(`${found[1]}T${found[2]}${zone}`);
  if (Number.isNaN(at.valueOf())) return null;
  // Digits beyond milliseconds are kept: two versions may lie within one.
  return zone === "Z" ? `${found[1]}T${found[2]}Z` : at.toISOString();
}

// The same, but a period means its beginning: "since 2024" starts with its first instant.
export function begins(text: string): string | null {
  const period = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text.trim());
  if (period === null) return written(text);
  const [, year = "", month = "01", day = "01"] = period;
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return Number.isNaN(at.valueOf()) || at.getUTCDate() !== Number(day) ? null : at.toISOString();
}

function endOf([, year, month, day]: RegExpExecArray): string | null {
  const [y, m, d] = [Number(year), Number(month ?? 12), Number(day ?? 0)];
  if (m < 1 || m > 12 || y === 0) return null;
  const end = new Date(0);
  if (day === undefined) end.setUTCFullYear(y, m, 1);
  else {
    end.setUTCFullYear(y, m - 1, d);
    if (end.getUTCDate() !== d || d === 0) return null;
    end.setUTCDate(d + 1);
  }
  return new Date(end.valueOf() - 1).toISOString();
}

// A point of time as a person may edit it.
export function editable(text: string): string {
  const at = new Date(ms(text));
  if (Number.isNaN(at.valueOf())) return text;
  const day = `${String(at.getFullYear()).padStart(4, "0")}-${TWO(at.getMonth() + 1)}-${TWO(at.getDate())}`;
  const time = `${TWO(at.getHours())}:${TWO(at.getMinutes())}`;
  return `${day} ${time}:${TWO(at.getSeconds())}`;
}

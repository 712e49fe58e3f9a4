// Points and intervals of time as people read and write them. What is stored is in UTC; people read
// it in their own zone, and a period as exactly as it was said.

import type { Precision, TimeBasis } from "../generated/graphql.ts";

// An interval as the service tells it, open if it has no end.
export interface Span {
  validFrom: string;
  validTo?: string | null | undefined;
  validFromText?: string | null | undefined;
  validToText?: string | null | undefined;
  validFromPrecision?: Precision | null | undefined;
  validToPrecision?: Precision | null | undefined;
  validFromBasis?: TimeBasis | null | undefined;
  startUnknown?: boolean | null | undefined;
  endUnknown?: boolean | null | undefined;
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

// A point of time in the reader's zone: "14 Mar 2024 09:30".
export function shown(text: string): string {
  const at = new Date(ms(text));
  return Number.isNaN(at.valueOf()) ? text : local(at);
}

function local(at: Date): string {
  const day = `${at.getDate()} ${MONTHS[at.getMonth()]} ${at.getFullYear()}`;
  return `${day} ${TWO(at.getHours())}:${TWO(at.getMinutes())}`;
}

// A bound, as exactly as it was said: "2019", "Mar 2024", "14 Mar 2024", "14 Mar 2024 09:30". The
// service tells a period by the calendar of the zone in which it was said (`said`: "2019", "2024-03",
// "2024-Q2", "week of 2024-03-11"), so that it is the same everywhere; an instant is told in the
// reader's zone.
export function bound(
  at: string,
  said: string | null | undefined,
  precision: Precision | null | undefined,
): string {
  if (!said || !precision || precision === "INSTANT" || precision === "HOUR") return shown(at);
  const quarter = /^(\d{4})-(Q\d)$/.exec(said);
  if (quarter !== null) return `${quarter[2]} ${Number(quarter[1])}`;
  return said.replace(
    /\b(\d{4})-(\d{2})(?:-(\d{2}))?\b/,
    (_, year: string, month: string, day?: string) => {
      const named = `${MONTHS[Number(month) - 1] ?? month} ${Number(year)}`;
      return day === undefined ? named : `${Number(day)} ${named}`;
    },
  );
}

export function boundFrom(span: Span): string {
  return bound(span.validFrom, span.validFromText, span.validFromPrecision);
}

// The end of an interval that has one.
export function boundTo(span: Span): string {
  return span.validTo ? bound(span.validTo, span.validToText, span.validToPrecision) : "";
}

// A bound that a person gives: a year, month or day as it is written, which the service takes as
// exactly as that; a time of day in the reader's zone. Null if it is none.
export function given(text: string): string | null {
  return PERIOD.test(text.trim()) && begins(text) !== null ? text.trim() : written(text);
}

// Such a bound as a start or an end, before the service has it.
export function startOf(at: string): Span {
  return { validFrom: at, ...named(at, "From"), validFromBasis: "STATED" };
}

export function endOf(at: string): Partial<Span> {
  return { validTo: at, ...named(at, "To") };
}

function named(at: string, end: "From" | "To"): Partial<Span> {
  const [, year, month, day] = PERIOD.exec(at) ?? [];
  const precision = year === undefined ? "INSTANT" : day ? "DAY" : month ? "MONTH" : "YEAR";
  return { [`valid${end}Text`]: at, [`valid${end}Precision`]: precision };
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

// What a person wrote: a year, a month, a day, or a time of day, in their zone; null if it is none.
// A period means its end, since "what was true in 2024" asks for what held when it was over.
export function written(text: string): string | null {
  const trimmed = text.trim();
  const period = PERIOD.exec(trimmed);
  if (period !== null) {
    const end = edge(period, 1);
    return end === null ? null : new Date(end.valueOf() - 1).toISOString();
  }
  const found = MOMENT.exec(trimmed);
  if (found === null) return null;
  const zone = found[3] === "UTC" ? "Z" : (found[3] ?? "");
  const at = new Date(`${found[1]}T${found[2]}${zone}`);
  if (Number.isNaN(at.valueOf())) return null;
  // Digits beyond milliseconds are kept: two versions may lie within one.
  return zone === "Z" ? `${found[1]}T${found[2]}Z` : at.toISOString();
}

// Whether it is a period that is not over: today, this month, this year.
export function running(text: string, now: number): boolean {
  const [start, end] = [begins(text), written(text)];
  return PERIOD.test(text.trim()) && !!start && !!end && ms(start) <= now && now <= ms(end);
}

// The same, but a period means its beginning: "since 2024" starts with its first instant.
export function begins(text: string): string | null {
  const period = PERIOD.exec(text.trim());
  return period === null ? written(text) : (edge(period, 0)?.toISOString() ?? null);
}

// The same with an offset: the one that is written, or that of the reader's zone. What a message calls
// yesterday is so by the calendar of the place where it was said.
export function zoned(text: string): string | null {
  const at = begins(text);
  if (at === null) return null;
  const [, day, time, zone] = MOMENT.exec(text.trim()) ?? [];
  if (zone !== undefined) return `${day}T${time}${zone === "UTC" ? "Z" : zone}`;
  const minutes = Math.round(-new Date(ms(at)).getTimezoneOffset());
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const offset = `${minutes < 0 ? "-" : "+"}${TWO(hours)}:${TWO(rest)}`;
  return iso(ms(at) + minutes * 60_000).replace("Z", offset);
}

const PERIOD = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
const MOMENT =
  /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?) ?(Z|UTC|[+-]\d{2}:\d{2})?$/;

// Where a period begins by the reader's clock, or the one so many after it.
function edge([, year, month, day]: RegExpExecArray, after: 0 | 1): Date | null {
  const [y, m, d] = [Number(year), Number(month ?? 1), Number(day ?? 1)];
  const start = midnight(y, m - 1, d);
  if (y === 0 || start.getMonth() !== m - 1 || start.getDate() !== d) return null;
  if (after === 0) return start;
  if (day !== undefined) return midnight(y, m - 1, d + 1);
  return month === undefined ? midnight(y + 1, 0, 1) : midnight(y, m, 1);
}

// A year below 100 stays what it is.
function midnight(year: number, month: number, day: number): Date {
  const at = new Date(2000, 0, 1);
  at.setFullYear(year, month, day);
  return at;
}

// A point of time as a person may edit it.
export function editable(text: string): string {
  const at = new Date(ms(text));
  if (Number.isNaN(at.valueOf())) return text;
  const day = `${String(at.getFullYear()).padStart(4, "0")}-${TWO(at.getMonth() + 1)}-${TWO(at.getDate())}`;
  const time = `${TWO(at.getHours())}:${TWO(at.getMinutes())}`;
  return `${day} ${time}:${TWO(at.getSeconds())}`;
}

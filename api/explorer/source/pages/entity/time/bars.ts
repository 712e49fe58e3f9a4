// What is drawn of a belief, or of what contradicts one: an interval, its value, and how sure its
// edges are.

import { boundFrom, boundTo, shown, type Span } from "../../../core/times.ts";
import type {
  Precision,
  TimeBeliefFragment,
  TimeContradictionFragment,
} from "../../../generated/graphql.ts";
import { words } from "../../../parts/text.tsx";
import { exact } from "./scales.ts";

export type Mark = "believed" | "contested" | "held" | "inserted" | "retired" | "unchanged";

export interface Bar {
  key: string;
  attribute: string;
  context: string | null;
  value: string;
  mark: Mark;
  from: number;
  to: number | null;
  // Until when the start may lie, if only a period was said.
  soft: number | null;
  // Nobody said when it began: it may have been earlier.
  observed: boolean;
  // Of the end only a period was said.
  rough: boolean;
  known: number;
  knownTo: number | null;
  // The interval in words, and since when that is known.
  valid: string;
  since: string;
  // The memory that it rests on.
  memory: string;
  belief: TimeBeliefFragment | null;
}

export function barOf(belief: TimeBeliefFragment, mark?: Mark): Bar {
  const from = exact(belief.validFrom);
  const to = belief.validTo ? exact(belief.validTo) : null;
  return {
    key: belief.id,
    attribute: belief.attribute,
    context: belief.context ?? null,
    value: belief.target?.name ?? belief.value ?? "",
    mark: mark ?? (belief.contested ? "contested" : "believed"),
    from,
    to,
    soft: softUntil(from, to, belief.validFromPrecision),
    observed: belief.validFromBasis === "OBSERVED",
    rough: endOfPeriod(from, belief.validToPrecision ?? "INSTANT") !== null,
    known: exact(belief.systemFrom),
    knownTo: belief.systemTo ? exact(belief.systemTo) : null,
    valid: interval(belief),
    since: knownSince(belief),
    memory: belief.memoryId,
    belief,
  };
}

// What speaks against what is believed and is not believed itself.
export function challengerOf({
  id,
  attribute,
  context,
  detectedAt,
  challenger,
}: TimeContradictionFragment): Bar {
  const { validFrom, validTo, saidAt, target, value, negative } = challenger;
  const start = validFrom ?? saidAt;
  const [from, to] = [exact(start), validTo ? exact(validTo) : null];
  const said = target?.name ?? value ?? challenger.text;
  return {
    key: id,
    attribute,
    context: context ?? null,
    value: negative ? `not ${said}` : said,
    mark: "held",
    from,
    to,
    soft: softUntil(from, to, challenger.validFromPrecision ?? "INSTANT"),
    observed: challenger.validFromBasis !== "STATED",
    rough: endOfPeriod(from, challenger.validToPrecision ?? "INSTANT") !== null,
    known: exact(detectedAt),
    knownTo: null,
    valid: interval({ ...challenger, validFrom: start }),
    since: `said ${shown(saidAt)}`,
    memory: challenger.id,
    belief: null,
  };
}

function softUntil(from: number, to: number | null, precision: Precision): number | null {
  const end = endOfPeriod(from, precision);
  return end === null || to === null ? end : Math.min(end, to);
}

const MONTHS_OF: Partial<Record<Precision, number>> = {
  DECADE: 120,
  YEAR: 12,
  SEASON: 3,
  QUARTER: 3,
  MONTH: 1,
};
const LENGTHS_MS: Partial<Record<Precision, number>> = {
  WEEK: 604_800_000,
  DAY: 86_400_000,
  HOUR: 3_600_000,
};
// A Monday, and the month in which the seasons of a year begin.
const MONDAY = Date.UTC(1970, 0, 5);
const WINTER = 11;

// The end of the period in which a point lies; null for an instant.
export function endOfPeriod(at: number, precision: Precision): number | null {
  const length = LENGTHS_MS[precision];
  if (length !== undefined) return MONDAY + (Math.floor((at - MONDAY) / length) + 1) * length;
  const months = MONTHS_OF[precision];
  if (months === undefined) return null;
  const date = new Date(at);
  const shift = precision === "SEASON" ? WINTER : 0;
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth() - shift;
  const next = (Math.floor(month / months) + 1) * months + shift;
  const end = new Date(0);
  end.setUTCFullYear(Math.floor(next / 12), next % 12, 1);
  return end.valueOf();
}

// "since Mar 2024", "2019 – Mar 2024"; a start that nobody stated is "by Mar 2024".
export function interval(span: Span): string {
  const from = boundFrom(span);
  const observed = span.validFromBasis === "OBSERVED";
  if (!span.validTo) return `${observed ? "by" : "since"} ${from}`;
  return `${observed ? "by " : ""}${from} – ${boundTo(span)}`;
}

function knownSince({ systemFrom, systemTo }: TimeBeliefFragment): string {
  const from = shown(systemFrom);
  return systemTo ? `known ${from} – ${shown(systemTo)}` : `known since ${from}`;
}

export const MARKS: Readonly<Record<Mark, string>> = {
  believed: "",
  contested: "contested",
  held: "held",
  inserted: "new",
  retired: "gone",
  unchanged: "",
};

export function slotName(attribute: string, context: string | null | undefined): string {
  return context ? `${words(attribute)} in ${context}` : words(attribute);
}

// A bar in one sentence, for who does not see it.
export function sentence({ attribute, context, value, valid, since, mark }: Bar): string {
  const said = `${slotName(attribute, context)}: ${value}, ${valid}, ${since}`;
  return MARKS[mark] === "" ? said : `${MARKS[mark]}. ${said}`;
}

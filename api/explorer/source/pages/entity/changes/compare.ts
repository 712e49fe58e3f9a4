// What changed from some beliefs to others, paired so that it reads as old and new.

import type { TimeBeliefFragment } from "../../../generated/graphql.ts";
import { exact } from "../time/scales.ts";
import { slotKey } from "../timeline/lanes.ts";

export interface Difference {
  inserted: readonly TimeBeliefFragment[];
  retired: readonly TimeBeliefFragment[];
}

// As the service compares them: by attribute, context, value and interval.
export function contentOf(belief: TimeBeliefFragment): string {
  const { attribute, context, canonical, visibility, validFrom, validTo } = belief;
  return JSON.stringify([attribute, context, canonical, visibility, validFrom, validTo]);
}

export function difference(
  before: readonly TimeBeliefFragment[],
  after: readonly TimeBeliefFragment[],
): Difference {
  const [old, young] = [before, after].map((list) => new Set(list.map(contentOf)));
  return {
    inserted: after.filter((belief) => !old?.has(contentOf(belief))),
    retired: before.filter((belief) => !young?.has(contentOf(belief))),
  };
}

export interface Change {
  key: string;
  attribute: string;
  context: string | null;
  // Only one of them may be missing.
  before: TimeBeliefFragment | null;
  after: TimeBeliefFragment | null;
}

// In the order of the slots; within one, the same value with another interval is one change, then
// what took the place of something else, then what came or went alone.
export function changesOf({ inserted, retired }: Difference): Change[] {
  const slots = new Map<string, { old: TimeBeliefFragment[]; young: TimeBeliefFragment[] }>();
  const slotOf = ({ attribute, context }: TimeBeliefFragment) => {
    const key = slotKey(attribute, context);
    const found = slots.get(key) ?? { old: [], young: [] };
    slots.set(key, found);
    return found;
  };
  for (const belief of retired) slotOf(belief).old.push(belief);
  for (const belief of inserted) slotOf(belief).young.push(belief);
  const keys = [...slots.keys()].sort();
  return keys.flatMap((key) => {
    const { old, young } = slots.get(key) ?? { old: [], young: [] };
    return paired(old, young);
  });
}

function paired(old: TimeBeliefFragment[], young: TimeBeliefFragment[]): Change[] {
  const partner = new Map<TimeBeliefFragment, TimeBeliefFragment>();
  const free = new Set(young);
  match(old, free, partner, (one, other) => one.canonical === other.canonical);
  match(old, free, partner, overlap);
  const changes = old.map((before) => change(before, partner.get(before) ?? null));
  const alone = [...free].map((after) => change(null, after));
  return [...changes, ...alone].sort((one, other) => startOf(one) - startOf(other));
}

function match(
  old: readonly TimeBeliefFragment[],
  free: Set<TimeBeliefFragment>,
  partner: Map<TimeBeliefFragment, TimeBeliefFragment>,
  fits: (one: TimeBeliefFragment, other: TimeBeliefFragment) => boolean,
): void {
  for (const before of old) {
    if (free.size === 0) return;
    if (partner.has(before)) continue;
    for (const after of free) {
      if (!fits(before, after)) continue;
      partner.set(before, after);
      free.delete(after);
      break;
    }
  }
}

function overlap(one: TimeBeliefFragment, other: TimeBeliefFragment): boolean {
  return (
    exact(one.validFrom) < (other.validTo ? exact(other.validTo) : Infinity) &&
    exact(other.validFrom) < (one.validTo ? exact(one.validTo) : Infinity)
  );
}

function change(before: TimeBeliefFragment | null, after: TimeBeliefFragment | null): Change {
  const one = (after ?? before) as TimeBeliefFragment;
  return {
    key: `${before?.id ?? ""} ${after?.id ?? ""}`,
    attribute: one.attribute,
    context: one.context ?? null,
    before,
    after,
  };
}

function startOf({ before, after }: Change): number {
  return exact(((after ?? before) as TimeBeliefFragment).validFrom);
}

export function kindOf({ before, after }: Change): "new" | "gone" | "other interval" | "replaced" {
  if (before === null) return "new";
  if (after === null) return "gone";
  return before.canonical === after.canonical ? "other interval" : "replaced";
}

const DAY_MS = 86_400_000;
// The periods that are offered, and how long before now each begins.
export const PERIODS = [
  { key: "day", name: "Last day", ms: DAY_MS },
  { key: "week", name: "Last week", ms: 7 * DAY_MS },
  { key: "month", name: "Last month", ms: 30 * DAY_MS },
  { key: "year", name: "Last year", ms: 365 * DAY_MS },
  { key: "beginning", name: "Since the beginning", ms: Infinity },
] as const;
export const BEGINNING = "0001-01-01T00:00:00.000Z";

export function beginningOf(period: string, now: number): string {
  const found = PERIODS.find(({ key }) => key === period) ?? PERIODS[2];
  return found.ms === Infinity ? BEGINNING : new Date(now - found.ms).toISOString();
}

// What a claim will do to the beliefs of its slot if it counts, and what an action has done to them.
// The first is foretold by the common cases of the rules; the service alone decides.

import { ms, type Span } from "./times.ts";

export interface Standing extends Span {
  id: string;
  context?: string | null;
  canonical: string;
  value?: string | null;
  target?: { id: string; name: string } | null;
  memory: { id: string; saidAt: string };
}

export interface Claim extends Span {
  // The id of the entity that it leads to, or the words.
  target: string | null;
  said: string;
  saidAt: string;
  negative: boolean;
}

export interface Slot {
  many: boolean;
  // Whether an earlier value returns when a later one ends.
  resumes: boolean;
}

export type Change<Belief> =
  | { kind: "begins"; at: Span }
  | { kind: "ends"; belief: Belief; at: Span }
  | { kind: "returns"; belief: Belief; at: Span }
  | { kind: "gone"; belief: Belief }
  | { kind: "confirmed"; belief: Belief };

const FOREVER = Infinity;
const from = ({ validFrom }: Span): number => ms(validFrom);
const to = ({ validTo }: Span): number => (validTo ? ms(validTo) : FOREVER);
const meets = (one: Span, other: Span): boolean => from(one) < to(other) && from(other) < to(one);

// What is to be expected of the slot once the claim counts, by what is believed there now.
export function expected<Belief extends Standing>(
  standing: readonly Belief[],
  claim: Claim,
  slot: Slot,
): Change<Belief>[] {
  const same = standing.filter((one) => alike(one, claim) && meets(one, claim));
  if (claim.negative) return same.flatMap((one) => cut(one, claim, slot));
  const [carried] = same.filter((one) => from(one) <= from(claim) && to(one) >= to(claim));
  if (carried !== undefined) return [{ kind: "confirmed", belief: carried }];
  if (slot.many) return [{ kind: "begins", at: claim }];
  const rivals = standing.filter((one) => !alike(one, claim));
  const at = own(rivals, claim);
  if (at === null) return [];
  const ending = rivals.filter((one) => meets(one, at)).flatMap((one) => cut(one, at, slot));
  return [...ending, { kind: "begins", at }];
}

// By the words where the service has not told the canonical form.
function alike({ canonical, value, target }: Standing, claim: Claim): boolean {
  if (claim.target !== null) return canonical === claim.target;
  const said = claim.said.trim().toLowerCase();
  return canonical === said || (target?.name ?? value ?? "").trim().toLowerCase() === said;
}

// Where the claim holds: one without an end goes on until something else begins.
function own(rivals: readonly Standing[], claim: Claim): Span | null {
  const open = !claim.validTo;
  const later = rivals
    .filter((one) => (open ? from(one) > from(claim) : ms(one.memory.saidAt) > ms(claim.saidAt)))
    .filter((one) => meets(one, claim))
    .sort((one, other) => from(one) - from(other));
  const same = rivals.some(
    (one) => from(one) === from(claim) && ms(one.memory.saidAt) > ms(claim.saidAt),
  );
  if (same) return null;
  const [first] = later;
  if (first === undefined) return claim;
  if (from(first) <= from(claim)) return null;
  return until(claim, first);
}

// An interval that another one ends.
export function until(span: Span, next: Span): Span {
  const { validFrom, validFromText, validFromPrecision } = next;
  return {
    ...span,
    validTo: validFrom,
    validToText: validFromText,
    validToPrecision: validFromPrecision,
  };
}

function cut<Belief extends Standing>(
  belief: Belief,
  by: Span,
  { resumes }: Slot,
): Change<Belief>[] {
  const left: Change<Belief>[] = [];
  const kept = from(belief) < from(by);
  if (kept) {
    left.push({ kind: "ends", belief, at: until(belief, by) });
  }
  const after = by.validTo && to(belief) > to(by) && (resumes || belief.validTo || !kept);
  if (after) {
    const at = {
      ...belief,
      validFrom: by.validTo ?? "",
      validFromText: by.validToText,
      validFromPrecision: by.validToPrecision,
      validFromBasis: "STATED",
    } as const;
    left.push({ kind: "returns", belief, at });
  }
  return left.length > 0 ? left : [{ kind: "gone", belief }];
}

// What of a slot is believed after something was done and was not before, and the reverse.
export function difference<Belief extends Standing>(
  before: readonly Belief[],
  after: readonly Belief[],
): { began: Belief[]; ended: Belief[] } {
  const keys = (of: readonly Belief[]) => new Set(of.map(keyOf));
  const [old, now] = [keys(before), keys(after)];
  return {
    began: after.filter((one) => !old.has(keyOf(one))),
    ended: before.filter((one) => !now.has(keyOf(one))),
  };
}

function keyOf({ context, canonical, validFrom, validTo }: Standing): string {
  return JSON.stringify([context ?? null, canonical, validFrom, validTo ?? null]);
}

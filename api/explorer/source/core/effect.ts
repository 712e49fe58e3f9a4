// What something does to a slot: what is believed there before it and after it, compared.

import { ms, type Span } from "./times.ts";

export interface Standing extends Span {
  id: string;
  context?: string | null;
  canonical: string;
}

export type Kind = "begins" | "ends" | "gone" | "goes on" | "returns" | "stays";

export interface Change<Belief> {
  kind: Kind;
  belief: Belief;
}

// First what is not believed any more, or not as long; then what is believed from now on; then the rest.
export function compare<Belief extends Standing>(
  before: readonly Belief[],
  after: readonly Belief[],
): Change<Belief>[] {
  const [old, now] = [keys(before, whole), keys(after, whole)];
  const gone = before.filter((one) => !now.has(whole(one)));
  const fresh = after.filter((one) => !old.has(whole(one)));
  const starts = new Map(gone.map((one) => [start(one), one]));
  const values = keys(before, value);
  const met = new Set(fresh.map(start));
  const ended = gone
    .filter((one) => !met.has(start(one)))
    .map((belief) => ({ kind: "gone", belief }) as const);
  const changed = fresh.map((belief) => {
    const was = starts.get(start(belief));
    if (was !== undefined) return { kind: to(belief) < to(was) ? "ends" : "goes on", belief };
    return { kind: values.has(value(belief)) ? "returns" : "begins", belief };
  }) as Change<Belief>[];
  const stays = after
    .filter((one) => old.has(whole(one)))
    .map((belief) => ({ kind: "stays", belief }) as const);
  const shorter = changed.filter(({ kind }) => kind === "ends");
  return [...ended, ...shorter, ...changed.filter(({ kind }) => kind !== "ends"), ...stays];
}

const to = ({ validTo }: Span): number => (validTo ? ms(validTo) : Infinity);
const value = ({ context, canonical }: Standing): string =>
  JSON.stringify([context ?? null, canonical]);
const start = (one: Standing): string => `${value(one)} ${one.validFrom}`;
const whole = (one: Standing): string => `${start(one)} ${one.validTo ?? ""}`;

function keys<Belief>(of: readonly Belief[], key: (one: Belief) => string): Set<string> {
  return new Set(of.map(key));
}

// Figures of a JSON object as words: what a task did, what was consumed.

import type { JSX } from "preact";

// "oldestDays" as "oldest days".
export const spoken = (name: string): string =>
  name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();

export const headed = (name: string): string =>
  spoken(name)
    .replace(/^./, (letter) => letter.toUpperCase())
    .replace("usd", "in US dollars");

export function Effected({ of }: { of: unknown }): JSX.Element {
  const parts = Object.entries(record(of));
  if (parts.length === 0) return <span class="quiet">no figures</span>;
  return (
    <ul class="figures">
      {parts.map(([name, value]) => (
        <li key={name}>
          <span class="quiet">{spoken(name)}</span> <bdi>{figure(value)}</bdi>
        </li>
      ))}
    </ul>
  );
}

export function record(of: unknown): Record<string, unknown> {
  return typeof of === "object" && of !== null && !Array.isArray(of)
    ? (of as Record<string, unknown>)
    : {};
}

export function list(of: unknown): unknown[] {
  return Array.isArray(of) ? of : [];
}

export function figure(of: unknown): string {
  if (typeof of === "number") return of.toLocaleString("en", { maximumFractionDigits: 4 });
  if (of === null || of === undefined) return "–";
  return typeof of === "string" || typeof of === "boolean" ? String(of) : JSON.stringify(of);
}

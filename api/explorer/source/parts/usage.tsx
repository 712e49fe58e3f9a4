// What the calls of a model consumed, in one line.

import type { JSX } from "preact";
import type { UsedFragment } from "../generated/graphql.ts";

export function ModelUsage({ of }: { of: UsedFragment }): JSX.Element {
  return (
    <span>
      {sides(of)}
      {of.costUsd != null && `, $${of.costUsd.toFixed(4)}`}
      {of.model && <span class="quiet"> {of.model}</span>}
    </span>
  );
}

function sides(of: UsedFragment): string {
  const sent = side(of.inputTokens, "tokens sent", [
    ["cached", of.cachedTokens],
    ["written to the cache", of.writtenTokens],
  ]);
  return `${sent}, ${side(of.outputTokens, "answered", [["thinking", of.thinkingTokens]])}`;
}

function side(tokens: number, what: string, kinds: readonly (readonly [string, number])[]): string {
  const some = kinds
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count.toLocaleString("en")} ${kind}`);
  return `${tokens.toLocaleString("en")} ${what}${some.length > 0 ? ` (${some.join(", ")})` : ""}`;
}

// What became of one candidate: what it says, the outcome, the check that decided, and why.

import type { JSX } from "preact";
import { link } from "../../core/route.ts";
import type { JobStateFragment, Outcome } from "../../generated/graphql.ts";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { Slot } from "../../parts/claim.tsx";
import { Text, words } from "../../parts/text.tsx";
import { ToContradiction } from "../../parts/to_contradiction.tsx";

type Decision = JobStateFragment["decisions"][number];

const OUTCOMES: Record<Outcome, readonly [Tone, string]> = {
  STORED: ["good", "Stored as a claim"],
  CONFIRMED: ["good", "Already known; now more certain"],
  REJECTED: ["plain", "Not kept"],
  QUARANTINED: ["warn", "Its source does not speak for the user: it waits for a person"],
  REVIEW: ["warn", "It waits for a person"],
  HELD: ["warn", "It contradicts what is believed, and waits for an answer"],
};

export function DecisionRow({ of }: { of: Decision }): JSX.Element {
  const { candidate, outcome, gate, reason, policyVersion, memory, contradiction } = of;
  const [tone, title] = OUTCOMES[outcome];
  return (
    <li>
      <Badge tone={tone} title={title}>
        {outcome.toLowerCase()}
      </Badge>{" "}
      {memory ? <Slot {...memory} /> : <Text>{phrase(candidate)}</Text>}{" "}
      {memory && <a href={link(["memory", memory.id])}>Why</a>}{" "}
      {contradiction && <ToContradiction id={contradiction.id} status={contradiction.status} />}
      <p class="quiet">
        {decidedBy(gate, policyVersion)}
        {reason !== outcome.toLowerCase() && (
          <>
            {(gate || policyVersion != null) && ": "}
            <Text>{reason}</Text>
          </>
        )}
      </p>
      <details>
        <summary class="quiet">What was read</summary>
        <pre tabIndex={0} aria-label="Candidate">
          <bdi>{JSON.stringify(candidate, null, 2)}</bdi>
        </pre>
      </details>
    </li>
  );
}

function decidedBy(gate?: string | null, version?: number | null): string {
  const policy = version === 0 ? "the built-in policy" : `policy ${version}`;
  if (!gate) return version == null ? "" : `by ${policy}`;
  return version == null ? `by the check ${gate}` : `by the check ${gate} of ${policy}`;
}

// A candidate in words: its sentence, or else its parts.
function phrase(candidate: unknown): string {
  if (typeof candidate !== "object" || candidate === null) return String(candidate);
  const { text, subject, predicate } = candidate as Record<string, unknown>;
  if (typeof text === "string" && text !== "") return text;
  return [subject, predicate]
    .filter((part): part is string => typeof part === "string")
    .map(words)
    .join(" ");
}

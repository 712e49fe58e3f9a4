// What a memory claims, in one line: of whom, what, and since when; and how the memory stands.

import type { JSX } from "preact";
import { link } from "../core/route.ts";
import type { MemoryNameFragment, MemoryStatus } from "../generated/graphql.ts";
import { Badge, type Tone } from "./badge.tsx";
import { Value } from "./belief.tsx";
import { cut, words } from "./text.tsx";

const STATUS: Record<MemoryStatus, readonly [Tone, string]> = {
  ACTIVE: ["good", "It counts now"],
  SUPERSEDED: ["plain", "Another memory took its place"],
  EXPIRED: ["plain", "Its time to live is over"],
  ENDED: ["plain", "What it says is over"],
  FUTURE: ["info", "What it says lies ahead"],
  REVOKED: ["bad", "It was taken back, as if it had never been said"],
  PENDING: ["warn", "It waits, and counts for nothing yet"],
};

export function Status({ of }: { of: MemoryStatus }): JSX.Element {
  const [tone, title] = STATUS[of];
  return (
    <Badge tone={tone} title={title}>
      {of.toLowerCase()}
    </Badge>
  );
}

export function statusInWords(of: MemoryStatus): string {
  return STATUS[of][1];
}

// The entity, the attribute and the value, each a link where it leads somewhere.
export function Slot({
  entity,
  attribute,
  context,
  negative = false,
  ...of
}: {
  entity?: { id: string; name: string } | null | undefined;
  attribute: string | null | undefined;
  context?: string | null | undefined;
  negative?: boolean;
  value?: string | null | undefined;
  target?: { id: string; name: string } | null | undefined;
  contested?: boolean;
  visibility?: string;
}): JSX.Element {
  return (
    <span class="slot">
      {entity && (
        <>
          <a href={link(["entity", entity.id])}>
            <bdi>{cut(entity.name, 120)}</bdi>
          </a>{" "}
        </>
      )}
      <span class="quiet">
        {negative && "not "}
        {words(attribute ?? "")}
        {context && ` in ${context}`}
      </span>{" "}
      <Value of={of} />
    </span>
  );
}

// A link to the page of a memory, by what it says.
export function MemoryLink({ of }: { of: Pick<MemoryNameFragment, "id" | "text"> }): JSX.Element {
  return (
    <a href={link(["memory", of.id])}>
      <bdi>{of.text.length > 120 ? `${cut(of.text, 120)}…` : of.text}</bdi>
    </a>
  );
}

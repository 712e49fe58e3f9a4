// What a memory claims: of whom, what, and since when; who said so; and how the memory stands. In a
// line, or as a person weighs it.

import type { ComponentChildren, JSX } from "preact";
import { link } from "../core/route.ts";
import type { ClaimCardFragment, MemoryNameFragment, MemoryStatus } from "../generated/graphql.ts";
import { Badge, type Tone } from "./badge.tsx";
import { Value } from "./belief.tsx";
import { cut, Text, words } from "./text.tsx";
import { Interval, Time } from "./time.tsx";

const STATUS: Record<MemoryStatus, readonly [Tone, string]> = {
  ACTIVE: ["good", "Believed now"],
  SUPERSEDED: ["plain", "Replaced by another memory"],
  EXPIRED: ["plain", "Expired"],
  ENDED: ["plain", "No longer true"],
  FUTURE: ["info", "Not true yet"],
  REVOKED: ["bad", "Taken back, as if it had never been said"],
  PENDING: ["warn", "Waiting, not believed yet"],
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

interface Subject {
  entity?: { id: string; name: string } | null | undefined;
  attribute?: string | null | undefined;
  context?: string | null | undefined;
}

function Who({ entity }: { entity: { id: string; name: string } }): JSX.Element {
  return (
    <a href={link(["entity", entity.id])}>
      <bdi>{cut(entity.name, 120)}</bdi>
    </a>
  );
}

function What({ attribute, context }: Subject): JSX.Element {
  return (
    <>
      {attribute && <bdi>{words(attribute)}</bdi>}
      {context && (
        <span class="quiet">
          {" "}
          in <bdi>{context}</bdi>
        </span>
      )}
    </>
  );
}

// Above what is said of it. Whom nobody knows yet is told by the name that the claim gave.
export function About({
  name,
  ...subject
}: Subject & { name?: string | null | undefined }): JSX.Element {
  const { entity, attribute } = subject;
  return (
    <span class="about">
      {entity && <Who entity={entity} />}
      {!entity && name && <bdi title="No entity of this name yet">{cut(name, 120)}</bdi>}
      {(entity || name) && attribute && " · "}
      <What {...subject} />
    </span>
  );
}

// The entity, the attribute and the value, each a link where it leads somewhere.
export function Slot({
  negative = false,
  value,
  target,
  contested,
  visibility,
  ...subject
}: Subject & {
  negative?: boolean;
  value?: string | null | undefined;
  target?: { id: string; name: string } | null | undefined;
  contested?: boolean;
  visibility?: string;
}): JSX.Element {
  const marks = {
    ...(contested === undefined ? {} : { contested }),
    ...(visibility === undefined ? {} : { visibility }),
  };
  return (
    <span class="slot">
      {subject.entity && (
        <>
          <Who entity={subject.entity} />{" "}
        </>
      )}
      <span class="quiet">
        {negative && "not "}
        <What {...subject} />
      </span>{" "}
      <Value of={{ value, target, ...marks }} />
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

// As a person weighs it: what it says and since when, who said so, and in which words.
export function Claim({
  of,
  children,
}: {
  of: ClaimCardFragment;
  children?: ComponentChildren;
}): JSX.Element {
  const { id, text, negative, value, target, validFrom, evidence } = of;
  return (
    <div class="claim">
      <p class="says">
        {negative && <Badge tone="warn">not</Badge>}
        {value || target ? <Value of={{ value, target }} /> : <Text>{text}</Text>}
        {validFrom && (
          <span class="quiet">
            {" "}
            <Interval span={{ ...of, validFrom }} />
          </span>
        )}
      </p>
      {(value || target) && text !== value && (
        <p>
          <Text>{text}</Text>
        </p>
      )}
      <p class="quiet">
        <Speaker of={of} /> · <a href={link(["memory", id])}>Why</a>
      </p>
      {evidence.map(({ excerpt, episode }) => (
        <blockquote key={episode.id + excerpt}>
          <Text>{excerpt}</Text>
        </blockquote>
      ))}
      {children}
    </div>
  );
}

export function Speaker({
  of: { speaker, sourceKind, saidAt },
}: {
  of: Pick<ClaimCardFragment, "speaker" | "sourceKind" | "saidAt">;
}): JSX.Element {
  const kind = sourceKind.toLowerCase();
  return (
    <>
      said by <bdi>{speaker ?? kind}</bdi>
      {speaker && kind !== "user" && ` (${kind})`}, <Time at={saidAt} />
    </>
  );
}

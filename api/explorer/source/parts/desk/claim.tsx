// One memory as a person weighs it: what it says and since when, who said so, and in which words.

import type { ComponentChildren, JSX } from "preact";
import { link } from "../../core/route.ts";
import type { ClaimCardFragment } from "../../generated/graphql.ts";
import { Badge } from "../badge.tsx";
import { Value } from "../belief.tsx";
import { cut, Text, words } from "../text.tsx";
import { Interval, Time } from "../time.tsx";

// Whom nobody knows yet is told by the name that the claim gave.
export function About({
  entity,
  name,
  attribute,
  context,
}: {
  entity?: { id: string; name: string } | null | undefined;
  name?: string | null | undefined;
  attribute?: string | null | undefined;
  context?: string | null | undefined;
}): JSX.Element {
  return (
    <span class="about">
      {entity && (
        <a href={link(["entity", entity.id])}>
          <bdi>{entity.name}</bdi>
        </a>
      )}
      {!entity && name && <bdi title="Nobody of this name is known yet">{cut(name, 120)}</bdi>}
      {(entity || name) && attribute && " · "}
      {attribute && <bdi>{words(attribute)}</bdi>}
      {context && (
        <span class="quiet">
          {" "}
          in <bdi>{context}</bdi>
        </span>
      )}
    </span>
  );
}

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

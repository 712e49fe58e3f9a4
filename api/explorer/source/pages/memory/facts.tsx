// The plain facts of a memory: its times, and who said it.

import type { ComponentChildren, JSX } from "preact";
import { Badge } from "../../parts/badge.tsx";
import { Text, words } from "../../parts/text.tsx";
import { Time } from "../../parts/time.tsx";
import type { Memory } from "./memory.tsx";

export function Facts({ memory }: { memory: Memory }): JSX.Element {
  const { saidAt, recordedAt, admittedAt, retiredAt, expiresAt, vouchedUntil } = memory;
  return (
    <>
      <h2>Said by</h2>
      <dl class="facts">
        <Fact name="Speaker">{memory.speaker && <Text short={80}>{memory.speaker}</Text>}</Fact>
        <Fact name="Source">
          {memory.sourceKind.toLowerCase()}
          {memory.inference && (
            <>
              {" "}
              <Badge tone="info" title="It follows from what was said">
                concluded
              </Badge>
            </>
          )}
        </Fact>
        <Fact name="Session">
          {memory.sourceSession && <Text short={80}>{memory.sourceSession}</Text>}
        </Fact>
        <Fact name="Extractor">
          {memory.extractor && <Text short={80}>{memory.extractor}</Text>}
        </Fact>
        <Fact name="Visible to">
          {memory.visibility === "tenant" ? (
            "everyone in the tenant"
          ) : (
            <>
              <bdi>{memory.visibility}</bdi>, owners and reviewers
            </>
          )}
        </Fact>
        <Fact name="Legal basis">{memory.consentBasis && <bdi>{memory.consentBasis}</bdi>}</Fact>
        <Fact name="Kind">
          {memory.type.toLowerCase()}
          {memory.tags.map((tag) => (
            <>
              {" "}
              <Badge key={tag}>{words(tag)}</Badge>
            </>
          ))}
        </Fact>
        <Fact name="Topic">{memory.topic && <bdi>{memory.topic}</bdi>}</Fact>
      </dl>
      <h2>Times</h2>
      <dl class="facts">
        <Moment name="Said" at={saidAt} />
        <Moment name="Vouched until" at={vouchedUntil} />
        <Moment name="Recorded" at={recordedAt} />
        <Moment name="Admitted" at={admittedAt} none="not yet" />
        <Moment name="Retired" at={retiredAt} />
        <Moment name="Expires" at={expiresAt} />
      </dl>
    </>
  );
}

function Fact({
  name,
  children,
}: {
  name: string;
  children: ComponentChildren;
}): JSX.Element | null {
  if (children === null || children === undefined || children === "") return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Moment({
  name,
  at,
  none,
}: {
  name: string;
  at: string | null | undefined;
  none?: string;
}): JSX.Element | null {
  if (!at && none === undefined) return null;
  return <Fact name={name}>{at ? <Time at={at} /> : none}</Fact>;
}

// What is believed in a slot, before and after something is done to a memory, and what that changes.

import type { ComponentChildren, JSX } from "preact";
import { ask } from "../../core/client.ts";
import { useQuery } from "../../core/query.ts";
import { difference, type Claim, type Slot } from "../../core/effect.ts";
import type { Span } from "../../core/times.ts";
import {
  RevokeDocument,
  SlotDocument,
  type ClaimCardFragment,
  type SlotBeliefFragment,
  type SlotQuery,
} from "../../generated/graphql.ts";
import { Failure, Loading } from "../states.tsx";
import { Value } from "../belief.tsx";
import { Interval } from "../time.tsx";
import type { Done, Undo } from "./done.tsx";
import { Effect, Effects, Rests } from "./effects.tsx";

export type Belief = SlotBeliefFragment;

// What of a memory says what it claims, and of which slot.
export type Claimed = Omit<ClaimCardFragment, "evidence" | "status" | "speaker" | "sourceKind">;

export const standingIn = (
  slot: SlotQuery | undefined,
  context: string | null | undefined,
): Belief[] =>
  slot?.entity?.timeline.filter((one) => (one.context ?? null) === (context ?? null)) ?? [];

export const slotOf = (slot: SlotQuery | undefined): Slot => ({
  many: slot?.attribute?.cardinality !== "ONE",
  resumes: slot?.attribute?.resumes ?? false,
});

// A memory as a claim that counts from now on.
export const claimOf = (memory: Claimed, other?: string): Claim => ({
  target: other === undefined ? (memory.target?.id ?? null) : null,
  said: other ?? memory.target?.name ?? memory.value ?? memory.text,
  saidAt: memory.saidAt,
  ...spanOf(memory),
  negative: memory.negative,
});

// Without a start it holds from when it was said, or before.
function spanOf(memory: Claimed): Span {
  const { saidAt, validFrom, validFromText, validFromPrecision, validFromBasis } = memory;
  const { validTo, validToText, validToPrecision } = memory;
  const start = validFrom
    ? { validFrom, validFromText, validFromPrecision, validFromBasis }
    : { validFrom: saidAt, validFromBasis: "OBSERVED" as const };
  return { ...start, validTo, validToText, validToPrecision };
}

// What a memory carries in its slot, alone or with others that say the same.
export const restingOn = (standing: readonly Belief[], { id }: { id: string }): Belief[] =>
  standing.filter(({ memories }) => memories.some((one) => one.id === id));

// The effects of an action on a memory, by what is believed in its slot now.
export function SlotEffects({
  of: { entity, attribute, context },
  children,
}: {
  of: Pick<Claimed, "entity" | "attribute" | "context">;
  children: (standing: Belief[], slot: SlotQuery | undefined) => ComponentChildren;
}): JSX.Element {
  const { data, error, loading } = useQuery(
    SlotDocument,
    entity && attribute ? { id: entity.id, attribute } : null,
  );
  if (error !== undefined) return <Failure error={error} />;
  if (loading && data === undefined) return <Loading rows={2} />;
  return <Effects>{children(standingIn(data, context), data)}</Effects>;
}

// What is believed without a memory that is taken back.
export function RevokeEffects({ of }: { of: Claimed }): JSX.Element {
  return (
    <SlotEffects of={of}>
      {(standing) => (
        <>
          <Rests
            beliefs={restingOn(standing, of)}
            kind="ends"
            word="Falls, with every claim that it rests on"
          />
          <Effect kind="note">
            From now on it is as if it had not been said; what it stood in the way of holds again,
            where another source still says it. What was believed before stays readable as known
            then.
          </Effect>
        </>
      )}
    </SlotEffects>
  );
}

// All that is believed of an attribute of an entity; nothing of one that is not known.
export async function believed(
  entity: string | null | undefined,
  attribute: string | null | undefined,
): Promise<Belief[]> {
  if (!entity || !attribute) return [];
  const { entity: found } = await ask(SlotDocument, { id: entity, attribute });
  return found?.timeline ?? [];
}

// What began and what ended, in a line.
export function Changes({
  before,
  after,
}: {
  before: readonly Belief[];
  after: readonly Belief[];
}): JSX.Element {
  const { began, ended } = difference(before, after);
  if (began.length === 0 && ended.length === 0) {
    return <p>What is believed has not changed.</p>;
  }
  return (
    <ul class="effects">
      {ended.map((one) => (
        <Effect kind="ends" key={`ended ${one.id}`}>
          <Value of={{ ...one, contested: false }} /> <Interval span={one} />
        </Effect>
      ))}
      {began.map((one) => (
        <Effect kind="begins" key={`began ${one.id}`}>
          <Value of={{ ...one, contested: false }} /> <Interval span={one} />
        </Effect>
      ))}
    </ul>
  );
}

// Take a memory back as if it had not been said; nothing is rejected by that.
export function takeBack(
  memory: string,
  word: string,
  entity: string | null | undefined,
  attribute: string | null | undefined,
): Undo {
  return {
    word,
    run: async (): Promise<Done> => {
      const before = await believed(entity, attribute);
      await ask(RevokeDocument, { id: memory, reason: "taken back at the desk", reject: false });
      const after = await believed(entity, attribute);
      return told("Taken back.", before, after, "What was taken back is said anew to count again.");
    },
  };
}

export function told(
  what: ComponentChildren,
  before: readonly Belief[],
  after: readonly Belief[],
  hint?: string,
): Done {
  return {
    told: (
      <>
        <p>{what}</p>
        <Changes before={before} after={after} />
      </>
    ),
    ...(hint === undefined ? {} : { hint }),
  };
}

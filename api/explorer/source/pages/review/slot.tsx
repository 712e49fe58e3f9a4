// What is believed in a slot, before and after something was done, and what that has changed.

import type { ComponentChildren, JSX } from "preact";
import { ask } from "../../core/client.ts";
import { difference, type Claim, type Slot } from "../../core/effect.ts";
import type { Span } from "../../core/times.ts";
import type { Done, Undo } from "../../parts/desk/done.tsx";
import {
  RevokeDocument,
  SlotDocument,
  type ClaimCardFragment,
  type SlotBeliefFragment,
  type SlotQuery,
} from "../../generated/graphql.ts";
import { Value } from "../../parts/belief.tsx";
import { Effect } from "../../parts/desk/effects.tsx";
import { Interval } from "../../parts/time.tsx";

export type Belief = SlotBeliefFragment;

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
export const claimOf = (memory: ClaimCardFragment, other?: string): Claim => ({
  target: other === undefined ? (memory.target?.id ?? null) : null,
  said: other ?? memory.target?.name ?? memory.value ?? memory.text,
  saidAt: memory.saidAt,
  ...spanOf(memory),
  negative: memory.negative,
});

// Without a start it holds from when it was said, or before.
function spanOf(memory: ClaimCardFragment): Span {
  const { saidAt, validFrom, validTo, validFromPrecision, validToPrecision, validFromBasis } =
    memory;
  const start = validFrom
    ? { validFrom, validFromPrecision, validFromBasis }
    : { validFrom: saidAt, validFromBasis: "OBSERVED" as const };
  return { ...start, validTo, validToPrecision };
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

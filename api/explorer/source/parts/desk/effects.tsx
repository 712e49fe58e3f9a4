// What an action will do, or a change has done: which belief ends, which begins.

import type { ComponentChildren, JSX } from "preact";
import { expected, type Claim, type Slot, type Standing } from "../../core/effect.ts";
import type { SlotBeliefFragment } from "../../generated/graphql.ts";
import { Value } from "../belief.tsx";
import { Interval } from "../time.tsx";

export function Effects({
  label = "What it will do",
  children,
}: {
  label?: string;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <ul class="effects" aria-label={label}>
      {children}
    </ul>
  );
}

const SIGNS = { ends: "−", begins: "+", stays: "=", note: "·" } as const;

export function Effect({
  kind,
  children,
}: {
  kind: keyof typeof SIGNS;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <li class={kind}>
      <span class="sign" aria-hidden="true">
        {SIGNS[kind]}
      </span>
      <span>{children}</span>
    </li>
  );
}

// What is to be expected of a slot if the claim counts.
export function ClaimEffects({
  standing,
  claim,
  slot,
  shown,
}: {
  standing: readonly (SlotBeliefFragment & Standing)[];
  claim: Claim;
  slot: Slot;
  // The value that the claim gives, as it was said.
  shown: ComponentChildren;
}): JSX.Element {
  const changes = expected(standing, claim, slot);
  if (changes.length === 0) {
    return (
      <Effect kind="stays">
        What is believed stays:{" "}
        {claim.negative ? "nobody believes it at that time" : "something later stands there"}.
      </Effect>
    );
  }
  return (
    <>
      {changes.map((change) => {
        switch (change.kind) {
          case "begins":
            return (
              <Effect kind="begins" key="begins">
                Begins: {shown}, <Interval span={change.at} />
              </Effect>
            );
          case "ends":
            return (
              <Effect kind="ends" key={`ends ${change.belief.id}`}>
                Ends: <Value of={calm(change.belief)} />, <Interval span={change.at} />
              </Effect>
            );
          case "returns":
            return (
              <Effect kind="begins" key={`returns ${change.belief.id}`}>
                Holds again: <Value of={calm(change.belief)} />, <Interval span={change.at} />
              </Effect>
            );
          case "gone":
            return (
              <Effect kind="ends" key={`gone ${change.belief.id}`}>
                Is not believed any more: <Value of={calm(change.belief)} />,{" "}
                <Interval span={change.belief} />
              </Effect>
            );
          case "confirmed":
            return (
              <Effect kind="stays" key={`confirmed ${change.belief.id}`}>
                Stays, and is confirmed: <Value of={calm(change.belief)} />,{" "}
                <Interval span={change.belief} />
              </Effect>
            );
        }
      })}
    </>
  );
}

// What an action is about, where it carries something.
export function Rests({
  beliefs,
  kind,
  word,
}: {
  beliefs: readonly SlotBeliefFragment[];
  kind: keyof typeof SIGNS;
  word: string;
}): JSX.Element {
  return (
    <>
      {beliefs.map((one) => (
        <Effect kind={kind} key={one.id}>
          {word}: <Value of={calm(one)} />, <Interval span={one} />
        </Effect>
      ))}
      {beliefs.length === 0 && <Effect kind="stays">No belief rests on it now.</Effect>}
    </>
  );
}

// Whether it is contested now is not what the effect is about. Without a link, so that the keyboard
// begins at the first field.
const calm = ({ value, target }: SlotBeliefFragment) => ({ value: target?.name ?? value });

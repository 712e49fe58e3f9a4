// What an action will do, or a change has done: which belief ends, which begins.

import type { ComponentChildren, JSX } from "preact";
import { compare, type Kind } from "../../core/effect.ts";
import type { SlotBeliefFragment } from "../../generated/graphql.ts";
import { Value } from "../belief.tsx";
import { Interval } from "../time.tsx";

// What stays is told up to so many; more of it says nothing of what is done.
const STAYS_MAX = 5;

export function Effects({
  label = "What it will do",
  busy = false,
  children,
}: {
  label?: string;
  // Whether it is still being worked out.
  busy?: boolean;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <ul class="effects" aria-label={label} aria-busy={busy}>
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

const CHANGES: Readonly<Record<Kind, readonly [keyof typeof SIGNS, string]>> = {
  gone: ["ends", "Is not believed any more"],
  ends: ["ends", "Ends"],
  begins: ["begins", "Begins"],
  returns: ["begins", "Holds again"],
  "goes on": ["begins", "Goes on"],
  stays: ["stays", "Stays"],
};

// What of a slot is believed otherwise after something is done than before.
export function SlotChanges({
  before,
  after,
}: {
  before: readonly SlotBeliefFragment[];
  after: readonly SlotBeliefFragment[];
}): JSX.Element {
  const changes = compare(before, after);
  const stays = changes.filter(({ kind }) => kind === "stays").slice(0, STAYS_MAX);
  const shown = [...changes.filter(({ kind }) => kind !== "stays"), ...stays];
  return (
    <>
      {shown.map(({ kind, belief }) => (
        <Effect kind={CHANGES[kind][0]} key={`${kind} ${belief.id}`}>
          {CHANGES[kind][1]}
          {belief.context && (
            <>
              {" "}
              in <bdi>{belief.context}</bdi>
            </>
          )}
          : <Value of={calm(belief)} />, <Interval span={belief} />
        </Effect>
      ))}
      {changes.every(({ kind }) => kind === "stays") && (
        <Effect kind="stays">What is believed does not change.</Effect>
      )}
    </>
  );
}

// Whether it is contested now is not what the effect is about. Without a link, so that the keyboard
// begins at the first field.
const calm = ({ value, target }: SlotBeliefFragment) => ({ value: target?.name ?? value });

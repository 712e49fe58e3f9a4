// What each answer to a contradiction will do to what is believed of its slot.

import type { JSX } from "preact";
import { until } from "../../core/effect.ts";
import type { Resolution, SlotQuery } from "../../generated/graphql.ts";
import { Value } from "../../parts/belief.tsx";
import { ClaimEffects, Effect, Effects } from "../../parts/desk/effects.tsx";
import { Text, words } from "../../parts/text.tsx";
import { Interval } from "../../parts/time.tsx";
import type { InContext } from "./answer.tsx";
import type { Whole } from "./contradiction.tsx";
import { claimOf, slotOf, standingIn, type Belief } from "../../parts/desk/slot.tsx";

interface Asked {
  of: Whole;
  slot: SlotQuery;
  value: string;
  contexts: readonly InContext[];
}

export function AnswerEffects({ answer, ...asked }: Asked & { answer: Resolution }): JSX.Element {
  const Shown = BY_ANSWER[answer];
  return (
    <Effects>
      <Shown {...asked} />
    </Effects>
  );
}

const standingOf = ({ of, slot }: Asked): Belief[] => standingIn(slot, of.context);

function Challenger({ of: { challenger } }: { of: Whole }): JSX.Element {
  const { value, target, text } = challenger;
  return value || target ? <Value of={{ value, target }} /> : <Text>{text}</Text>;
}

function Stays({ beliefs }: { beliefs: readonly Belief[] }): JSX.Element {
  return (
    <>
      {beliefs.map((one) => (
        <Effect kind="stays" key={one.id}>
          Stays: <Value of={{ ...one, contested: false }} />, <Interval span={one} />
        </Effect>
      ))}
    </>
  );
}

function Rejects({ of }: { of: Whole }): JSX.Element {
  return (
    <Effect kind="note">
      <Challenger of={of} /> is rejected: whoever says it again, it waits for a person.
    </Effect>
  );
}

function Keep(asked: Asked): JSX.Element {
  const { of } = asked;
  // Other dates of a value that stands reject nothing.
  const { said } = claimOf(of.challenger);
  const same = of.held.some((one) => !one.negative && claimOf(one).said === said);
  return (
    <>
      <Stays beliefs={standingOf(asked)} />
      {same ? (
        <Effect kind="note">The other dates are not believed. Nothing is rejected.</Effect>
      ) : (
        <Rejects of={of} />
      )}
    </>
  );
}

function Replace(asked: Asked): JSX.Element {
  const { of, slot } = asked;
  return (
    <>
      <ClaimEffects
        standing={standingOf(asked)}
        claim={claimOf(of.challenger)}
        slot={slotOf(slot)}
        shown={<Challenger of={of} />}
      />
      <Effect kind="note">Rejections of its value are lifted.</Effect>
    </>
  );
}

function ByContext(asked: Asked): JSX.Element {
  const { of, contexts } = asked;
  const claim = claimOf(of.challenger);
  const open = { ...claim, validTo: null };
  const elsewhere = contexts.filter(({ context }) => context.trim() === "");
  if (elsewhere.length > 1) {
    return <Effect kind="note">Say where they hold: one of them at most needs no context.</Effect>;
  }
  const ends = standingOf(asked).filter(
    ({ validTo, target, value }) =>
      !validTo && !elsewhere.some((one) => one.value === (target?.name ?? value)),
  );
  return (
    <>
      {ends.map((one) => (
        <Effect kind="ends" key={one.id}>
          Ends, but for its context: <Value of={{ ...one, contested: false }} />,{" "}
          <Interval span={until(one, claim)} />
        </Effect>
      ))}
      <Stays beliefs={standingOf(asked).filter((one) => !one.validTo && !ends.includes(one))} />
      {contexts
        .filter((one) => one.context.trim() || !goesOn(one, asked))
        .map(({ context, value }) => (
          <Effect kind="begins" key={value}>
            Begins{" "}
            {context.trim() ? (
              <>
                in <bdi>{context.trim()}</bdi>
              </>
            ) : (
              "everywhere else"
            )}
            : <Text short={120}>{value}</Text>, <Interval span={open} />
          </Effect>
        ))}
    </>
  );
}

// What goes on in the slot without a context, and is not said once more.
function goesOn({ value }: InContext, asked: Asked): boolean {
  return standingOf(asked).some((one) => !one.validTo && (one.target?.name ?? one.value) === value);
}

function ManyValued(asked: Asked): JSX.Element {
  const { of } = asked;
  const span = claimOf(of.challenger);
  return (
    <>
      <Stays beliefs={standingOf(asked)} />
      <Effect kind="begins">
        Begins beside it: <Challenger of={of} />, <Interval span={span} />
      </Effect>
      <Effect kind="note">
        {words(of.attribute)} has many values at a time from now on, of every entity: what gave way
        to another value holds again beside it.
      </Effect>
    </>
  );
}

function Neither(asked: Asked): JSX.Element {
  const ids = new Set(asked.of.held.map(({ id }) => id));
  const [gone, left] = [true, false].map((held) =>
    standingOf(asked).filter(({ memory }) => ids.has(memory.id) === held),
  );
  return (
    <>
      {gone?.map((one) => (
        <Effect kind="ends" key={one.id}>
          Is not believed any more, and rejected: <Value of={{ ...one, contested: false }} />,{" "}
          <Interval span={one} />
        </Effect>
      ))}
      <Stays beliefs={left ?? []} />
      <Rejects of={asked.of} />
    </>
  );
}

function Other(asked: Asked): JSX.Element {
  const { of, slot, value } = asked;
  const said = value.trim();
  const claim = {
    ...claimOf(of.challenger, said),
    negative: false,
    saidAt: "9999-01-01T00:00:00Z",
  };
  return (
    <>
      {said && (
        <ClaimEffects
          standing={standingOf(asked)}
          claim={claim}
          slot={slotOf(slot)}
          shown={<Text short={120}>{said}</Text>}
        />
      )}
      <Rejects of={of} />
    </>
  );
}

const BY_ANSWER: Readonly<Record<Resolution, (asked: Asked) => JSX.Element>> = {
  KEEP: Keep,
  REPLACE: Replace,
  BY_CONTEXT: ByContext,
  MANY_VALUED: ManyValued,
  NEITHER: Neither,
  OTHER: Other,
};

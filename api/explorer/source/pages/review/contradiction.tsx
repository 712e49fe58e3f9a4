// One contradiction, and the six answers to it, each with what it will do before it is given.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useQuery } from "../../core/query.ts";
import { link } from "../../core/route.ts";
import { useMay } from "../../core/viewer.ts";
import {
  ContradictionDocument,
  SlotDocument,
  type ContradictionQuery,
  type Resolution,
  type SlotQuery,
} from "../../generated/graphql.ts";
import { useFresh } from "../../parts/desk/done.tsx";
import { About } from "../../parts/claim.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Text } from "../../parts/text.tsx";
import { Time } from "../../parts/time.tsx";
import { Answer } from "./answer.tsx";
import { MEANS, Settled, Sides, Status } from "./contradictions.tsx";

export type Whole = Extract<NonNullable<ContradictionQuery["node"]>, { challenger: unknown }>;

export const WORDS: Readonly<Record<Resolution, readonly [string, string]>> = {
  KEEP: ["Keep", "What is believed stays; the challenger's value is rejected."],
  REPLACE: ["Replace", "The challenger is right, and counts."],
  BY_CONTEXT: ["By context", "Both hold, each in a context of its own."],
  MANY_VALUED: ["Many values", "Both hold: the attribute has many values at a time."],
  NEITHER: ["Neither", "Both are wrong, and both values are rejected."],
  OTHER: ["Another value", "Both are wrong, and you know the right one."],
};

export function ContradictionView({ id }: { id: string }): JSX.Element {
  const query = useQuery(ContradictionDocument, { id });
  useFresh(query.reload);
  return (
    <>
      <p>
        <a href={link(["review", "contradictions"])}>All contradictions</a>
      </p>
      <Answered query={query} rows={8}>
        {({ node }) =>
          node && "challenger" in node ? (
            <Shown of={node} />
          ) : (
            <Empty>There is no such contradiction, or it has been erased.</Empty>
          )
        }
      </Answered>
    </>
  );
}

function Shown({ of }: { of: Whole }): JSX.Element {
  const { kind, status, rejection, entity, attribute } = of;
  const slot = useQuery(SlotDocument, { id: entity.id, attribute });
  useFresh(slot.reload);
  return (
    <article class="case">
      <header>
        <h2>
          <About {...of} />
        </h2>
        <Status of={of} />
      </header>
      <p>
        {MEANS[kind]}{" "}
        <a href={link(["entity", entity.id], { view: "versions", slot: attribute })}>
          All its versions
        </a>
      </p>
      <Sides of={of} />
      {rejection && (
        <p>
          <Text>{rejection.value}</Text> stands rejected, by <bdi>{rejection.by}</bdi>,{" "}
          <Time at={rejection.rejectedAt} />
          {rejection.reason && (
            <>
              : <Text>{rejection.reason}</Text>
            </>
          )}
        </p>
      )}
      <Settled of={of} />
      {status === "OPEN" && slot.data !== undefined && <Answers of={of} slot={slot.data} />}
    </article>
  );
}

function Answers({ of, slot }: { of: Whole; slot: SlotQuery }): JSX.Element {
  const [chosen, setChosen] = useState<Resolution>();
  const one = slot.attribute?.cardinality === "ONE";
  if (!useMay()("resolveContradiction")) {
    return <p class="quiet">It waits for an answer, which your role may not give.</p>;
  }
  const fits = (answer: Resolution) =>
    (answer !== "MANY_VALUED" || one) &&
    (answer !== "BY_CONTEXT" || (one && !of.challenger.negative));
  return (
    <section>
      <h3>Answer</h3>
      <ul class="answers">
        {(Object.keys(WORDS) as Resolution[]).filter(fits).map((answer) => (
          <li key={answer}>
            <button type="button" onClick={() => setChosen(answer)}>
              {WORDS[answer][0]}…
            </button>{" "}
            <span class="quiet">{WORDS[answer][1]}</span>
          </li>
        ))}
      </ul>
      {chosen !== undefined && (
        <Answer key={chosen} of={of} answer={chosen} close={() => setChosen(undefined)} />
      )}
    </section>
  );
}

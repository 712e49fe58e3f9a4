// An answer to a contradiction: its fields, its effect, and what it has done.

import { useRun } from "../../core/query.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ask } from "../../core/client.ts";
import {
  AnswerDocument,
  LiftDocument,
  RejectionsDocument,
  TryAnswerDocument,
  type Resolution,
} from "../../generated/graphql.ts";
import { useDone, type Done, type Undo } from "../../parts/desk/done.tsx";
import { Effect } from "../../parts/desk/effects.tsx";
import { Line } from "../../parts/desk/field.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { cut, words } from "../../parts/text.tsx";
import { WORDS, type Whole } from "./contradiction.tsx";
import { believed, Foreseen, takeBack, told, type Belief } from "../../parts/desk/slot.tsx";

export interface InContext {
  context: string;
  value: string;
  target: string | null;
}

interface Given {
  resolution: Resolution;
  reason: string | null;
  contexts: readonly InContext[];
  value: string;
}

export function Answer({
  of,
  answer,
  close,
}: {
  of: Whole;
  answer: Resolution;
  close: () => void;
}): JSX.Element {
  const [reason, setReason] = useState("");
  const [value, setValue] = useState("");
  const [contexts, setContexts] = useState<readonly InContext[]>(() => choices(of));
  const { run, busy, error } = useRun();
  const tell = useDone();
  const confirm = () =>
    run(async () => {
      const given = { resolution: answer, reason: reason.trim() || null, contexts, value };
      tell(await give(of, given));
      close();
    });
  const lacks =
    (answer === "OTHER" && value.trim() === "") ||
    (answer === "BY_CONTEXT" && contexts.filter(({ context }) => context.trim() === "").length > 1);
  return (
    <Confirm
      title={`${WORDS[answer][0]}: ${WORDS[answer][1]}`}
      word={`Answer: ${WORDS[answer][0].toLowerCase()}`}
      danger={answer === "NEITHER"}
      busy={busy}
      error={error}
      disabled={lacks}
      confirm={() => void confirm()}
      close={close}
    >
      {answer === "OTHER" && (
        <Line label="The value that is right" value={value} take={setValue} required />
      )}
      {answer === "BY_CONTEXT" && <Contexts contexts={contexts} take={setContexts} />}
      <Foreseen
        of={of}
        document={TryAnswerDocument}
        variables={
          lacks ? null : { id: of.id, ...givenBy({ resolution: answer, contexts, value }) }
        }
        read={({ resolveContradiction }) => ({ memory: resolveContradiction?.memory })}
      >
        {NOTES[answer](words(of.attribute)).map((note) => (
          <Effect kind="note" key={note}>
            {note}
          </Effect>
        ))}
      </Foreseen>
      <Line
        label="Reason"
        help="The answer is a memory of its own, with who gave it and why."
        value={reason}
        take={setReason}
      />
    </Confirm>
  );
}

const REJECTED = "is rejected: whoever says it again, it waits for a person.";

// What an answer does beside what is believed.
const NOTES: Readonly<Record<Resolution, (attribute: string) => string[]>> = {
  KEEP: () => [
    `The challenger's value ${REJECTED} Other dates of a value that stands reject nothing.`,
  ],
  REPLACE: () => ["Rejections of its value are lifted."],
  BY_CONTEXT: () => [],
  MANY_VALUED: (attribute) => [
    `${attribute} has many values at a time from now on, of every entity: what gave way to another value holds again beside it.`,
  ],
  NEITHER: () => [`Each of the two values ${REJECTED}`],
  OTHER: () => [`The challenger's value ${REJECTED}`],
};

// The values that are said, each to be given its context.
function choices({ held, challenger }: Whole): InContext[] {
  const found = new Map<string, InContext>();
  for (const { value, target } of [...held, challenger]) {
    const name = target?.name ?? value;
    if (name)
      found.set(target?.id ?? name, { context: "", value: name, target: target?.id ?? null });
  }
  return [...found.values()];
}

function Contexts({
  contexts,
  take,
}: {
  contexts: readonly InContext[];
  take: (contexts: InContext[]) => void;
}): JSX.Element {
  return (
    <fieldset>
      <legend>Where each of them holds</legend>
      {contexts.map((one, index) => (
        <Line
          key={one.target ?? one.value}
          label={cut(one.value, 80)}
          value={one.context}
          take={(context) =>
            take(contexts.map((other, at) => (at === index ? { ...one, context } : other)))
          }
        />
      ))}
      <p class="quiet">
        A context is a side of life: "at work", "in summer". One without a context holds everywhere
        else.
      </p>
    </fieldset>
  );
}

// What an answer says, as the service takes it.
function givenBy({ resolution, contexts, value }: Omit<Given, "reason">) {
  const each = contexts.map(({ context, value: said, target }) => ({
    context: context.trim() || null,
    ...(target === null ? { value: said } : { target }),
  }));
  return {
    resolution,
    ...(resolution === "BY_CONTEXT" ? { contexts: each } : {}),
    ...(resolution === "OTHER" ? { value: value.trim() } : {}),
  };
}

async function give(of: Whole, given: Given): Promise<Done> {
  const { entity, attribute } = of;
  const before = await believed(entity.id, attribute);
  const rejected = await standing(entity.id);
  await ask(AnswerDocument, { id: of.id, reason: given.reason, ...givenBy(given) });
  const after = await believed(entity.id, attribute);
  const lifts = (await standing(entity.id)).filter(({ id }) => !rejected.some((o) => o.id === id));
  return {
    ...told(
      `Answered: ${WORDS[given.resolution][0].toLowerCase()}.`,
      before,
      after,
      HINTS[given.resolution],
    ),
    undo: [...fresh(of, before, after), ...lifts.map(lift)],
  };
}

const HINTS: Readonly<Record<Resolution, string>> = {
  KEEP: "A rejected value is believed again when it is next said, once its rejection is lifted.",
  REPLACE: "Taking the challenger back has what was believed before it hold again.",
  BY_CONTEXT: "Each value is taken back by itself.",
  MANY_VALUED:
    "Taking a value back leaves the attribute many-valued: define it anew to change that.",
  NEITHER: "A rejected value is believed again when it is next said, once its rejection is lifted.",
  OTHER: "Taking the value back and lifting the rejection are two steps.",
};

// What the answer has made believed is taken back by its memory.
function fresh({ entity, attribute }: Whole, before: readonly Belief[], after: readonly Belief[]) {
  const known = new Set(before.map(({ memory }) => memory.id));
  const made = new Map<string, Belief>();
  for (const one of after) if (!known.has(one.memory.id)) made.set(one.memory.id, one);
  return [...made.values()].map((one) => {
    const where = one.context ? ` in ${one.context}` : "";
    const word = `Take back “${cut(one.target?.name ?? one.value ?? "", 40)}”${where}`;
    return takeBack(one.memory.id, word, entity.id, attribute);
  });
}

interface Standing {
  id: string;
  value: string;
}

async function standing(entity: string): Promise<Standing[]> {
  const { rejections } = await ask(RejectionsDocument, { entity, first: 200 });
  return rejections.edges.map(({ node }) => node).filter(({ liftedAt }) => !liftedAt);
}

export function lift({ id, value }: Standing): Undo {
  return {
    word: `Lift the rejection of “${cut(value, 40)}”`,
    run: async () => {
      await ask(LiftDocument, { id, reason: "lifted at the desk" });
      return {
        told: (
          <p>
            The rejection of <bdi>{cut(value, 80)}</bdi> is lifted: it is believed when it is next
            said.
          </p>
        ),
        hint: "Correcting or revoking it rejects it again.",
      };
    },
  };
}

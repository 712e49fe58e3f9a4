// An answer to a contradiction: its fields, its effect, and what it has done.

import { useRun } from "../../core/query.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ask } from "../../core/client.ts";
import {
  AnswerDocument,
  LiftDocument,
  RejectionsDocument,
  type Resolution,
  type SlotQuery,
} from "../../generated/graphql.ts";
import { useDone, type Done, type Undo } from "../../parts/desk/done.tsx";
import { Line } from "../../parts/desk/field.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { cut } from "../../parts/text.tsx";
import { AnswerEffects } from "./answer_effects.tsx";
import { WORDS, type Whole } from "./contradiction.tsx";
import { believed, takeBack, told, type Belief } from "../../parts/desk/slot.tsx";

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
  slot,
  answer,
  close,
}: {
  of: Whole;
  slot: SlotQuery;
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
      <AnswerEffects of={of} slot={slot} answer={answer} value={value} contexts={contexts} />
      <Line
        label="Reason"
        help="The answer is a memory of its own, with who gave it and why."
        value={reason}
        take={setReason}
      />
    </Confirm>
  );
}

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

async function give(of: Whole, given: Given): Promise<Done> {
  const { entity, attribute } = of;
  const before = await believed(entity.id, attribute);
  const rejected = await standing(entity.id);
  const contexts = given.contexts.map(({ context, value, target }) => ({
    context: context.trim() || null,
    ...(target === null ? { value } : { target }),
  }));
  await ask(AnswerDocument, {
    id: of.id,
    resolution: given.resolution,
    reason: given.reason,
    ...(given.resolution === "BY_CONTEXT" ? { contexts } : {}),
    ...(given.resolution === "OTHER" ? { value: given.value.trim() } : {}),
  });
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

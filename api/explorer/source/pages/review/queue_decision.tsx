// The question before a decision on what waits: its effect, a reason, another value.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ask } from "../../core/client.ts";
import { useRun } from "../../core/query.ts";
import { link } from "../../core/route.ts";
import {
  ReviewDocument,
  ReviewManyDocument,
  TryReviewDocument,
  type ReviewMutation,
} from "../../generated/graphql.ts";
import { Confirm } from "../../parts/dialog.tsx";
import { useDone, type Done } from "../../parts/desk/done.tsx";
import { Effect, Effects } from "../../parts/desk/effects.tsx";
import { Line } from "../../parts/desk/field.tsx";
import { cut, Text, words } from "../../parts/text.tsx";
import type { Waiting } from "./queue.tsx";
import { believed, Foreseen, takeBack, told, type Belief } from "../../parts/desk/slot.tsx";

export interface Asked {
  kind: "approve" | "other" | "reject";
  items: readonly Waiting[];
}

type Reviewed = NonNullable<ReviewMutation["review"]>;

const TITLES = {
  approve: "Approve",
  other: "Approve as another value",
  reject: "Reject",
} as const;

export function Decision({
  asked,
  close,
  decided,
}: {
  asked: Asked;
  close: () => void;
  decided: () => void;
}): JSX.Element {
  const { kind, items } = asked;
  const [reason, setReason] = useState("");
  const [value, setValue] = useState("");
  const { run, busy, error } = useRun();
  const tell = useDone();
  const many = items.length > 1;
  const [first] = items;
  const given = kind === "other" ? value.trim() : null;
  const confirm = () =>
    run(async () => {
      tell(await decide(asked, reason.trim() || null, given));
      decided();
      close();
    });
  return (
    <Confirm
      title={titleOf(asked)}
      word={kind === "reject" ? "Reject" : "Approve"}
      danger={kind === "reject"}
      busy={busy}
      error={error}
      disabled={given === ""}
      confirm={() => void confirm()}
      close={close}
    >
      {kind === "other" && (
        <Line label="The value it is to have" value={value} take={setValue} required />
      )}
      {kind === "reject" ? (
        <Rejected items={items} />
      ) : many || first === undefined ? (
        <Many items={items} />
      ) : (
        <One item={first} value={given} />
      )}
      <Line
        label="Reason"
        help="Kept in the audit, with who decided."
        value={reason}
        take={setReason}
      />
    </Confirm>
  );
}

function titleOf({ kind, items }: Asked): string {
  const [first] = items;
  if (first === undefined || items.length > 1) return `${TITLES[kind]}: ${items.length} memories`;
  const about = [first.entity?.name ?? first.waits?.entityName, words(first.attribute ?? "")]
    .filter(Boolean)
    .join(", ");
  return `${TITLES[kind]}: ${cut(about, 80)}`;
}

async function decide(
  { kind, items }: Asked,
  reason: string | null,
  value: string | null,
): Promise<Done> {
  const approve = kind !== "reject";
  const [first] = items;
  if (first === undefined || items.length > 1) {
    const memories = items.map(({ id }) => id);
    await ask(ReviewManyDocument, { memories, approve, reason });
    return manyDone(items, approve);
  }
  const before = await believed(first.entity?.id, first.attribute);
  const { review } = await ask(ReviewDocument, { memory: first.id, approve, reason, value });
  return approve && review ? approved(review, before) : rejected(first);
}

async function approved(memory: Reviewed, before: readonly Belief[]): Promise<Done> {
  const held = memory.waits?.contradiction;
  if (held) {
    const href = link(["review", "contradictions", held.id]);
    return {
      told: (
        <p>
          Approved. It contradicts what is believed, and waits for an answer:{" "}
          <a href={href}>answer it</a>.
        </p>
      ),
      undo: [takeBack(memory.id, "Take it back", memory.entity?.id, memory.attribute)],
    };
  }
  const after = await believed(memory.entity?.id, memory.attribute);
  return {
    ...told(<Approved of={memory} />, before, after),
    undo: [takeBack(memory.id, "Take it back", memory.entity?.id, memory.attribute)],
  };
}

function Approved({ of: { text } }: { of: Reviewed }): JSX.Element {
  return (
    <>
      Approved: <Text short={80}>{text}</Text>
    </>
  );
}

function rejected(item: Waiting): Done {
  return {
    told: (
      <p>
        Rejected: <Text short={80}>{item.text}</Text>
      </p>
    ),
    hint: "It may still be approved.",
    undo: [
      {
        word: "Approve it after all",
        run: async () => {
          const before = await believed(item.entity?.id, item.attribute);
          const reason = "approved after all";
          const variables = { memory: item.id, approve: true, reason };
          const { review } = await ask(ReviewDocument, variables);
          return review ? approved(review, before) : { told: <p>Approved.</p> };
        },
      },
    ],
  };
}

function manyDone(items: readonly Waiting[], approve: boolean): Done {
  const memories = items.map(({ id }) => id);
  if (approve) {
    return {
      told: <p>{items.length} memories approved.</p>,
      hint: "Each is taken back by itself: open it and revoke it.",
    };
  }
  return {
    told: <p>{items.length} memories rejected.</p>,
    hint: "They may still be approved.",
    undo: [
      {
        word: "Approve them after all",
        run: async () => {
          await ask(ReviewManyDocument, { memories, approve: true, reason: "approved after all" });
          return manyDone(items, true);
        },
      },
    ],
  };
}

// As it is, or with another value, which is empty while nothing is written.
function One({ item, value }: { item: Waiting; value: string | null }): JSX.Element {
  return (
    <Foreseen
      of={{ ...item, named: item.waits?.entityName }}
      document={TryReviewDocument}
      variables={value === "" ? null : { memory: item.id, value }}
      read={({ review }) => ({ memory: review, outcome: review?.waits?.as ?? "STORED" })}
    >
      {!item.entity && (
        <Effect kind="note">
          Whom it names was not known when it came: if nobody has that name yet, it makes an entity.
        </Effect>
      )}
      <Effect kind="note">It counts with your authority.</Effect>
    </Foreseen>
  );
}

function Many({ items }: { items: readonly Waiting[] }): JSX.Element {
  return (
    <Effects>
      {items.map((item) => (
        <Effect kind="begins" key={item.id}>
          <Text short={120}>{item.text}</Text>
        </Effect>
      ))}
      <Effect kind="note">
        Each counts with your authority from now on; one that contradicts what is believed may wait
        for an answer instead.
      </Effect>
    </Effects>
  );
}

function Rejected({ items }: { items: readonly Waiting[] }): JSX.Element {
  return (
    <Effects>
      {items.map((item) => (
        <Effect kind="ends" key={item.id}>
          Leaves the queue: <Text short={120}>{item.text}</Text>
        </Effect>
      ))}
      <Effect kind="stays">What is believed stays as it is.</Effect>
      <Effect kind="note">
        From such a source it is refused from now on. The user may still say it.
      </Effect>
    </Effects>
  );
}

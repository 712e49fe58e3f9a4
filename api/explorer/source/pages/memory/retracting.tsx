// "It was true, and is not any more": the belief ends.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useAction } from "../../core/query.ts";
import {
  RetractHeldDocument,
  TryRetractDocument,
  type RetractInput,
} from "../../generated/graphql.ts";
import { Effect } from "../../parts/desk/effects.tsx";
import { Line } from "../../parts/desk/field.tsx";
import { Foreseen } from "../../parts/desk/slot.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { titleOf, type ActionProps } from "./actions.tsx";
import { point } from "./correcting.tsx";
import type { Memory } from "./memory.tsx";

export function Retracting({ memory, done, close }: ActionProps): JSX.Element {
  const [at, setAt] = useState("");
  const [reason, setReason] = useState("");
  const { run, busy, error } = useAction(RetractHeldDocument, ({ retractBelief }) =>
    done({
      what:
        retractBelief?.outcome === "STORED"
          ? "Retracted: it ends then, and holds before."
          : `The retraction is ${retractBelief?.outcome.toLowerCase() ?? "not stored"}: what is believed stays.`,
      undo: "To undo it, revoke the retraction, a memory of its own.",
      memory: retractBelief?.memory?.id,
    }),
  );
  const end = point(at);
  return (
    <Confirm
      title={titleOf("Retract", memory)}
      word="Retract it"
      busy={busy}
      error={error}
      disabled={end === undefined || reason.trim() === ""}
      confirm={() => void run({ input: input(memory, end ?? null, reason.trim()) })}
      close={close}
    >
      <Foreseen
        of={memory}
        document={TryRetractDocument}
        variables={end === undefined ? null : { input: input(memory, end, "what if") }}
        read={({ retractBelief }) => retractBelief ?? {}}
      >
        <Effect kind="note">Undo it by revoking the retraction: it is a memory of its own.</Effect>
      </Foreseen>
      <Line
        label="Until"
        help="2024, 2024-03, 2024-03-14 or 2024-03-14 09:30; empty: now"
        value={at}
        take={setAt}
      />
      {end === undefined && (
        <p class="wrong" role="alert">
          This is no time.
        </p>
      )}
      <Line
        label="Reason"
        help="It is kept in the audit."
        value={reason}
        take={setReason}
        required
      />
    </Confirm>
  );
}

function input(memory: Memory, at: string | null, reason: string): RetractInput {
  const { entity, attribute, context, value, target, visibility } = memory;
  return {
    entity: entity?.id ?? null,
    attribute: attribute ?? "",
    context: context ?? null,
    ...(target ? { target: target.id } : { value: value ?? null }),
    at,
    reason,
    visibility,
  };
}

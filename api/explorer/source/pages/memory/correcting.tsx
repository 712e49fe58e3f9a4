// "It was never right": another value, or other times, in the place of the memory.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useAction } from "../../core/query.ts";
import { boundFrom, boundTo, given } from "../../core/times.ts";
import { CorrectHeldDocument, TryCorrectDocument } from "../../generated/graphql.ts";
import { Effect } from "../../parts/desk/effects.tsx";
import { Line } from "../../parts/desk/field.tsx";
import { Foreseen } from "../../parts/desk/slot.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { titleOf, type ActionProps } from "./actions.tsx";

const WHEN = "2024, 2024-03, 2024-03-14 or 2024-03-14 09:30; empty: as it is";

export function Correcting({ memory, done, close }: ActionProps): JSX.Element {
  const [value, setValue] = useState("");
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [reason, setReason] = useState("");
  const [reject, setReject] = useState(true);
  const { run, busy, error } = useAction(CorrectHeldDocument, ({ correctMemory }) =>
    done({
      what:
        correctMemory?.outcome === "HELD"
          ? "The correction waits: it contradicts what a person said."
          : "Corrected: what was said before is not believed as known now.",
      undo: reject
        ? "To undo it, lift the rejection of the old value under Review, Rejections, and correct the new memory back."
        : "To undo it, correct the new memory back.",
      memory: correctMemory?.memory?.id,
    }),
  );
  const [validFrom, validTo] = [point(from), point(to)];
  const wrong = validFrom === undefined || validTo === undefined;
  const nothing = value.trim() === "" && from.trim() === "" && to.trim() === "";
  const right = {
    id: memory.id,
    reject,
    ...(value.trim() === "" ? {} : { value: value.trim() }),
    ...(validFrom ? { validFrom } : {}),
    ...(validTo ? { validTo } : {}),
  };
  return (
    <Confirm
      title={titleOf("Correct", memory)}
      word="Correct it"
      busy={busy}
      error={error}
      disabled={nothing || wrong || reason.trim() === ""}
      confirm={() => void run({ ...right, reason: reason.trim() })}
      close={close}
    >
      <Foreseen
        of={memory}
        document={TryCorrectDocument}
        variables={nothing || wrong ? null : right}
        read={({ correctMemory }) => correctMemory ?? {}}
      >
        <Effect kind="note">
          What you give takes its place, with the same place in the order of saying. As known
          before, it stays on record.
        </Effect>
      </Foreseen>
      {!memory.negative && (
        <Line
          label={memory.target ? "Right one, by name" : "Right value"}
          help="Empty: the value is right, and only its times are not."
          value={value}
          take={setValue}
        />
      )}
      <Line
        label="Since"
        help={
          memory.validFrom
            ? `${WHEN} (${boundFrom({ ...memory, validFrom: memory.validFrom })})`
            : WHEN
        }
        value={from}
        take={setFrom}
      />
      <Line
        label="Until"
        help={
          memory.validTo ? `${WHEN} (${boundTo({ ...memory, validFrom: memory.validTo })})` : WHEN
        }
        value={to}
        take={setTo}
      />
      {wrong && (
        <p class="wrong" role="alert">
          A time is written as {WHEN}.
        </p>
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={reject}
          onChange={(event) => setReject(event.currentTarget.checked)}
        />{" "}
        Reject the old value: whoever says it again, it waits for a person
      </label>
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

// Null where nothing is written, undefined where it is no time.
export function point(text: string): string | null | undefined {
  return text.trim() === "" ? null : (given(text) ?? undefined);
}

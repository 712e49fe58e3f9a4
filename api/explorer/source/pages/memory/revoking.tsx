// "It was never said": a memory taken back.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useAction } from "../../core/query.ts";
import { RevokeHeldDocument } from "../../generated/graphql.ts";
import { Line } from "../../parts/desk/field.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import type { ActionProps } from "./actions.tsx";
import { Concerned } from "./concerned.tsx";

export function Revoking({ memory, done, close }: ActionProps): JSX.Element {
  const [reason, setReason] = useState("");
  const [reject, setReject] = useState(true);
  const { run, busy, error } = useAction(RevokeHeldDocument, () =>
    done({
      what: "Revoked: it counts as never said.",
      undo: reject
        ? "To undo it, lift the rejection of its value under Review, Rejections, and say it anew."
        : "To undo it, say it anew.",
    }),
  );
  return (
    <Confirm
      title="Revoke"
      word="Revoke it"
      danger
      busy={busy}
      error={error}
      disabled={reason.trim() === ""}
      confirm={() => void run({ id: memory.id, reason: reason.trim(), reject })}
      close={close}
    >
      <Concerned memory={memory} />
      <ul>
        <li>
          It is taken back as if it had never been said. What was known before stays on record.
        </li>
        <li>Every memory of the same value that the same belief rests on goes with it.</li>
        <li>What it had displaced holds again, where another source still says it.</li>
      </ul>
      <label class="check">
        <input
          type="checkbox"
          checked={reject}
          onChange={(event) => setReject(event.currentTarget.checked)}
        />{" "}
        Its value was never right: whoever says it again, it waits for a person
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

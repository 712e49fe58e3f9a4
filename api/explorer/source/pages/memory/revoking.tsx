// "It was never said": a memory taken back.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useAction } from "../../core/query.ts";
import { RevokeHeldDocument } from "../../generated/graphql.ts";
import { Line } from "../../parts/desk/field.tsx";
import { RevokeEffects } from "../../parts/desk/slot.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { titleOf, type ActionProps } from "./actions.tsx";

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
      title={titleOf("Revoke", memory)}
      word="Revoke it"
      danger
      busy={busy}
      error={error}
      disabled={reason.trim() === ""}
      confirm={() => void run({ id: memory.id, reason: reason.trim(), reject })}
      close={close}
    >
      <RevokeEffects of={memory} reject={reject} />
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

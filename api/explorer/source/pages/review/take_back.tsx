// Take a memory back: what is believed without it, and whether its value is rejected too.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ask } from "../../core/client.ts";
import { useRun } from "../../core/query.ts";
import { RevokeDocument, type ClaimCardFragment } from "../../generated/graphql.ts";
import { useDone } from "../../parts/desk/done.tsx";
import { Line } from "../../parts/desk/field.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { believed, RevokeEffects, told } from "../../parts/desk/slot.tsx";

export function TakeBack({ of, close }: { of: ClaimCardFragment; close: () => void }): JSX.Element {
  const [reason, setReason] = useState("");
  const [reject, setReject] = useState(false);
  const { run, busy, error } = useRun();
  const tell = useDone();
  const { entity, attribute } = of;
  const confirm = () =>
    run(async () => {
      const before = await believed(entity?.id, attribute);
      await ask(RevokeDocument, { id: of.id, reason: reason.trim(), reject });
      const after = await believed(entity?.id, attribute);
      const hint = reject
        ? "Its value is rejected: see Rejections to lift that. Say it anew to have it again."
        : "Say it anew to have it again.";
      tell(told("Taken back.", before, after, hint));
      close();
    });
  return (
    <Confirm
      title="Take back"
      word="Take back"
      danger
      busy={busy}
      error={error}
      disabled={reason.trim() === ""}
      confirm={() => void confirm()}
      close={close}
    >
      <RevokeEffects of={of} reject={reject} />
      <label class="check">
        <input
          type="checkbox"
          checked={reject}
          onChange={(event) => setReject(event.currentTarget.checked)}
        />
        Its value was never right: whoever says it again, it waits for a person
      </label>
      <Line label="Reason" value={reason} take={setReason} required />
    </Confirm>
  );
}

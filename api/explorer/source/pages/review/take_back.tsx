// Take a memory back: what is believed without it, and whether its value is rejected too.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ask } from "../../core/client.ts";
import { useQuery, useRun } from "../../core/query.ts";
import { RevokeDocument, SlotDocument, type ClaimCardFragment } from "../../generated/graphql.ts";
import { Value } from "../../parts/belief.tsx";
import { useDone } from "../../parts/desk/done.tsx";
import { Effect, Effects } from "../../parts/desk/effects.tsx";
import { Line } from "../../parts/desk/field.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { Loading } from "../../parts/states.tsx";
import { Interval } from "../../parts/time.tsx";
import { believed, claimOf, standingIn, told } from "./slot.tsx";

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
      <Consequences of={of} />
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

function Consequences({ of }: { of: ClaimCardFragment }): JSX.Element {
  const { entity, attribute } = of;
  const slot = useQuery(SlotDocument, entity && attribute ? { id: entity.id, attribute } : null);
  if (slot.loading && slot.data === undefined) return <Loading rows={2} />;
  const claim = claimOf(of);
  // Every claim that the same belief rests on goes with it.
  const falls = standingIn(slot.data, of.context).filter(
    ({ canonical, target, value, memory }) =>
      memory.id === of.id || canonical === claim.target || (target?.name ?? value) === claim.said,
  );
  return (
    <Effects>
      {falls.map((one) => (
        <Effect kind="ends" key={one.id}>
          Falls, with every claim that it rests on: <Value of={one} />, <Interval span={one} />
        </Effect>
      ))}
      {falls.length === 0 && <Effect kind="stays">No belief rests on it now.</Effect>}
      <Effect kind="note">
        From now on it is as if it had not been said; what it stood in the way of holds again. What
        was believed before stays readable as known then.
      </Effect>
    </Effects>
  );
}

// "It still holds": one more voice for a memory.

import type { JSX } from "preact";
import { useAction } from "../../core/query.ts";
import { ConfirmHeldDocument } from "../../generated/graphql.ts";
import { Effect, Effects } from "../../parts/desk/effects.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { percent } from "../../parts/text.tsx";
import { titleOf, type ActionProps } from "./actions.tsx";

export function Confirming({ memory, done, close }: ActionProps): JSX.Element {
  const { run, busy, error } = useAction(ConfirmHeldDocument, ({ confirmMemory }) =>
    done({
      what: `Confirmed: it is believed with ${percent(confirmMemory?.currentConfidence ?? 0)}.`,
      undo: "A confirmation stays; if it was wrong, revoke or correct the memory.",
    }),
  );
  return (
    <Confirm
      title={titleOf("Confirm", memory)}
      word="It still holds"
      busy={busy}
      error={error}
      confirm={() => void run({ id: memory.id })}
      close={close}
    >
      <Effects>
        <Effect kind="stays">What is believed stays, and is confirmed.</Effect>
        <Effect kind="note">
          It is surer than {percent(memory.currentConfidence)}, and counts as last confirmed today,
          which recall takes as just said.
        </Effect>
        <Effect kind="note">
          It cannot be taken back by itself: whoever was wrong corrects or revokes the memory.
        </Effect>
      </Effects>
    </Confirm>
  );
}

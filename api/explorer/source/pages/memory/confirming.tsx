// "It still holds": one more voice for a memory.

import type { JSX } from "preact";
import { useAction } from "../../core/query.ts";
import { ConfirmHeldDocument } from "../../generated/graphql.ts";
import { Confirm } from "../../parts/dialog.tsx";
import { percent } from "../../parts/text.tsx";
import type { ActionProps } from "./actions.tsx";
import { Concerned } from "./concerned.tsx";

export function Confirming({ memory, done, close }: ActionProps): JSX.Element {
  const { run, busy, error } = useAction(ConfirmHeldDocument, ({ confirmMemory }) =>
    done({
      what: `Confirmed: it is believed with ${percent(confirmMemory?.currentConfidence ?? 0)}.`,
      undo: "A confirmation stays; if it was wrong, revoke or correct the memory.",
    }),
  );
  return (
    <Confirm
      title="Confirm"
      word="It still holds"
      busy={busy}
      error={error}
      confirm={() => void run({ id: memory.id })}
      close={close}
    >
      <Concerned memory={memory} />
      <ul>
        <li>
          What is believed stays as it is, and is surer: it is at{" "}
          {percent(memory.currentConfidence)} now.
        </li>
        <li>It counts as last confirmed today, which recall takes as just said.</li>
        <li>
          It cannot be taken back by itself: whoever was wrong corrects or revokes the memory.
        </li>
      </ul>
    </Confirm>
  );
}

// Cancel a job, or have one run again that has ended without success.

import { useRun } from "../../core/query.ts";
import type { JSX } from "preact";
import { ask } from "../../core/client.ts";
import { CancelJobDocument, RetryJobDocument, type JobStatus } from "../../generated/graphql.ts";
import { useDone, type Done } from "../../parts/desk/done.tsx";
import { Effect, Effects } from "../../parts/desk/effects.tsx";
import { Confirm } from "../../parts/dialog.tsx";

export type JobKind = "cancel" | "retry";

export function mayEnd(kind: JobKind, status: JobStatus): boolean {
  const ended = status === "FAILED" || status === "CANCELLED";
  return kind === "retry" ? ended : status === "QUEUED" || status === "RUNNING";
}

export function JobAction({
  kind,
  id,
  close,
}: {
  kind: JobKind;
  id: string;
  close: () => void;
}): JSX.Element {
  const { run, busy, error } = useRun();
  const tell = useDone();
  const confirm = () =>
    run(async () => {
      tell(await act(kind, id));
      close();
    });
  return (
    <Confirm
      title={kind === "cancel" ? "Cancel the job" : "Run the job again"}
      word={kind === "cancel" ? "Cancel the job" : "Run again"}
      danger={kind === "cancel"}
      busy={busy}
      error={error}
      confirm={() => void confirm()}
      close={close}
    >
      <Effects>
        {kind === "cancel" ? (
          <>
            <Effect kind="ends">
              Nobody reads its messages any more. An attempt that runs ends when its worker next
              renews its lease.
            </Effect>
            <Effect kind="stays">What it has stored stays, and so do its messages.</Effect>
          </>
        ) : (
          <>
            <Effect kind="begins">It is queued anew, and read when a worker is free.</Effect>
            <Effect kind="stays">What it has stored is not stored again.</Effect>
          </>
        )}
      </Effects>
    </Confirm>
  );
}

async function act(kind: JobKind, id: string): Promise<Done> {
  if (kind === "cancel") {
    await ask(CancelJobDocument, { id });
    const undo = { word: "Run it again", run: () => act("retry", id) };
    return { told: <p>The job is cancelled.</p>, undo: [undo] };
  }
  await ask(RetryJobDocument, { id });
  const undo = { word: "Cancel it", run: () => act("cancel", id) };
  return { told: <p>The job is queued anew.</p>, undo: [undo] };
}

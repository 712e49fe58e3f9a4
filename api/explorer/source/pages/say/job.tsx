// One job as it comes further: its state, and each decision with its reason.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { listen, type Refusal } from "../../core/client.ts";
import { useAction } from "../../core/query.ts";
import { useMay } from "../../core/viewer.ts";
import {
  CancelSaidDocument,
  JobComesFurtherDocument,
  RetrySaidDocument,
  type JobStateFragment,
  type JobStatus,
} from "../../generated/graphql.ts";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { Failure, Loading } from "../../parts/states.tsx";
import { Text } from "../../parts/text.tsx";
import { Time } from "../../parts/time.tsx";
import { ModelUsage } from "../../parts/usage.tsx";
import { DecisionRow } from "./decision.tsx";

const TONES: Record<JobStatus, Tone> = {
  QUEUED: "info",
  RUNNING: "info",
  SUCCEEDED: "good",
  FAILED: "bad",
  CANCELLED: "plain",
};

export function JobCard({ id, text }: { id: string; text: string | undefined }): JSX.Element {
  const [job, setJob] = useState<JobStateFragment>();
  const [error, setError] = useState<Refusal>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    setError(undefined);
    return listen(
      JobComesFurtherDocument,
      { id },
      ({ jobProgress }) => setJob(jobProgress),
      (problem) => problem && setError(problem),
    );
  }, [id, turn]);
  const again = () => setTurn((before) => before + 1);
  return (
    <article class="job" aria-busy={job === undefined && error === undefined}>
      {text !== undefined && (
        <blockquote>
          <Text>{text}</Text>
        </blockquote>
      )}
      {error !== undefined && <Failure error={error} retry={again} />}
      {job === undefined && error === undefined && <Loading rows={1} />}
      {job !== undefined && (
        <>
          <State job={job} listenAgain={again} />
          <Decisions job={job} />
        </>
      )}
    </article>
  );
}

function State({
  job,
  listenAgain,
}: {
  job: JobStateFragment;
  listenAgain: () => void;
}): JSX.Element {
  const { id, status, submittedAt, finishedAt, attempts, error, usage } = job;
  const may = useMay();
  const cancel = useAction(CancelSaidDocument);
  const retry = useAction(RetrySaidDocument, listenAgain);
  const goesOn = status === "QUEUED" || status === "RUNNING";
  const stopped = status === "FAILED" || status === "CANCELLED";
  const refused = cancel.error ?? retry.error;
  return (
    <>
      <p role="status">
        <Badge tone={TONES[status]}>{status.toLowerCase()}</Badge>{" "}
        <span class="quiet">
          accepted <Time at={submittedAt} />
          {finishedAt && (
            <>
              , ended <Time at={finishedAt} />
            </>
          )}
          {attempts > 1 && `, attempt ${attempts}`}
          {usage?.model && (
            <>
              , <ModelUsage of={usage} />
            </>
          )}
        </span>
        {goesOn && may("cancelJob") && (
          <>
            {" "}
            <button
              type="button"
              disabled={cancel.busy}
              title="Nobody reads it any more. What it has stored stays, and it can be tried again."
              onClick={() => void cancel.run({ id })}
            >
              Cancel
            </button>
          </>
        )}
        {stopped && may("retryJob") && (
          <>
            {" "}
            <button
              type="button"
              disabled={retry.busy}
              title="What it has stored is not stored again."
              onClick={() => void retry.run({ id })}
            >
              Try again
            </button>
          </>
        )}
      </p>
      {error && (
        <p class={status === "FAILED" ? "failure" : "notice"}>
          <Text>{error}</Text>
        </p>
      )}
      {refused !== undefined && <Failure error={refused} />}
    </>
  );
}

function Decisions({ job: { decisions, status } }: { job: JobStateFragment }): JSX.Element | null {
  if (decisions.length === 0) {
    if (status !== "SUCCEEDED") return null;
    return <p class="quiet">Nothing to remember was found in it.</p>;
  }
  return (
    <ol class="plain decisions" aria-live="polite" aria-label="Decisions">
      {decisions.map((one, index) => (
        <DecisionRow key={index} of={one} />
      ))}
    </ol>
  );
}

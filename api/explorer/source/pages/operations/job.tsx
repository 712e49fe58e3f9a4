// One job with all its decisions, as it comes further.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useLive } from "../../core/live.ts";
import { useQuery } from "../../core/query.ts";
import { link } from "../../core/route.ts";
import { useMay } from "../../core/viewer.ts";
import { OneJobDocument, type JobStateFragment } from "../../generated/graphql.ts";
import { useFresh } from "../../parts/desk/done.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Text } from "../../parts/text.tsx";
import { Time } from "../../parts/time.tsx";
import { ModelUsage } from "../../parts/usage.tsx";
import { DecisionRow } from "../say/decision.tsx";
import { JobAction, mayEnd, type JobKind } from "./job_action.tsx";
import { JobBadge, Reads } from "./jobs.tsx";

const EVERY_MS = 4_000;

export function JobView({ id }: { id: string }): JSX.Element {
  const query = useQuery(OneJobDocument, { id });
  const ended = query.data?.job?.finishedAt != null;
  useLive(() => ended || query.reload(), EVERY_MS);
  useFresh(query.reload);
  return (
    <>
      <p>
        <a href={link(["operations", "jobs"])}>All jobs</a>
      </p>
      <Answered query={{ ...query, loading: false }} rows={6}>
        {({ job }) => (job ? <Shown job={job} /> : <Empty>There is no such job.</Empty>)}
      </Answered>
    </>
  );
}

function Shown({ job }: { job: JobStateFragment }): JSX.Element {
  const may = useMay();
  const [kind, setKind] = useState<JobKind>();
  const { id, status, submittedAt, finishedAt, attempts, error, decisions } = job;
  return (
    <>
      <h2>
        Job <code>{id}</code> <JobBadge of={status} />
      </h2>
      <dl class="facts">
        {job.opening != null && (
          <>
            <dt>Reads</dt>
            <dd>
              <Reads of={job} />
            </dd>
          </>
        )}
        <dt>Accepted</dt>
        <dd>
          <Time at={submittedAt} />
        </dd>
        <dt>Ended</dt>
        <dd>{finishedAt ? <Time at={finishedAt} /> : "not yet"}</dd>
        <dt>Attempts</dt>
        <dd>{attempts}</dd>
        <dt>Used</dt>
        <dd>{job.usage ? <ModelUsage of={job.usage} /> : "no model"}</dd>
        {error && (
          <>
            <dt>Error</dt>
            <dd>
              <Text>{error}</Text>
            </dd>
          </>
        )}
      </dl>
      <p class="case-buttons">
        {(["cancel", "retry"] as const)
          .filter((one) => mayEnd(one, status) && may(`${one}Job`))
          .map((one) => (
            <button type="button" key={one} onClick={() => setKind(one)}>
              {one === "cancel" ? "Cancel…" : "Run again…"}
            </button>
          ))}
      </p>
      <h3>Decisions</h3>
      {decisions.length === 0 && (
        <Empty>{finishedAt ? "Nothing in it was worth a decision." : "None yet."}</Empty>
      )}
      <ul class="plain">
        {decisions.map((one, index) => (
          <DecisionRow key={index} of={one} />
        ))}
      </ul>
      {kind !== undefined && <JobAction kind={kind} id={id} close={() => setKind(undefined)} />}
    </>
  );
}

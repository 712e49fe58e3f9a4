// The jobs of the tenant, as they are now: how far each is, what it used, why it failed.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useLive } from "../../core/live.ts";
import { useQuery, type Query } from "../../core/query.ts";
import { changed, link, type Route } from "../../core/route.ts";
import { ago } from "../../core/times.ts";
import { useMay } from "../../core/viewer.ts";
import {
  JobCountsDocument,
  JobsDocument,
  type JobCountsQuery,
  type JobRowFragment,
  type JobStatus,
} from "../../generated/graphql.ts";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { useFresh } from "../../parts/desk/done.tsx";
import { Filter } from "../../parts/desk/filter.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { cut, Text } from "../../parts/text.tsx";
import { Time } from "../../parts/time.tsx";
import { ModelUsage } from "../../parts/usage.tsx";
import { JobView } from "./job.tsx";
import { JobAction, mayEnd, type JobKind } from "./job_action.tsx";

const ROWS = 50;
// Characters of what a job reads.
const SHOWN = 80;
const EVERY_MS = 4_000;
const CHOICES = [
  ["all", "all"],
  ["queued", "queued"],
  ["running", "running"],
  ["succeeded", "succeeded"],
  ["failed", "failed"],
  ["cancelled", "cancelled"],
] as const;

const TONES: Readonly<Record<JobStatus, Tone>> = {
  QUEUED: "plain",
  RUNNING: "info",
  SUCCEEDED: "good",
  FAILED: "bad",
  CANCELLED: "plain",
};

export function Jobs({ route }: { route: Route }): JSX.Element {
  const [, , id] = route.path;
  return id === undefined ? <List route={route} /> : <JobView key={id} id={id} />;
}

function List({ route }: { route: Route }): JSX.Element {
  const chosen = route.options["status"] ?? "all";
  const after = route.options["after"] ?? null;
  const counts = useQuery(JobCountsDocument, {});
  useLive(counts.reload, EVERY_MS);
  useFresh(counts.reload);
  return (
    <>
      <div class="tools">
        <Filter label="Show" option="status" choices={CHOICES} current={chosen} />
        <Counts query={counts} />
      </div>
      <Chosen
        key={`${chosen} ${after}`}
        status={chosen === "all" ? null : (chosen.toUpperCase() as JobStatus)}
        after={after}
      />
    </>
  );
}

function Chosen({
  status,
  after,
}: {
  status: JobStatus | null;
  after: string | null;
}): JSX.Element {
  const query = useQuery(JobsDocument, { status, first: ROWS, after });
  const [asked, setAsked] = useState<{ kind: JobKind; id: string }>();
  useLive(query.reload, EVERY_MS);
  useFresh(query.reload);
  return (
    <>
      {/* What is asked again by itself does not fade each time. */}
      <Answered query={{ ...query, loading: false }}>
        {({ jobs: { edges, pageInfo } }) => (
          <>
            <Rows
              rows={edges.map(({ node }) => node)}
              act={(kind, one) => setAsked({ kind, id: one })}
            />
            <p class="case-buttons">
              {after !== null && <a href={changed({ after: null })}>From the newest</a>}
              {pageInfo.hasNextPage && (
                <a href={changed({ after: pageInfo.endCursor })}>{ROWS} before these</a>
              )}
            </p>
          </>
        )}
      </Answered>
      {asked !== undefined && <JobAction {...asked} close={() => setAsked(undefined)} />}
    </>
  );
}

function Counts({ query: { data } }: { query: Query<JobCountsQuery> }): JSX.Element | null {
  if (data === undefined) return null;
  const { queued, running, failed } = data;
  const waiting = [...running.edges, ...queued.edges].map(({ node }) => node.submittedAt).sort();
  return (
    <span class="quiet">
      {queued.totalCount ?? "many"} queued, {running.totalCount ?? "many"} running,{" "}
      {failed.totalCount ?? "many"} failed for good
      {waiting[0] !== undefined && (
        <>
          ; the oldest that is not done came <span>{ago(waiting[0], Date.now())}</span>
        </>
      )}
    </span>
  );
}

function Rows({
  rows,
  act,
}: {
  rows: readonly JobRowFragment[];
  act: (kind: JobKind, id: string) => void;
}): JSX.Element {
  const may = useMay();
  if (rows.length === 0) {
    return <Empty>No jobs match. Each message that is added becomes a job.</Empty>;
  }
  return (
    <Table
      caption="Jobs, newest first"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: "Status", cell: (row) => <JobBadge of={row.status} /> },
        { name: "Reads", kind: "main", cell: (row) => <Reads of={row} /> },
        { name: "Accepted", cell: (row) => <Time at={row.submittedAt} /> },
        { name: "Ended", cell: (row) => row.finishedAt && <Time at={row.finishedAt} /> },
        { name: "Attempts", kind: "number", cell: (row) => row.attempts },
        { name: "Used", cell: (row) => row.usage && <ModelUsage of={row.usage} /> },
        { name: "Error", cell: (row) => row.error && <Text>{row.error}</Text> },
        {
          name: "Actions",
          kind: "actions",
          cell: (row) => (
            <span class="row-buttons">
              <a href={link(["operations", "jobs", row.id])}>Decisions</a>
              {(["cancel", "retry"] as const)
                .filter((kind) => mayEnd(kind, row.status) && may(`${kind}Job`))
                .map((kind) => (
                  <button type="button" key={kind} onClick={() => act(kind, row.id)}>
                    {kind === "cancel" ? "Cancel…" : "Run again…"}
                  </button>
                ))}
            </span>
          ),
        },
      ]}
    />
  );
}

// What it reads: how that begins, and in which session it was said.
export function Reads({
  of: { session, opening },
}: {
  of: Pick<JobRowFragment, "session" | "opening">;
}): JSX.Element {
  return (
    <span>
      {opening != null && (
        <bdi class="text">{opening.length > SHOWN ? `${cut(opening, SHOWN)}…` : opening}</bdi>
      )}
      {session != null && (
        <span class="quiet">
          {" "}
          session <Text short={60}>{session}</Text>
        </span>
      )}
    </span>
  );
}

export function JobBadge({ of }: { of: JobStatus }): JSX.Element {
  return <Badge tone={TONES[of]}>{of.toLowerCase()}</Badge>;
}

// The audit: what was done, by whom and why, and how far its chain is.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { pageOf, usePages, useQuery } from "../../core/query.ts";
import { changed, go, type Route } from "../../core/route.ts";
import { begins, editable } from "../../core/times.ts";
import { AuditDocument, AuditHeadDocument, type AuditQuery } from "../../generated/graphql.ts";
import { Badge } from "../../parts/badge.tsx";
import { Field, Line } from "../../parts/desk/field.tsx";
import { Answered, Empty, Failure, Loading } from "../../parts/states.tsx";
import { More, Table } from "../../parts/table.tsx";
import { Text, words } from "../../parts/text.tsx";
import { Time } from "../../parts/time.tsx";
import { Subject } from "./subject.tsx";

const ROWS = 50;

type Entry = AuditQuery["audit"]["edges"][number]["node"];

export function Audit({ route }: { route: Route }): JSX.Element {
  const { subject, action, since } = route.options;
  const pages = usePages(
    AuditDocument,
    { subject: subject ?? null, action: action ?? null, since: since ?? null, first: ROWS },
    ({ audit }) => pageOf(audit),
  );
  const { nodes, error, loading, more, reload } = pages;
  const key = `${subject} ${action} ${since}`;
  return (
    <>
      <Head />
      <Narrow key={key} subject={subject ?? ""} action={action ?? ""} since={since} />
      {error !== undefined && <Failure error={error} retry={reload} />}
      {error === undefined && nodes.length === 0 && loading && <Loading rows={8} />}
      {error === undefined && nodes.length === 0 && !loading && <Empty>No record matches.</Empty>}
      {error === undefined && nodes.length > 0 && (
        <div class={loading ? "stale" : undefined} aria-busy={loading}>
          <Table
            caption="Audit records, oldest first"
            rows={nodes}
            columns={COLUMNS}
            keyOf={({ id }) => id}
          />
        </div>
      )}
      <More more={more} loading={loading && nodes.length > 0} />
    </>
  );
}

function Head(): JSX.Element {
  const query = useQuery(AuditHeadDocument, {});
  return (
    <Answered query={query} rows={1}>
      {({ auditHead }) =>
        auditHead ? (
          <p class="notice">
            The chain is sealed up to record <strong>{auditHead.sequence}</strong>,{" "}
            <Time at={auditHead.at} />: <code class="hash">{auditHead.hash}</code>
            <span class="quiet">
              {" "}
              Kept elsewhere, it is what <code>doxa audit verify --head</code> takes.
            </span>
          </p>
        ) : (
          <p class="notice">Nothing is sealed yet; that takes some seconds.</p>
        )
      }
    </Answered>
  );
}

function Narrow({
  subject,
  action,
  since,
}: {
  subject: string;
  action: string;
  since: string | undefined;
}): JSX.Element {
  const [about, setAbout] = useState(subject);
  const [what, setWhat] = useState(action);
  const [from, setFrom] = useState(since === undefined ? "" : editable(since));
  const [wrong, setWrong] = useState(false);
  const submit = (event: Event) => {
    event.preventDefault();
    const start = from.trim() === "" ? null : begins(from);
    const bad = from.trim() !== "" && start === null;
    setWrong(bad);
    if (!bad) go(changed({ subject: about.trim(), action: what.trim(), since: start }));
  };
  return (
    <form class="inline" onSubmit={submit} aria-label="Narrow the audit">
      <Line label="About (an id)" value={about} take={setAbout} />
      <Line label="Action" value={what} take={setWhat} />
      <Field label="Since">
        <input
          value={from}
          placeholder="2026-03-14"
          aria-invalid={wrong}
          autocomplete="off"
          onInput={(event) => setFrom(event.currentTarget.value)}
        />
      </Field>
      <button type="submit">Show</button>
      {(subject || action || since) && (
        <a href={changed({ subject: null, action: null, since: null })}>All</a>
      )}
      {wrong && (
        <span class="wrong" role="alert">
          write 2026, 2026-03, 2026-03-14 or 2026-03-14 09:30
        </span>
      )}
    </form>
  );
}

const COLUMNS = [
  {
    name: "No.",
    kind: "number" as const,
    cell: ({ sequence }: Entry) => sequence ?? <span class="quiet">not sealed</span>,
  },
  { name: "When", cell: ({ at }: Entry) => <Time at={at} /> },
  { name: "Who", cell: ({ actor }: Entry) => <Text short={60}>{actor}</Text> },
  {
    name: "What",
    cell: ({ action, gate, policyVersion }: Entry) => (
      <div>
        <a href={changed({ action })}>{words(action)}</a>
        {gate && (
          <>
            {" "}
            <Badge title="The check of the gate that decided">{gate}</Badge>
          </>
        )}
        {policyVersion != null && <span class="quiet"> policy {policyVersion}</span>}
      </div>
    ),
  },
  { name: "About", cell: ({ subject }: Entry) => subject && <Subject id={subject} /> },
  {
    name: "Why",
    kind: "main" as const,
    cell: ({ reason }: Entry) => reason && <Text>{reason}</Text>,
  },
  {
    name: "Hash",
    cell: ({ hash }: Entry) =>
      hash && (
        <details class="hashed">
          <summary>
            <code>{hash.slice(0, 8)}</code>
          </summary>
          <code class="hash">{hash}</code>
        </details>
      ),
  },
];

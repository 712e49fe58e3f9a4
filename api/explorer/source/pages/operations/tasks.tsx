// The tasks of the store: when each ran, what that did, and when it runs next.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ask } from "../../core/client.ts";
import { useLive } from "../../core/live.ts";
import { useQuery, useRun } from "../../core/query.ts";
import { useMay } from "../../core/viewer.ts";
import { RunTaskDocument, TasksDocument, type TaskRowFragment } from "../../generated/graphql.ts";
import { Badge } from "../../parts/badge.tsx";
import { useDone, useFresh } from "../../parts/desk/done.tsx";
import { Effect, Effects } from "../../parts/desk/effects.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { Answered } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Text, words } from "../../parts/text.tsx";
import { Time } from "../../parts/time.tsx";
import { Effected } from "./effected.tsx";

const EVERY_MS = 15_000;

const DOES: Readonly<Record<string, string>> = {
  access_counts: "counts how often each memory was recalled",
  audit_seal: "seals what was added to the audit",
  consolidation: "has one memory stand for several alike, for the tenants that want it",
  decay: "stores what is left of the importance of every memory",
  erasures: "finishes erasures that were cut off",
  similar_memories: "compares what is new with what is known, across attributes",
  unsettled: "counts open contradictions and loops",
  withdrawals: "takes back what withdrawn consents have left",
};

export function Tasks(): JSX.Element {
  const query = useQuery(TasksDocument, {});
  const [asked, setAsked] = useState<string>();
  const may = useMay()("runTask");
  useLive(query.reload, EVERY_MS);
  useFresh(query.reload);
  return (
    <>
      <p class="quiet">
        They are of the store, for all its tenants, and run in one service at a time.
        {!may && " Whoever runs the store may start one."}
      </p>
      <Answered query={{ ...query, loading: false }} rows={8}>
        {({ tasks }) => (
          <Table
            caption="Tasks"
            rows={tasks}
            keyOf={({ name }) => name}
            columns={[
              ...COLUMNS,
              ...(may
                ? [
                    {
                      name: "Run",
                      kind: "actions" as const,
                      cell: ({ name }: TaskRowFragment) => (
                        <button type="button" onClick={() => setAsked(name)}>
                          Run now…
                        </button>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </Answered>
      {asked !== undefined && <RunNow name={asked} close={() => setAsked(undefined)} />}
    </>
  );
}

const COLUMNS = [
  {
    name: "Task",
    kind: "main" as const,
    cell: ({ name, enabled }: TaskRowFragment) => (
      <div>
        <strong>{words(name)}</strong> {!enabled && <Badge>by hand only</Badge>}
        <div class="quiet">{DOES[name]}</div>
      </div>
    ),
  },
  {
    name: "Last run",
    cell: ({ lastStarted, lastFinished }: TaskRowFragment) => (
      <div>
        {lastStarted ? <Time at={lastStarted} /> : "never"}
        {lastStarted && (!lastFinished || lastFinished < lastStarted) && (
          <>
            {" "}
            <Badge tone="info">running</Badge>
          </>
        )}
      </div>
    ),
  },
  {
    name: "What it did",
    cell: ({ lastEffect, error }: TaskRowFragment) => (
      <div>
        <Effected of={lastEffect} />
        {error && (
          <div>
            <Badge tone="bad">failed</Badge> <Text>{error}</Text>
          </div>
        )}
      </div>
    ),
  },
  {
    name: "Next run",
    cell: ({ nextRun }: TaskRowFragment) =>
      nextRun === null || nextRun === undefined ? (
        "by hand"
      ) : Date.parse(nextRun) <= Date.now() ? (
        "as soon as a service runs"
      ) : (
        <Time at={nextRun} />
      ),
  },
];

function RunNow({ name, close }: { name: string; close: () => void }): JSX.Element {
  const { run, busy, error } = useRun();
  const tell = useDone();
  const confirm = () =>
    run(async () => {
      const { runTask } = await ask(RunTaskDocument, { name });
      tell({
        told: (
          <div>
            {runTask?.error ? (
              <p>
                The task {words(name)} failed: <Text>{runTask.error}</Text>
              </p>
            ) : (
              <p>The task {words(name)} has run:</p>
            )}
            <Effected of={runTask?.lastEffect} />
          </div>
        ),
      });
      close();
    });
  return (
    <Confirm
      title={`Run ${words(name)} now`}
      word="Run it"
      busy={busy}
      error={error}
      confirm={() => void confirm()}
      close={close}
    >
      <Effects>
        <Effect kind="begins">It {DOES[name] ?? "runs"}, for all tenants of the store.</Effect>
        <Effect kind="stays">
          Its next run stays due as it is. No belief changes by hand of it.
        </Effect>
      </Effects>
    </Confirm>
  );
}

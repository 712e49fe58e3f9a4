// Have one memory stand for several that say nearly the same: tried first, then done.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ask } from "../../core/client.ts";
import { useQuery, useRun } from "../../core/query.ts";
import { changed, go, link, type Route } from "../../core/route.ts";
import { useMay } from "../../core/viewer.ts";
import {
  ConsolidateDocument,
  ScheduleConsolidationDocument,
  TasksDocument,
  type ConsolidateMutation,
  type GroupFragment,
} from "../../generated/graphql.ts";
import { Badge } from "../../parts/badge.tsx";
import { About } from "../../parts/claim.tsx";
import { useDone, useFresh } from "../../parts/desk/done.tsx";
import { Effect, Effects } from "../../parts/desk/effects.tsx";
import { Field, Line } from "../../parts/desk/field.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { Answered, Empty, Failure } from "../../parts/states.tsx";
import { counts, Text, words } from "../../parts/text.tsx";
import { Time } from "../../parts/time.tsx";
import { Effected } from "./effected.tsx";

type Result = NonNullable<ConsolidateMutation["consolidate"]>;

const THRESHOLD = "0.85";
const NO_WAY_BACK =
  "There is no single step back: revoke the one, without rejecting its value, and say the others anew.";

export function Consolidation({ route }: { route: Route }): JSX.Element {
  const may = useMay();
  return (
    <>
      {may("consolidate") ? (
        <Try route={route} />
      ) : (
        <p class="notice">Your role may not consolidate, not even to see what it would do.</p>
      )}
      <Runs />
      {may("scheduleConsolidation") && <Schedule />}
    </>
  );
}

function Try({ route }: { route: Route }): JSX.Element {
  const { topic = "", threshold = THRESHOLD } = route.options;
  const [text, setText] = useState(topic);
  const [cosine, setCosine] = useState(threshold);
  const [result, setResult] = useState<Result>();
  const [applying, setApplying] = useState(false);
  const { run, busy, error } = useRun();
  const asked = { topic, threshold: Number(threshold) };
  const look = () =>
    run(async () => {
      const { consolidate } = await ask(ConsolidateDocument, { ...asked, dryRun: true });
      setResult(consolidate ?? undefined);
    });
  useEffect(() => {
    setText(topic);
    setResult(undefined);
    if (topic) void look();
  }, [topic, threshold]);
  useFresh(() => void (topic && look()));
  const submit = (event: Event) => {
    event.preventDefault();
    const fragment = changed({ topic: text.trim(), threshold: cosine });
    if (fragment === location.hash) void look();
    else go(fragment);
  };
  return (
    <section>
      <form class="inline" onSubmit={submit}>
        <Line label="Topic" value={text} take={setText} required />
        <Field label="Minimum similarity">
          <input
            type="number"
            min="0.5"
            max="1"
            step="0.01"
            value={cosine}
            onInput={(event) => setCosine(event.currentTarget.value)}
          />
        </Field>
        <button type="submit" class="main" disabled={busy || text.trim() === ""}>
          {busy ? "Comparing…" : "Dry run"}
        </button>
      </form>
      {error !== undefined && <Failure error={error} />}
      {result !== undefined && <Groups result={result} apply={() => setApplying(true)} />}
      {applying && result !== undefined && (
        <Apply result={result} asked={asked} close={() => setApplying(false)} />
      )}
    </section>
  );
}

const possible = ({ groups }: Result): GroupFragment[] => groups.filter(({ why }) => !why);

function Groups({ result, apply }: { result: Result; apply: () => void }): JSX.Element {
  const { groups, unembedded, why } = result;
  const able = possible(result).length;
  return (
    <>
      {groups.length === 0 && <Empty>No two memories of this topic say nearly the same.</Empty>}
      {groups.map((group) => (
        <div class="case group" key={group.originals.map(({ id }) => id).join()}>
          <header>
            <About entity={group.originals[0]?.entity} attribute={group.originals[0]?.attribute} />
            {group.why && <Badge tone="warn">stays as it is</Badge>}
          </header>
          <GroupEffect group={group} />
          {group.why && (
            <p class="quiet">
              <Text>{group.why}</Text>
              {group.lost.length > 0 && (
                <>
                  ; it would lose <bdi>{group.lost.join(", ")}</bdi>
                </>
              )}
            </p>
          )}
        </div>
      ))}
      {unembedded > 0 && (
        <p class="quiet">{unembedded} memories have no vector yet, and were left out.</p>
      )}
      {why && (
        <p class="quiet">
          There may be more: <Text>{why}</Text>
        </p>
      )}
      {able > 0 && (
        <p class="case-buttons">
          <button type="button" class="main" onClick={apply}>
            Consolidate {counts(able, "group")}…
          </button>
        </p>
      )}
    </>
  );
}

function GroupEffect({ group }: { group: GroupFragment }): JSX.Element {
  const { why, originals, canonical } = group;
  return (
    <ul class="effects">
      {originals.map(({ id, text }) => (
        <Effect kind={why ? "stays" : "ends"} key={id}>
          <a href={link(["memory", id])}>
            <bdi>{text}</bdi>
          </a>
        </Effect>
      ))}
      {!why && (
        <Effect kind="begins">
          <Text>{canonical}</Text>
        </Effect>
      )}
    </ul>
  );
}

function Apply({
  result,
  asked,
  close,
}: {
  result: Result;
  asked: { topic: string; threshold: number };
  close: () => void;
}): JSX.Element {
  const { run, busy, error } = useRun();
  const tell = useDone();
  const confirm = () =>
    run(async () => {
      const { consolidate } = await ask(ConsolidateDocument, { ...asked, dryRun: false });
      const done = consolidate?.groups.filter(({ memory }) => memory) ?? [];
      tell({
        told: (
          <>
            <p>{done.length === 1 ? "1 group was" : `${done.length} groups were`} consolidated.</p>
            <ul class="plain">
              {done.map(({ memory, canonical }) => (
                <li key={memory?.id}>
                  <a href={link(["memory", memory?.id ?? ""])}>
                    <bdi>{canonical}</bdi>
                  </a>
                </li>
              ))}
            </ul>
          </>
        ),
        hint: `The originals stay readable, each superseded by the one that stands for it. ${NO_WAY_BACK}`,
      });
      close();
    });
  return (
    <Confirm
      title={`Consolidate ${asked.topic}`}
      word="Consolidate"
      busy={busy}
      error={error}
      confirm={() => void confirm()}
      close={close}
    >
      <Effects>
        {possible(result).map(({ canonical, originals }) => (
          <Effect kind="begins" key={canonical}>
            <Text short={120}>{canonical}</Text> stands for {originals.length} memories.
          </Effect>
        ))}
        <Effect kind="stays">
          What is believed stays the same at every time but for the words.
        </Effect>
        <Effect kind="note">{NO_WAY_BACK}</Effect>
      </Effects>
    </Confirm>
  );
}

// The tasks tell of their last run only.
function Runs(): JSX.Element {
  const query = useQuery(TasksDocument, {});
  useFresh(query.reload);
  return (
    <section>
      <h2>Last runs</h2>
      <Answered query={{ ...query, loading: false }} rows={2}>
        {({ tasks }) => (
          <dl class="facts">
            {tasks
              .filter(({ name }) => name === "consolidation" || name === "decay")
              .flatMap(({ name, lastFinished, lastEffect }) => [
                <dt key={name}>{words(name)}</dt>,
                <dd key={`${name} run`}>
                  {lastFinished ? <Time at={lastFinished} /> : "never"} <Effected of={lastEffect} />
                </dd>,
              ])}
          </dl>
        )}
      </Answered>
    </section>
  );
}

function Schedule(): JSX.Element {
  const { run, busy, error } = useRun();
  const tell = useDone();
  const set = async (enabled: boolean): Promise<void> => {
    await ask(ScheduleConsolidationDocument, { enabled });
    tell({
      told: enabled ? (
        <p>The task consolidates all topics of this tenant from its next run on.</p>
      ) : (
        <p>The task leaves this tenant alone.</p>
      ),
    });
  };
  return (
    <section>
      <h2>Automatic runs</h2>
      <p class="quiet">
        The task may consolidate all topics of this tenant, each week unless it is set otherwise.
        Until somebody wants it, it leaves the tenant alone.
      </p>
      <p class="case-buttons">
        <button type="button" disabled={busy} onClick={() => void run(() => set(true))}>
          Have the task do it
        </button>
        <button type="button" disabled={busy} onClick={() => void run(() => set(false))}>
          No more
        </button>
      </p>
      {error !== undefined && <Failure error={error} />}
    </section>
  );
}

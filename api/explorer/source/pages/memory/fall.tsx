// What would fall if a source of this memory were distrusted, and the act itself.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useAction, useQuery } from "../../core/query.ts";
import { changed, go, type Route } from "../../core/route.ts";
import { begins } from "../../core/times.ts";
import { useMay } from "../../core/viewer.ts";
import {
  DistrustSourceDocument,
  type DistrustInput,
  type DistrustSourceMutation,
} from "../../generated/graphql.ts";
import { Slot } from "../../parts/claim.tsx";
import { Line } from "../../parts/desk/field.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { Effect, Effects } from "../../parts/desk/effects.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Text } from "../../parts/text.tsx";
import { Interval } from "../../parts/time.tsx";
import type { Done } from "./actions.tsx";
import type { Memory } from "./memory.tsx";

type Source = Omit<DistrustInput, "reason">;
type Changes = NonNullable<DistrustSourceMutation["distrust"]>;

const ROWS = 100;
const LOOK = "a look at what would fall";

export function Fall({
  memory,
  route,
  done,
}: {
  memory: Memory;
  route: Route;
  done: (what: Done) => void;
}): JSX.Element | null {
  const may = useMay();
  if (!may("distrust")) return null;
  const parts = sourcesOf(memory);
  const chosen = (route.options["distrust"] ?? "").split(",");
  const kept = parts.filter(({ key }) => chosen.includes(key));
  const since = route.options["since"];
  const source: Source | null =
    kept.length === 0
      ? null
      : { ...Object.assign({}, ...kept.map(({ given }) => given)), ...(since ? { since } : {}) };
  return (
    <section>
      <h2>If its source were distrusted</h2>
      <fieldset class="choices">
        <legend class="quiet">What came from</legend>
        {parts.map(({ key, name, value }) => (
          <label key={key}>
            <input
              type="checkbox"
              checked={chosen.includes(key)}
              onChange={(event) =>
                go(changed({ distrust: toggled(chosen, key, event.currentTarget.checked) }), true)
              }
            />{" "}
            {name} <bdi>{value}</bdi>
          </label>
        ))}
        <Since given={since} />
      </fieldset>
      {source === null ? (
        <Empty>
          Choose what of its source is not to be trusted: what would fall is shown here.
        </Empty>
      ) : (
        <Looked source={source} done={done} />
      )}
    </section>
  );
}

function sourcesOf(memory: Memory): { key: string; name: string; value: string; given: Source }[] {
  const { sourceSession, speaker, extractor, sourceKind } = memory;
  return [
    ...(sourceSession
      ? [
          {
            key: "session",
            name: "the session",
            value: sourceSession,
            given: { session: sourceSession },
          },
        ]
      : []),
    ...(speaker
      ? [{ key: "speaker", name: "the speaker", value: speaker, given: { speaker } }]
      : []),
    ...(extractor
      ? [{ key: "extractor", name: "the extractor", value: extractor, given: { extractor } }]
      : []),
    {
      key: "kind",
      name: "sources of the kind",
      value: sourceKind.toLowerCase(),
      given: { sourceKind },
    },
  ];
}

function toggled(chosen: readonly string[], key: string, on: boolean): string {
  const others = chosen.filter((one) => one !== key && one !== "");
  return (on ? [...others, key] : others).join(",");
}

function Since({ given }: { given: string | undefined }): JSX.Element {
  const [text, setText] = useState(given ?? "");
  const [wrong, setWrong] = useState(false);
  const take = () => {
    const at = text.trim() === "" ? null : begins(text);
    setWrong(text.trim() !== "" && at === null);
    if (text.trim() === "" || at !== null) go(changed({ since: at }), true);
  };
  return (
    <label>
      recorded since{" "}
      <input
        value={text}
        placeholder="ever"
        size={18}
        aria-invalid={wrong}
        onInput={(event) => setText(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => event.key === "Enter" && take()}
      />
    </label>
  );
}

function Looked({ source, done }: { source: Source; done: (what: Done) => void }): JSX.Element {
  const [asked, setAsked] = useState(false);
  const query = useQuery(DistrustSourceDocument, {
    input: { ...source, reason: LOOK },
    dryRun: true,
  });
  return (
    <Answered query={query} rows={3}>
      {({ distrust }) => {
        if (!distrust || distrust.revoked === 0) return <Empty>Nothing came from there.</Empty>;
        return (
          <>
            <p>
              {memories(distrust.revoked)} would be taken back
              {distrust.changes.length === 0 && ", and what is believed would stay"}.
            </p>
            <ChangeList changes={distrust} />
            <p class="buttons">
              <button type="button" class="danger" onClick={() => setAsked(true)}>
                Distrust…
              </button>
            </p>
            {asked && (
              <Act
                source={source}
                count={distrust.revoked}
                done={done}
                close={() => setAsked(false)}
              />
            )}
          </>
        );
      }}
    </Answered>
  );
}

function ChangeList({ changes }: { changes: Changes }): JSX.Element {
  const rows = changes.changes.flatMap(({ retired, inserted }) => [
    ...retired.map((of) => ({ of, kind: "ends" as const, word: "Falls: " })),
    ...inserted.map((of) => ({ of, kind: "begins" as const, word: "Holds instead: " })),
  ]);
  return (
    <>
      <Effects label="What would change">
        {rows.slice(0, ROWS).map(({ of, kind, word }) => (
          <Effect key={`${kind} ${of.id}`} kind={kind}>
            <span class="unseen">{word}</span>
            <Slot {...of} />{" "}
            <span class="quiet">
              <Interval span={of} />
            </span>
          </Effect>
        ))}
      </Effects>
      {rows.length > ROWS && (
        <p class="quiet">and {(rows.length - ROWS).toLocaleString("en")} more</p>
      )}
    </>
  );
}

function Act({
  source,
  count,
  done,
  close,
}: {
  source: Source;
  count: number;
  done: (what: Done) => void;
  close: () => void;
}): JSX.Element {
  const [reason, setReason] = useState("");
  const { run, busy, error } = useAction(DistrustSourceDocument, ({ distrust }) => {
    close();
    done({ what: `${memories(distrust?.revoked ?? 0)} were taken back.`, undo: UNDO });
  });
  return (
    <Confirm
      title="Distrust the source"
      word={`Take back ${memories(count)}`}
      danger
      busy={busy}
      error={error}
      disabled={reason.trim() === ""}
      confirm={() => void run({ input: { ...source, reason: reason.trim() }, dryRun: false })}
      close={close}
    >
      <Effects>
        <Effect kind="ends">
          All that came from there is taken back, as if it had never been said:{" "}
          {Object.entries(source).map(([name, value], index) => (
            <span key={name}>
              {index > 0 && ", "}
              {name === "sourceKind" ? "kind" : name} <Text short={80}>{String(value)}</Text>
            </span>
          ))}
        </Effect>
        <Effect kind="note">{UNDO}</Effect>
      </Effects>
      <Line
        label="Reason"
        help="It is kept in the audit."
        value={reason}
        take={setReason}
        required
      />
    </Confirm>
  );
}

const UNDO =
  "There is no single step back: its values are not rejected, so whatever is said again by a source that is trusted is believed again.";

function memories(count: number): string {
  return count === 1 ? "1 memory" : `${count.toLocaleString("en")} memories`;
}

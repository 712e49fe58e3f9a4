// The question and its options. They go into the address when it is asked, and are read from there.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useLater, useQuery } from "../../core/query.ts";
import { changed, go, type Route } from "../../core/route.ts";
import { AskNamesDocument, type RecallKind } from "../../generated/graphql.ts";
import { Field, Line } from "../../parts/desk/field.tsx";

export const KINDS: readonly { kind: RecallKind; name: string }[] = [
  { kind: "MEMORIES", name: "beliefs" },
  { kind: "HINTS", name: "hints (too uncertain to be believed)" },
  { kind: "EPISODES", name: "original messages" },
];
const DEFAULT = "MEMORIES";

export function Form({ route: { options } }: { route: Route }): JSX.Element {
  const [text, setText] = useState(options["q"] ?? "");
  const [k, setK] = useState(options["k"] ?? "5");
  const [sure, setSure] = useState(options["sure"] ?? "0.4");
  const [about, setAbout] = useState(options["about"] ?? "");
  const [speaker, setSpeaker] = useState(options["speaker"] ?? "");
  const kinds = (options["kinds"] ?? DEFAULT).split(",");
  useEffect(() => setText(options["q"] ?? ""), [options["q"]]);
  const submit = (event: Event) => {
    event.preventDefault();
    if (text.trim() === "") return;
    go(
      changed({
        q: text.trim(),
        k: k === "5" ? null : k,
        sure: sure === "0.4" ? null : sure,
        about: about.trim(),
        speaker: speaker.trim(),
        recall: null,
      }),
    );
  };
  const toggle = (kind: RecallKind, on: boolean) => {
    const wanted = KINDS.map((one) => one.kind).filter((one) =>
      one === kind ? on : kinds.includes(one),
    );
    const given = wanted.join(",") || DEFAULT;
    go(changed({ kinds: given === DEFAULT ? null : given }));
  };
  return (
    <form class="ask" role="search" onSubmit={submit}>
      <div class="search">
        <label>
          <span class="unseen">Question</span>
          <input
            type="search"
            value={text}
            placeholder="Where does Ana live?"
            autofocus
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="main">
          Ask
        </button>
      </div>
      <details open={options["about"] !== undefined || options["kinds"] !== undefined}>
        <summary>Options</summary>
        <div class="fields">
          <About value={about} take={setAbout} />
          <Line label="Asked by" help="who “I” is" value={speaker} take={setSpeaker} />
          <Numbered label="Results at most" value={k} take={setK} min={1} max={50} step={1} />
          <Numbered
            label="Minimum confidence"
            value={sure}
            take={setSure}
            min={0}
            max={1}
            step={0.05}
          />
        </div>
        <fieldset class="choices">
          <legend class="quiet">Include</legend>
          {KINDS.map(({ kind, name }) => (
            <label key={kind}>
              <input
                type="checkbox"
                checked={kinds.includes(kind)}
                onChange={(event) => toggle(kind, event.currentTarget.checked)}
              />{" "}
              {name}
            </label>
          ))}
        </fieldset>
      </details>
    </form>
  );
}

function Numbered({
  label,
  value,
  take,
  min,
  max,
  step,
}: {
  label: string;
  value: string;
  take: (value: string) => void;
  min: number;
  max: number;
  step: number;
}): JSX.Element {
  return (
    <Field label={label}>
      <input
        type="number"
        value={value}
        min={min}
        max={max}
        step={step}
        onInput={(event) => take(event.currentTarget.value)}
      />
    </Field>
  );
}

// An entity by its name, with the names that begin so.
function About({ value, take }: { value: string; take: (value: string) => void }): JSX.Element {
  const search = useLater(value.trim());
  const { data } = useQuery(AskNamesDocument, search === "" ? null : { search });
  return (
    <Field label="About" help="one entity, by its name">
      <input
        value={value}
        list="names"
        autocomplete="off"
        onInput={(event) => take(event.currentTarget.value)}
      />
      <datalist id="names">
        {data?.entities.edges.map(({ node }) => (
          <option key={node.id} value={node.name} />
        ))}
      </datalist>
    </Field>
  );
}

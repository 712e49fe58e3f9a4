// Whether the invariants of the store hold, by the same check as `doxa check`.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useQuery } from "../../core/query.ts";
import { changed, go, type Route } from "../../core/route.ts";
import { CheckDocument, type CheckQuery } from "../../generated/graphql.ts";
import { Field } from "../../parts/desk/field.tsx";
import { Failure, Loading } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Text } from "../../parts/text.tsx";
import { Subject } from "./subject.tsx";

type Violation = CheckQuery["check"][number];

export function Check({ route }: { route: Route }): JSX.Element {
  const { sample } = route.options;
  const [text, setText] = useState(sample ?? "1000");
  const query = useQuery(CheckDocument, sample === undefined ? null : { sample: Number(sample) });
  const submit = (event: Event) => {
    event.preventDefault();
    const fragment = changed({ sample: text });
    if (fragment === location.hash) query.reload();
    else go(fragment);
  };
  return (
    <>
      <p class="quiet">
        Reads so many slots, and as many memories, entities and jobs, from a place drawn by chance,
        and works out anew what should be believed.
      </p>
      <form class="inline" onSubmit={submit}>
        <Field label="Sample">
          <input
            type="number"
            min="1"
            max="10000"
            required
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </Field>
        <button type="submit" class="main" disabled={query.loading}>
          {query.loading ? "Checking…" : "Check"}
        </button>
      </form>
      <div role="status">
        {query.loading && query.data === undefined && <Loading rows={2} />}
        {query.error !== undefined && <Failure error={query.error} retry={query.reload} />}
        {query.data?.check.length === 0 && query.error === undefined && (
          <p class="holds">All invariants hold for what was checked.</p>
        )}
      </div>
      {query.data !== undefined && query.data.check.length > 0 && (
        <Table
          caption="What violates an invariant"
          rows={query.data.check}
          columns={COLUMNS}
          keyOf={({ invariant, subject, message }) => `${invariant} ${subject} ${message}`}
        />
      )}
    </>
  );
}

const COLUMNS = [
  { name: "Invariant", kind: "number" as const, cell: ({ invariant }: Violation) => invariant },
  { name: "About", cell: ({ subject }: Violation) => <Subject id={subject} /> },
  {
    name: "What is wrong",
    kind: "main" as const,
    cell: ({ message }: Violation) => <Text>{message}</Text>,
  },
];

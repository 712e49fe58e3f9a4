// What was considered for a recall and did not come, and why; and the same of any one memory.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useQuery } from "../../core/query.ts";
import { WhyRecalledDocument, type RecalledFragment } from "../../generated/graphql.ts";
import { MemoryLink } from "../../parts/claim.tsx";
import { Line } from "../../parts/desk/field.tsx";
import { Share } from "../../parts/share.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { percent, words } from "../../parts/text.tsx";

type Left = RecalledFragment["leftOut"][number];

export function LeftOut({ recall }: { recall: RecalledFragment }): JSX.Element {
  return (
    <section>
      <h2>Left out</h2>
      {recall.leftOut.length === 0 ? (
        <Empty>Nothing else was considered.</Empty>
      ) : (
        <Table
          caption="Considered and left out, best first"
          columns={COLUMNS}
          rows={recall.leftOut}
          keyOf={({ memory }) => memory.id}
        />
      )}
      <AnyMemory recall={recall.id} />
    </section>
  );
}

const COLUMNS = [
  { name: "Memory", kind: "main" as const, cell: ({ memory }: Left) => <MemoryLink of={memory} /> },
  { name: "Why not", cell: ({ outcome }: Left) => outcome },
  { name: "Score", cell: ({ score }: Left) => <Share of={score} /> },
  {
    name: "Score parts",
    cell: ({ relevance, recency, importance }: Left) =>
      `relevance ${percent(relevance)}, recency ${percent(recency)}, importance ${percent(importance)}`,
  },
  { name: "Found by", cell: ({ via }: Left) => via.join(", ") },
];

function AnyMemory({ recall }: { recall: string }): JSX.Element {
  const [text, setText] = useState("");
  const [asked, setAsked] = useState<string>();
  const submit = (event: Event) => {
    event.preventDefault();
    const memory = idIn(text);
    setAsked(memory === "" ? undefined : memory);
  };
  return (
    <form class="any" onSubmit={submit}>
      <Line
        label="Why not another memory?"
        help="its id, or the address of its page"
        value={text}
        take={setText}
      />
      <button type="submit">Explain</button>
      {asked !== undefined && <Explained recall={recall} memory={asked} />}
    </form>
  );
}

function Explained({ recall, memory }: { recall: string; memory: string }): JSX.Element {
  const query = useQuery(WhyRecalledDocument, { recall, memory });
  return (
    <Answered query={query} rows={2}>
      {({ why }) => (
        <dl class="facts" aria-live="polite">
          {Object.entries((why ?? {}) as Record<string, unknown>).map(([name, value]) => (
            <>
              <dt key={name}>{words(name)}</dt>
              <dd key={`${name}:`}>{told(value)}</dd>
            </>
          ))}
        </dl>
      )}
    </Answered>
  );
}

function told(value: unknown): string {
  if (value === null) return "–";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

// The id that was written, or that of the page whose address was.
function idIn(text: string): string {
  const found = /#\/memory\/([^?/]+)/.exec(text);
  return decodeURIComponent(found?.[1] ?? text.trim());
}

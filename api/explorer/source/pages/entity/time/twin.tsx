// The accessible twin of a drawing: what it shows in a sentence, and all of it as a table.

import type { JSX } from "preact";
import { changed, go, link, type Route } from "../../../core/route.ts";
import { Badge } from "../../../parts/badge.tsx";
import { PagedTable } from "../../../parts/pager.tsx";
import { Text } from "../../../parts/text.tsx";
import { MARKS, slotName, type Bar } from "./bars.ts";

const TABLE = "table";
const PAGE = "rows-page";

export function Twin({
  id,
  route,
  summary,
  caption,
  bars,
}: {
  // By which the drawing names it as its description.
  id: string;
  route: Route;
  summary: string;
  caption: string;
  bars: readonly Bar[];
}): JSX.Element {
  const open = route.options[TABLE] !== undefined;
  const turn = () => go(changed({ [TABLE]: open ? null : 1, [PAGE]: null }), true);
  return (
    <section class="twin">
      <p>
        <span id={id}>{summary}</span>{" "}
        <button type="button" aria-expanded={open} onClick={turn}>
          {open ? "Without the table" : "As a table"}
        </button>
      </p>
      {open && (
        <PagedTable
          option={PAGE}
          caption={caption}
          columns={COLUMNS}
          rows={bars}
          keyOf={({ key }) => key}
        />
      )}
    </section>
  );
}

const COLUMNS = [
  {
    name: "Attribute",
    cell: ({ attribute, context }: Bar) => (
      <a href={changed({ view: "versions", slot: attribute, context, [PAGE]: null })}>
        {slotName(attribute, context)}
      </a>
    ),
  },
  {
    name: "Value",
    kind: "main" as const,
    cell: ({ value, mark }: Bar) => (
      <>
        <Text>{value}</Text>
        {MARKS[mark] !== "" && (
          <>
            {" "}
            <Badge tone="warn">{MARKS[mark]}</Badge>
          </>
        )}
      </>
    ),
  },
  { name: "Valid", cell: ({ valid }: Bar) => valid },
  { name: "Known", cell: ({ since }: Bar) => since },
  {
    name: "Why",
    kind: "actions" as const,
    cell: ({ memory }: Bar) => <a href={link(["memory", memory])}>Why</a>,
  },
];

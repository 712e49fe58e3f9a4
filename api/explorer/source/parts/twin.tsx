// The accessible twin of a drawing: what it shows in a sentence, and all of it as a table.

import type { ComponentChildren, JSX } from "preact";
import { changed, go, type Route } from "../core/route.ts";
import { PagedTable } from "./pager.tsx";
import { SaveTable } from "./saving.tsx";
import type { Column } from "./table.tsx";

const TABLE = "table";
// Also dropped by what leads to another drawing.
export const PAGE = "rows-page";

export function Twin<Row>({
  id,
  route,
  summary,
  ...table
}: {
  // By which the drawing names it as its description.
  id: string;
  route: Route;
  summary: ComponentChildren;
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}): JSX.Element {
  const open = route.options[TABLE] !== undefined;
  const turn = () => go(changed({ [TABLE]: open ? null : 1, [PAGE]: null }), true);
  return (
    <section class="twin">
      <p>
        <span id={id}>{summary}</span>{" "}
        <button type="button" aria-expanded={open} onClick={turn}>
          {open ? "Hide the table" : "Show as a table"}
        </button>{" "}
        <SaveTable {...table} />
      </p>
      {open && <PagedTable option={PAGE} {...table} />}
    </section>
  );
}

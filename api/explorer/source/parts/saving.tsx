// Buttons that save what is shown: all rows of a table as CSV, a drawing as SVG.

import { render, type JSX } from "preact";
import { asCsv, asSvg, fileName, save } from "../core/save.ts";
import { Table, type Column } from "./table.tsx";

export interface Rows<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

// All rows that were read, whichever page of them is shown.
export function SaveTable<Row>(table: Rows<Row>): JSX.Element {
  const run = () => {
    const place = document.createElement("div");
    render(<Table {...table} />, place);
    const made = place.querySelector("table");
    if (made !== null) save(fileName(table.caption, "csv"), "text/csv;charset=utf-8", asCsv(made));
    render(null, place);
  };
  return (
    <button type="button" class="save" title="Save these rows as a CSV file" onClick={run}>
      CSV
    </button>
  );
}

// The drawing that the button stands in: the nearest element around it with `data-drawing`.
export function SaveDrawing({ what }: { what: string }): JSX.Element {
  const run = ({ currentTarget }: { currentTarget: Element }) => {
    const drawing = currentTarget.closest<HTMLElement>("[data-drawing]");
    if (drawing !== null) save(fileName(what, "svg"), "image/svg+xml", asSvg(drawing));
  };
  return (
    <button type="button" class="save" title="Save this drawing as an SVG file" onClick={run}>
      SVG
    </button>
  );
}

// A long table of which a few hundred rows stand in the page at a time.

import type { JSX } from "preact";
import { changed, go, useRoute } from "../core/route.ts";
import { Table, type Column } from "./table.tsx";

const ROWS = 200;

// `option` names the option of the address that says which rows are shown.
export function PagedTable<Row>({
  option,
  rows,
  ...given
}: {
  option: string;
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  marked?: (row: Row) => string | undefined;
}): JSX.Element {
  const { options } = useRoute();
  const last = Math.max(0, Math.ceil(rows.length / ROWS) - 1);
  const page = Math.min(Math.max(0, Math.floor(Number(options[option] ?? 1)) - 1 || 0), last);
  const begin = page * ROWS;
  const show = (to: number) => go(changed({ [option]: to === 0 ? null : to + 1 }));
  return (
    <>
      <Table {...given} rows={rows.slice(begin, begin + ROWS)} />
      {last > 0 && (
        <p class="pager">
          <button type="button" disabled={page === 0} onClick={() => show(page - 1)}>
            Earlier rows
          </button>
          <span role="status">
            {(begin + 1).toLocaleString("en")}–
            {Math.min(begin + ROWS, rows.length).toLocaleString("en")} of{" "}
            {rows.length.toLocaleString("en")}
          </span>
          <button type="button" disabled={page === last} onClick={() => show(page + 1)}>
            Later rows
          </button>
        </p>
      )}
    </>
  );
}

// Rows of a list. On a narrow screen each row is a card, its cells named by their columns.

import type { ComponentChildren, JSX } from "preact";

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ComponentChildren;
  kind?: "number" | "actions" | "main";
}

export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
  marked,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  marked?: (row: Row) => string | undefined;
}): JSX.Element {
  return (
    <div class="scroll" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, kind }) => (
              <th key={name} scope="col" class={kind}>
                {kind === "actions" ? <span class="unseen">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} class={marked?.(row)}>
              {columns.map(({ name, cell, kind }) => (
                <td key={name} class={kind} data-column={name}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function More({
  more,
  loading,
}: {
  more: (() => void) | undefined;
  loading: boolean;
}): JSX.Element | null {
  if (more === undefined && !loading) return null;
  return (
    <p class="more-rows">
      <button type="button" disabled={more === undefined} onClick={more}>
        {loading ? "Loading…" : "More"}
      </button>
    </p>
  );
}

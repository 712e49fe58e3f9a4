// A list of cards that is read page by page, with all the states that it may be in.

import type { ComponentChildren, JSX } from "preact";
import type { Pages } from "../../core/query.ts";
import { Empty, Failure, Loading } from "../states.tsx";
import { More } from "../table.tsx";
import { Cards, KeysHelp } from "./cards.tsx";
import { useFresh } from "./done.tsx";

export function CardPages<Item>({
  label,
  pages,
  empty,
  keyOf,
  ticks = false,
  children,
}: {
  label: string;
  pages: Pages<Item>;
  // What it means that there is nothing.
  empty: ComponentChildren;
  keyOf: (item: Item) => string;
  ticks?: boolean;
  children: (item: Item) => ComponentChildren;
}): JSX.Element {
  const { nodes, error, loading, more, reload } = pages;
  useFresh(reload);
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (nodes.length === 0) {
    // A page may have nothing though more follows.
    if (more !== undefined) return <More more={more} loading={loading} />;
    return loading ? <Loading rows={6} /> : <Empty>{empty}</Empty>;
  }
  return (
    <>
      <KeysHelp ticks={ticks} />
      <div class={loading ? "stale" : undefined} aria-busy={loading}>
        <Cards label={label} items={nodes} keyOf={keyOf}>
          {children}
        </Cards>
      </div>
      <More more={more} loading={loading} />
    </>
  );
}

// What was asked before, the latest first.

import type { JSX } from "preact";
import { usePages } from "../../core/query.ts";
import { changed } from "../../core/route.ts";
import { useMay } from "../../core/viewer.ts";
import { PastRecallsDocument } from "../../generated/graphql.ts";
import { Empty, Failure, Loading } from "../../parts/states.tsx";
import { More } from "../../parts/table.tsx";
import { counts, cut } from "../../parts/text.tsx";
import { Time } from "../../parts/time.tsx";

const ROWS = 10;

export function Past({ current }: { current: string | undefined }): JSX.Element | null {
  const may = useMay()("recalls");
  const { nodes, error, loading, more, reload } = usePages(
    PastRecallsDocument,
    may ? { first: ROWS } : null,
    ({ recalls }) => ({
      nodes: recalls,
      next: recalls.length === ROWS ? (recalls.at(-1)?.id ?? null) : null,
    }),
  );
  if (!may) return null;
  return (
    <section>
      <h2>Earlier questions</h2>
      {error !== undefined && <Failure error={error} retry={reload} />}
      {error === undefined && nodes.length === 0 && loading && <Loading rows={3} />}
      {error === undefined && nodes.length === 0 && !loading && <Empty>None yet.</Empty>}
      <ul class="plain">
        {nodes.map(({ id, query, at, items }) => (
          <li key={id}>
            <a
              href={changed({ recall: id, q: query, "true-at": null, "known-at": null })}
              aria-current={id === current ? "true" : undefined}
            >
              <bdi>{query.length > 120 ? `${cut(query, 120)}…` : query}</bdi>
            </a>{" "}
            <span class="quiet">
              <Time at={at} />, {counts(items.length, "item")}
            </span>
          </li>
        ))}
      </ul>
      <More more={more} loading={loading && nodes.length > 0} />
    </section>
  );
}

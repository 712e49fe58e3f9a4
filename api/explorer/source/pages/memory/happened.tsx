// What was done to a memory, by whom, by which check and why: its records of the audit.

import type { JSX } from "preact";
import { pageOf, usePages, type Pages } from "../../core/query.ts";
import { MemoryHappenedDocument, type MemoryHappenedQuery } from "../../generated/graphql.ts";
import { Badge } from "../../parts/badge.tsx";
import { Empty, Failure } from "../../parts/states.tsx";
import { More } from "../../parts/table.tsx";
import { Text, words } from "../../parts/text.tsx";
import { Time } from "../../parts/time.tsx";

type Done = Pages<MemoryHappenedQuery["audit"]["edges"][number]["node"]>;

const ROWS = 20;

export const useHappened = (id: string): Done =>
  usePages(MemoryHappenedDocument, { id, first: ROWS }, ({ audit }) => pageOf(audit));

export function Happened({ pages }: { pages: Done }): JSX.Element {
  const { nodes, error, loading, more, reload } = pages;
  return (
    <section>
      <h2>Audit</h2>
      {error !== undefined && <Failure error={error} retry={reload} />}
      {error === undefined && nodes.length === 0 && !loading && (
        <Empty>No audit records about it.</Empty>
      )}
      <ol class="plain">
        {nodes.map(({ id: key, at, actor, action, gate, policyVersion, reason }) => (
          <li key={key}>
            <Badge>{words(action)}</Badge>{" "}
            <span class="quiet">
              <Time at={at} /> by <Text short={60}>{actor}</Text>
              {gate && `, check: ${gate}`}
              {policyVersion != null &&
                `, policy: ${policyVersion === 0 ? "built in" : `version ${policyVersion}`}`}
            </span>
            {reason && (
              <p>
                <Text>{reason}</Text>
              </p>
            )}
          </li>
        ))}
      </ol>
      <More more={more} loading={loading && nodes.length > 0} />
    </section>
  );
}

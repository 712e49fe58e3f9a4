// What there is, what waits for a person, and what was recorded last: where a search begins.

import type { JSX } from "preact";
import { useQuery } from "../../core/query.ts";
import { link } from "../../core/route.ts";
import { useMay } from "../../core/viewer.ts";
import { OverviewDocument, type OverviewQuery } from "../../generated/graphql.ts";
import { MemoryLink } from "../../parts/claim.tsx";
import { Time } from "../../parts/time.tsx";

// The service counts no further.
const MOST = 10_000;

// `shown` once what stands above it is there: it would be pushed down by it.
export function Overview({ shown }: { shown: boolean }): JSX.Element | null {
  const may = useMay();
  const { data } = useQuery(OverviewDocument, {
    memories: may("memories"),
    contradictions: may("contradictions"),
    waiting: may("reviewQueue"),
  });
  // It is beside the point of the page: without it the list stands alone.
  if (!shown || data === undefined || data.entities.totalCount === 0) return null;
  const last = data.memories?.edges.map(({ node }) => node) ?? [];
  return (
    <section class="overview" aria-label="Overview">
      <Counts of={data} />
      {last.length > 0 && (
        <>
          <h2>Recorded last</h2>
          <ul class="plain">
            {last.map((memory) => (
              <li key={memory.id}>
                <MemoryLink of={memory} />{" "}
                <span class="quiet">
                  <bdi>{memory.speaker ?? memory.sourceKind.toLowerCase()}</bdi>,{" "}
                  <Time at={memory.recordedAt} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Counts({ of }: { of: OverviewQuery }): JSX.Element {
  return (
    <ul class="counts">
      <Count of={of.entities.totalCount} one="entity" many="entities" />
      {of.memories && <Count of={of.memories.totalCount} one="memory" many="memories" />}
      {of.reviewQueue && (
        <Count of={of.reviewQueue.totalCount} one="waits" many="wait" to={["review"]} />
      )}
      {of.contradictions && (
        <Count
          of={of.contradictions.totalCount}
          one="open contradiction"
          many="open contradictions"
          to={["review", "contradictions"]}
        />
      )}
    </ul>
  );
}

function Count({
  of,
  one,
  many,
  to,
}: {
  of: number | null;
  one: string;
  many: string;
  // Where what is counted is seen, if something is.
  to?: readonly string[];
}): JSX.Element | null {
  if (of === null) return null;
  const words = (
    <>
      <strong>
        {of.toLocaleString("en")}
        {of >= MOST && "+"}
      </strong>{" "}
      {of === 1 ? one : many}
    </>
  );
  return <li>{to !== undefined && of > 0 ? <a href={link(to)}>{words}</a> : words}</li>;
}

// The review desk: all that waits for a person, a tab for each kind of it.

import type { ComponentType, JSX } from "preact";
import { useQuery } from "../../core/query.ts";
import { link, type Route } from "../../core/route.ts";
import { useMay } from "../../core/viewer.ts";
import { ReviewCountsDocument, type ReviewCountsQuery } from "../../generated/graphql.ts";
import { DoneLine, useFresh } from "../../parts/desk/done.tsx";
import { Empty } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { Loops, UnsettledList } from "./changing.tsx";
import { Contradictions } from "./contradictions.tsx";
import { Conventions } from "./conventions.tsx";
import { Merges } from "./merges.tsx";
import { ClaimPairs, Similar } from "./pairs.tsx";
import { Queue } from "./queue.tsx";
import { Rejections } from "./rejections.tsx";

interface Tab {
  key: string;
  name: string;
  field: string;
  View: ComponentType<{ route: Route }>;
  count?: (of: ReviewCountsQuery) => number | null | undefined;
}

const TABS: readonly Tab[] = [
  {
    key: "queue",
    name: "Queue",
    field: "reviewQueue",
    View: Queue,
    count: ({ reviewQueue }) => reviewQueue.totalCount,
  },
  {
    key: "contradictions",
    name: "Contradictions",
    field: "contradictions",
    View: Contradictions,
    count: ({ contradictions }) => contradictions.totalCount,
  },
  { key: "claims", name: "Claims", field: "contradictingClaims", View: ClaimPairs },
  {
    key: "merges",
    name: "Merges",
    field: "mergeProposals",
    View: Merges,
    count: ({ mergeProposals }) => mergeProposals.totalCount,
  },
  {
    key: "similar",
    name: "Similar",
    field: "similarMemories",
    View: Similar,
    count: ({ similarMemories }) => similarMemories.totalCount,
  },
  { key: "loops", name: "Loops", field: "loops", View: Loops },
  { key: "unsettled", name: "Unsettled", field: "unsettled", View: UnsettledList },
  { key: "conventions", name: "Conventions", field: "conventionProposals", View: Conventions },
  { key: "rejections", name: "Rejections", field: "rejections", View: Rejections },
];

export function ReviewPage({ route }: { route: Route }): JSX.Element {
  return (
    <>
      <h1>Review</h1>
      <DoneLine>
        <Desk route={route} />
      </DoneLine>
    </>
  );
}

function Desk({ route }: { route: Route }): JSX.Element {
  const may = useMay();
  const { data, reload } = useQuery(ReviewCountsDocument, {});
  useFresh(reload);
  const [, first = "queue"] = route.path;
  const current = TABS.find(({ key }) => key === first);
  return (
    <>
      <Tabs
        label="What waits"
        current={first}
        tabs={TABS.filter(({ field }) => may(field)).map(({ key, name, count }) => ({
          key,
          name,
          href: link(["review", key]),
          count: count && (data === undefined ? null : count(data)),
        }))}
      />
      {current === undefined ? (
        <Empty>There is no such list.</Empty>
      ) : (
        <current.View route={route} />
      )}
    </>
  );
}

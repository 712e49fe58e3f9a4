// What does not come to rest: slots that keep changing, and what nobody has answered, by age.

import type { JSX } from "preact";
import { pageOf, usePages, useQuery } from "../../core/query.ts";
import { link, type Route } from "../../core/route.ts";
import {
  LoopsDocument,
  UnsettledListDocument,
  type LoopsQuery,
  type UnsettledListQuery,
} from "../../generated/graphql.ts";
import { Badge } from "../../parts/badge.tsx";
import { Value } from "../../parts/belief.tsx";
import { About } from "../../parts/claim.tsx";
import { Filter } from "../../parts/desk/filter.tsx";
import { CardPages } from "../../parts/desk/pages.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Interval, Time } from "../../parts/time.tsx";
import { ToContradiction } from "../../parts/to_contradiction.tsx";
import { counts } from "../../parts/text.tsx";

const ROWS = 20;
const DAYS = [
  ["30", "30 days"],
  ["7", "7 days"],
  ["90", "90 days"],
  ["365", "a year"],
] as const;

type Loop = LoopsQuery["loops"][number];

export const versions = (
  entity: string,
  slot: string,
  context: string | null | undefined,
): string => link(["entity", entity], { view: "versions", slot, context });

export function Loops({ route }: { route: Route }): JSX.Element {
  const days = route.options["days"] ?? "30";
  const query = useQuery(LoopsDocument, { days: Number(days) || 30 });
  return (
    <>
      <Filter label="Changes within" option="days" choices={DAYS} current={days} />
      <Answered query={query}>
        {({ loops }) =>
          loops.length === 0 ? (
            <Empty>No value keeps changing.</Empty>
          ) : (
            <Table
              caption="Values that keep changing, latest first"
              rows={loops}
              columns={LOOP_COLUMNS}
              keyOf={({ entity, attribute, context }) => `${entity.id} ${attribute} ${context}`}
            />
          )
        }
      </Answered>
    </>
  );
}

const LOOP_COLUMNS = [
  { name: "What", cell: (row: Loop) => <About {...row} /> },
  {
    name: "Between",
    kind: "main" as const,
    cell: ({ values }: Loop) =>
      values.map((value, index) => (
        <span key={value}>
          {index > 0 && " ↔ "}
          <bdi>{value}</bdi>
        </span>
      )),
  },
  { name: "Changes", kind: "number" as const, cell: ({ changes }: Loop) => changes },
  { name: "First", cell: ({ firstSeen }: Loop) => <Time at={firstSeen} /> },
  { name: "Last", cell: ({ lastChanged }: Loop) => <Time at={lastChanged} /> },
  {
    name: "Versions",
    kind: "actions" as const,
    cell: ({ entity, attribute, context }: Loop) => (
      <a href={versions(entity.id, attribute, context)}>Versions</a>
    ),
  },
];

type Unsettled = UnsettledListQuery["unsettled"]["edges"][number]["node"];

export function UnsettledList(): JSX.Element {
  const pages = usePages(UnsettledListDocument, { first: ROWS }, ({ unsettled }) =>
    pageOf(unsettled),
  );
  return (
    <>
      <p class="quiet">
        Contradictions that nobody has answered, and loops that nobody has looked at, the oldest
        first.
      </p>
      <CardPages
        label="Unsettled"
        pages={pages}
        keyOf={({ entity, attribute, context, contradiction }) =>
          contradiction?.id ?? `${entity.id} ${attribute} ${context}`
        }
        empty="Nothing is unsettled."
      >
        {(item) => <UnsettledItem item={item} />}
      </CardPages>
    </>
  );
}

function UnsettledItem({ item }: { item: Unsettled }): JSX.Element {
  const { entity, attribute, context, contradiction, ageDays, history } = item;
  const days = Math.floor(ageDays);
  return (
    <>
      <header>
        <About {...item} />
        <Badge tone="warn">{contradiction ? contradiction.kind.toLowerCase() : "loop"}</Badge>
        <span class="quiet">
          {days === 0 ? "today" : counts(days, "day")}, since <Time at={item.firstSeen} />; last
          changed <Time at={item.lastChanged} />
        </span>
        {contradiction ? (
          <ToContradiction id={contradiction.id} opens />
        ) : (
          <a data-open href={versions(entity.id, attribute, context)}>
            Versions
          </a>
        )}
      </header>
      <ul class="plain">
        {history.map((belief) => (
          <li key={belief.id}>
            <Value of={belief} />{" "}
            <span class="quiet">
              <Interval span={belief} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

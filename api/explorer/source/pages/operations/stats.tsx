// What the tenant's extractors consumed by day and how they answered, and what is left today.

import type { ComponentChildren, JSX } from "preact";
import { useQuery } from "../../core/query.ts";
import type { Route } from "../../core/route.ts";
import { bound } from "../../core/times.ts";
import { StatsDocument } from "../../generated/graphql.ts";
import { Badge } from "../../parts/badge.tsx";
import { Filter } from "../../parts/desk/filter.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { percent } from "../../parts/text.tsx";
import { Time } from "../../parts/time.tsx";
import { figure, headed, list, record } from "./effected.tsx";

const CHOICES = [
  ["7", "7 days"],
  ["1", "today"],
  ["30", "30 days"],
  ["90", "90 days"],
] as const;

type Day = Record<string, unknown>;

export function Stats({ route }: { route: Route }): JSX.Element {
  const days = route.options["days"] ?? "7";
  const query = useQuery(StatsDocument, { days: Number(days) || 7 });
  return (
    <>
      <Filter label="Since" option="days" choices={CHOICES} current={days} />
      <Answered query={query} rows={6}>
        {({ stats }) => <Shown stats={record(stats)} />}
      </Answered>
    </>
  );
}

function Shown({ stats }: { stats: Record<string, unknown> }): JSX.Element {
  const days = list(stats["days"]).map(record);
  const bands = record(stats["bands"]);
  const keyOf = (day: Day) => `${figure(day["day"])} ${figure(day["extractor"])}`;
  return (
    <>
      <Now stats={stats} />
      {days.length === 0 ? (
        <Empty>Nothing was read in this period.</Empty>
      ) : (
        <>
          <Table caption="Consumed" rows={days} keyOf={keyOf} columns={[...WHICH, ...CONSUMED]} />
          <h2>Quality of answers</h2>
          <Table
            caption="Values outside the healthy range are marked"
            rows={days}
            keyOf={keyOf}
            columns={[...WHICH, ...ANSWERED, ...shares(bands)]}
          />
        </>
      )}
    </>
  );
}

function Now({ stats }: { stats: Record<string, unknown> }): JSX.Element {
  const budget = record(stats["budget"]);
  const left = record(stats["leftToday"]);
  const vectors = record(stats["vectors"]);
  const similar = record(stats["similar"]);
  return (
    <dl class="facts">
      <Fact name="Tokens left today">{budgeted(left["tokens"], budget["tokens"])}</Fact>
      <Fact name="Dollars left today">{budgeted(left["usd"], budget["usd"])}</Fact>
      <Fact name="Vectors">
        {"model" in vectors
          ? `${figure(vectors["memories"])} memories, ${figure(vectors["pending"])} have none yet; by ${figure(vectors["model"])}`
          : "none"}
      </Fact>
      <Fact name="Similar memories">
        {`waiting: ${figure(similar["open"])}, of which contradict by a model's word: ${figure(similar["contradicting"])}`}
      </Fact>
    </dl>
  );
}

const budgeted = (left: unknown, budget: unknown): string =>
  budget === null || budget === undefined
    ? "no limit is set"
    : `${figure(left)} of ${figure(budget)}`;

function Fact({ name, children }: { name: string; children: ComponentChildren }): JSX.Element {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

const WHICH = [
  {
    name: "Day",
    cell: (day: Day) => (
      <Time at={String(day["day"])} words={bound(String(day["day"]), String(day["day"]), "DAY")} />
    ),
  },
  { name: "Extractor", cell: (day: Day) => <bdi>{figure(day["extractor"])}</bdi> },
];

const numbers = (names: readonly string[]) =>
  names.map((name) => ({
    name: headed(name),
    kind: "number" as const,
    cell: (day: Day) => figure(day[name]),
  }));

const CONSUMED = numbers([
  "calls",
  "batched",
  "unpriced",
  "inputTokens",
  "cachedTokens",
  "writtenTokens",
  "outputTokens",
  "thinkingTokens",
  "costUsd",
  "seconds",
  "jobsDone",
  "attemptsFailed",
  "jobsFailed",
]);

const ANSWERED = numbers(["answers", "candidates"]);

function shares(bands: Record<string, unknown>) {
  return Object.entries(bands).map(([name, band]) => ({
    name: headed(name),
    kind: "number" as const,
    cell: (day: Day) => <Share of={record(day["shares"])[name]} band={list(band)} />,
  }));
}

function Share({ of, band }: { of: unknown; band: unknown[] }): JSX.Element {
  const [low, high] = band;
  if (typeof of !== "number") return <span class="quiet">–</span>;
  const healthy = typeof low === "number" && typeof high === "number" && of >= low && of <= high;
  if (healthy) return <span>{percent(of)}</span>;
  return (
    <>
      <Badge tone="warn">{percent(of)}</Badge>{" "}
      <span class="quiet">
        of {percent(Number(low))} to {percent(Number(high))}
      </span>
    </>
  );
}

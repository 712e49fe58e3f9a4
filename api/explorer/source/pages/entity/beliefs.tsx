// The belief state of an entity, as of both points of time, as a table.

import type { JSX } from "preact";
import { pageOf, usePages, useQuery } from "../../core/query.ts";
import { asOf, changed, link, type Route } from "../../core/route.ts";
import {
  EntityBeliefsDocument,
  EntityHeldDocument,
  type BeliefCellFragment,
} from "../../generated/graphql.ts";
import { Badge } from "../../parts/badge.tsx";
import { Value } from "../../parts/belief.tsx";
import { Empty, Failure, Loading } from "../../parts/states.tsx";
import { More, Table } from "../../parts/table.tsx";
import { percent, Text, words } from "../../parts/text.tsx";
import { Interval } from "../../parts/time.tsx";

const ROWS = 100;

export function Beliefs({ id, route }: { id: string; route: Route }): JSX.Element {
  const { nodes, error, loading, more, reload } = usePages(
    EntityBeliefsDocument,
    { id, asOf: asOf(route), first: ROWS },
    ({ entity }) => pageOf(entity?.beliefs),
  );
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (nodes.length === 0) {
    return loading ? <Loading rows={8} /> : <Empty>Nothing was believed of it then.</Empty>;
  }
  return (
    <>
      <Table caption="What is believed" columns={COLUMNS} rows={nodes} keyOf={(row) => row.id} />
      <More more={more} loading={loading} />
      <Held id={id} />
    </>
  );
}

const COLUMNS = [
  {
    name: "Attribute",
    cell: ({ attribute, context }: BeliefCellFragment) => (
      <a href={changed({ view: "versions", slot: attribute, context })}>
        {words(attribute)}
        {context && <span class="quiet"> in {context}</span>}
      </a>
    ),
  },
  { name: "Value", kind: "main" as const, cell: (row: BeliefCellFragment) => <Value of={row} /> },
  { name: "Valid", cell: (row: BeliefCellFragment) => <Interval span={row} /> },
  {
    name: "Confidence",
    kind: "number" as const,
    cell: ({ confidence }: BeliefCellFragment) => percent(confidence),
  },
  {
    name: "Said by",
    cell: ({ memory }: BeliefCellFragment) => (
      <bdi>{memory.speaker ?? memory.sourceKind.toLowerCase()}</bdi>
    ),
  },
  {
    name: "Why",
    kind: "actions" as const,
    cell: ({ memory }: BeliefCellFragment) => <a href={link(["memory", memory.id])}>Why</a>,
  },
];

// What contradicts it and waits for an answer.
function Held({ id }: { id: string }): JSX.Element | null {
  const { data } = useQuery(EntityHeldDocument, { id });
  const held = data?.contradictions.edges.map(({ node }) => node) ?? [];
  if (held.length === 0) return null;
  return (
    <section>
      <h2>Held</h2>
      <p class="quiet">Said, and not believed until somebody answers.</p>
      <ul class="plain">
        {held.map(({ id: key, attribute, challenger }) => (
          <li key={key}>
            <Badge tone="warn">{words(attribute)}</Badge> <Text>{challenger.text}</Text>{" "}
            <a href={link(["review", "contradictions", key])}>Answer</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

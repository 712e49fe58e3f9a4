// The belief state of an entity, as of both points of time, as a table.

import type { JSX } from "preact";
import { pageOf, usePages, useQuery } from "../../core/query.ts";
import { asOf, changed, link, SYSTEM, type Route } from "../../core/route.ts";
import {
  EntityBeliefsDocument,
  EntityFormerlyDocument,
  type BeliefCellFragment,
} from "../../generated/graphql.ts";
import { Badge } from "../../parts/badge.tsx";
import { Value } from "../../parts/belief.tsx";
import { Empty, Failure, Loading } from "../../parts/states.tsx";
import { More, Table } from "../../parts/table.tsx";
import { SaveTable } from "../../parts/saving.tsx";
import { percent, Text, words } from "../../parts/text.tsx";
import { Interval, Time } from "../../parts/time.tsx";
import { ToContradiction } from "../../parts/to_contradiction.tsx";
import { standing } from "./time/handle.tsx";
import { useHeld } from "./time/held.ts";
import { useNow } from "./time/surface.tsx";

const ROWS = 100;

export function Beliefs({ id, route }: { id: string; route: Route }): JSX.Element {
  const { nodes, error, loading, more, reload } = usePages(
    EntityBeliefsDocument,
    { id, asOf: asOf(route), first: ROWS },
    ({ entity }) => pageOf(entity?.beliefs),
  );
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (nodes.length === 0 && loading) return <Loading rows={8} />;
  return (
    <>
      {nodes.length === 0 ? (
        <Empty>
          {asOf(route).validAt || asOf(route).systemAt
            ? "Nothing was believed about it then."
            : "Nothing is believed about it now."}
        </Empty>
      ) : (
        <>
          <Table {...TABLE} rows={nodes} />
          <p>
            <SaveTable {...TABLE} rows={nodes} />
          </p>
        </>
      )}
      <More more={more} loading={loading} />
      <Formerly id={id} route={route} />
      <Held id={id} route={route} />
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
  { name: "True", cell: (row: BeliefCellFragment) => <Interval span={row} /> },
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

const TABLE = {
  caption: "What is believed",
  columns: COLUMNS,
  keyOf: ({ id }: BeliefCellFragment) => id,
};

// What is over, nobody knows since when, and of which nothing is believed.
function Formerly({ id, route }: { id: string; route: Route }): JSX.Element | null {
  const { data } = useQuery(EntityFormerlyDocument, { id, systemAt: asOf(route).systemAt });
  const over = data?.entity?.formerly ?? [];
  if (over.length === 0) return null;
  return (
    <section>
      <h2>Formerly</h2>
      <p class="quiet">Over; since when is not known.</p>
      <ul class="plain">
        {over.map(({ id: key, attribute, text, saidAt }) => (
          <li key={key}>
            <Badge>{words(attribute ?? "")}</Badge>{" "}
            <a href={link(["memory", key])}>
              <Text>{text}</Text>
            </a>{" "}
            <span class="quiet">
              said <Time at={saidAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

// What contradicts it and waits for an answer.
function Held({ id, route }: { id: string; route: Route }): JSX.Element | null {
  const held = useHeld(id, standing(route.options[SYSTEM], useNow()));
  if (held.length === 0) return null;
  return (
    <section>
      <h2>Waiting for an answer</h2>
      <p class="quiet">Said, but not believed until a person answers.</p>
      <ul class="plain">
        {held.map(({ id: key, attribute, challenger, resolvedAt }) => (
          <li key={key}>
            <Badge tone="warn">{words(attribute)}</Badge> <Text>{challenger.text}</Text>{" "}
            <ToContradiction id={key} status={resolvedAt ? "RESOLVED" : "OPEN"} />
          </li>
        ))}
      </ul>
    </section>
  );
}

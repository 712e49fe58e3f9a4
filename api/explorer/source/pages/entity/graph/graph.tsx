// The relations around an entity, as a drawing and as a table, as of both points of time.

import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useQuery } from "../../../core/query.ts";
import { asOf, changed, go, link, type Route } from "../../../core/route.ts";
import { EntityGraphDocument } from "../../../generated/graphql.ts";
import { Badge } from "../../../parts/badge.tsx";
import { Answered, Empty } from "../../../parts/states.tsx";
import { counts, words } from "../../../parts/text.tsx";
import { Interval } from "../../../parts/time.tsx";
import { Twin } from "../../../parts/twin.tsx";
import { Drawing } from "./drawing.tsx";
import { counted, networkOf, type Neighbourhood, type Network, type Relation } from "./network.ts";

const ENTITIES_MAX = 500;
const TWIN = "relations-in-words";

export function Graph({ id, route }: { id: string; route: Route }): JSX.Element {
  const depth = Math.min(Math.max(Number(route.options["depth"] ?? 2) || 2, 1), 3);
  const query = useQuery(EntityGraphDocument, {
    id,
    depth,
    asOf: asOf(route),
    first: ENTITIES_MAX,
  });
  return (
    <>
      <p class="graph-depth" role="group" aria-label="How far">
        {[1, 2, 3].map((steps) => (
          <a
            key={steps}
            href={changed({ depth: steps === 2 ? null : steps })}
            aria-current={steps === depth ? "true" : undefined}
          >
            {counts(steps, "step")}
          </a>
        ))}
      </p>
      <Answered query={query} rows={12}>
        {({ entity }) =>
          entity && entity.neighbourhood.relations.length > 0 ? (
            <Around neighbourhood={entity.neighbourhood} route={route} />
          ) : (
            <Empty>No relation led to or from it then.</Empty>
          )
        }
      </Answered>
    </>
  );
}

function Around({
  neighbourhood,
  route,
}: {
  neighbourhood: Neighbourhood;
  route: Route;
}): JSX.Element {
  const { without = "", "without-kind": withoutKind = "", at } = route.options;
  const left = useMemo(
    () => ({ relations: named(without), kinds: named(withoutKind) }),
    [without, withoutKind],
  );
  const network = useMemo(() => networkOf(neighbourhood, left), [neighbourhood, left]);
  const relations = counted(neighbourhood.relations.map(({ attribute }) => attribute));
  const kinds = counted(neighbourhood.entities.map(({ entity }) => entity.kind));
  const shown = network.lines.flatMap((line) => line.relations);
  return (
    <>
      <div class="graph-filters">
        <Filter name="Relations" option="without" names={relations} left={left.relations} />
        <Filter name="Kinds" option="without-kind" names={kinds} left={left.kinds} tones />
      </div>
      {!neighbourhood.whole && (
        <p class="notice">There is more: these are the nearest {ENTITIES_MAX} entities.</p>
      )}
      <div class="graph">
        <Drawing
          network={network}
          describedBy={TWIN}
          kinds={kinds.map(([kind]) => kind)}
          chosen={at}
          choose={(chosen) => go(changed({ at: chosen }), true)}
        />
        <Chosen network={network} id={at} />
      </div>
      <Twin
        id={TWIN}
        route={route}
        summary={
          <span role="status">
            {network.nodes.length} entities, {shown.length} relations.
          </span>
        }
        caption="Relations"
        columns={COLUMNS}
        rows={shown}
        keyOf={({ id }) => id}
      />
    </>
  );
}

function named(option: string): ReadonlySet<string> {
  return new Set(option.split(",").filter(Boolean));
}

// What is shown and what is left out, by name; a choice is part of the address.
function Filter({
  name,
  option,
  names,
  left,
  tones = false,
}: {
  name: string;
  option: string;
  names: readonly [string, number][];
  left: ReadonlySet<string>;
  tones?: boolean;
}): JSX.Element {
  const turn = (one: string) => {
    const next = new Set(left);
    if (!next.delete(one)) next.add(one);
    go(changed({ [option]: [...next].join(",") }), true);
  };
  return (
    <fieldset>
      <legend>{name}</legend>
      {names.map(([one, count], index) => (
        <label key={one}>
          <input type="checkbox" checked={!left.has(one)} onChange={() => turn(one)} />
          {tones && <span class={`dot tone-${index % 8}`} />}
          {words(one)} <span class="count">{count}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Chosen({ network, id }: { network: Network; id: string | undefined }): JSX.Element {
  const node = network.nodes.find((one) => one.id === id);
  if (node === undefined) {
    return <aside class="graph-chosen quiet">Choose an entity to see its relations.</aside>;
  }
  const relations = network.lines
    .filter(({ source, target }) => source === node || target === node)
    .flatMap((line) => line.relations);
  return (
    <aside class="graph-chosen" aria-live="polite">
      <h2>
        <bdi>{node.name}</bdi> <Badge>{node.kind}</Badge>
      </h2>
      <p>
        <a href={link(["entity", node.id])}>Open</a>
        {node.distance > 0 && (
          <>
            {" · "}
            <a href={link(["entity", node.id], { view: "graph" })}>Relations around it</a>
          </>
        )}
      </p>
      <ul class="plain">
        {relations.map((relation) => (
          <li key={relation.id}>
            <Told relation={relation} id={node.id} />
          </li>
        ))}
      </ul>
    </aside>
  );
}

function Told({ relation, id }: { relation: Relation; id: string }): JSX.Element {
  const outward = relation.entity.id === id;
  const other = outward ? relation.target : relation.entity;
  return (
    <>
      {!outward && (
        <>
          <bdi>{other?.name}</bdi>’s{" "}
        </>
      )}
      <a href={link(["memory", relation.memoryId])}>{words(relation.attribute)}</a>{" "}
      {outward && (
        <>
          <bdi>{other?.name}</bdi>{" "}
        </>
      )}
      <span class="quiet">
        <Interval span={relation} />
      </span>
    </>
  );
}

const COLUMNS = [
  { name: "From", cell: ({ entity }: Relation) => <Named entity={entity} /> },
  {
    name: "Relation",
    cell: ({ attribute, contested }: Relation) => (
      <>
        {words(attribute)} {contested && <Badge tone="warn">contested</Badge>}
      </>
    ),
  },
  { name: "To", cell: ({ target }: Relation) => target && <Named entity={target} /> },
  { name: "True", cell: (row: Relation) => <Interval span={row} /> },
  {
    name: "Why",
    kind: "actions" as const,
    cell: ({ memoryId }: Relation) => <a href={link(["memory", memoryId])}>Why</a>,
  },
];

function Named({ entity: { id, name } }: { entity: { id: string; name: string } }): JSX.Element {
  return (
    <a href={link(["entity", id])}>
      <bdi>{name}</bdi>
    </a>
  );
}

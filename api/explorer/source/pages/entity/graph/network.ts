// What is drawn of a neighbourhood: its nodes, the lines between them, and where they stand.

import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type Simulation,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from "d3-force";
import type { EntityGraphQuery } from "../../../generated/graphql.ts";

export type Neighbourhood = NonNullable<EntityGraphQuery["entity"]>["neighbourhood"];
export type Relation = Neighbourhood["relations"][number];

export interface NetworkNode extends SimulationNodeDatum {
  id: string;
  name: string;
  kind: string;
  distance: number;
  degree: number;
}

// All relations between two entities, drawn as one line.
export interface Line extends SimulationLinkDatum<NetworkNode> {
  key: string;
  source: NetworkNode;
  target: NetworkNode;
  relations: Relation[];
}

export interface Network {
  nodes: NetworkNode[];
  lines: Line[];
}

export interface Chosen {
  // What is left out, by name.
  relations: ReadonlySet<string>;
  kinds: ReadonlySet<string>;
}

// Where relations are named, their names need room between the entities.
export const LABELLED_MAX = 24;
const NAMED = { spacing: 110, repulsion: -1200 };
const CROWDED = { spacing: 56, repulsion: -260 };

// What is left when relations and kinds are taken out: what still hangs together with the centre.
export function networkOf({ entities, relations }: Neighbourhood, left: Chosen): Network {
  const centre = entities[0]?.entity.id;
  const nodes = new Map<string, NetworkNode>();
  for (const { entity, distance } of entities) {
    if (entity.id !== centre && left.kinds.has(entity.kind)) continue;
    const { id, name, kind } = entity;
    nodes.set(id, { id, name, kind, distance, degree: 0 });
  }
  const lines = new Map<string, Line>();
  for (const relation of [...relations].sort(byNames)) {
    const source = nodes.get(relation.entity.id);
    const target = nodes.get(relation.target?.id ?? "");
    if (!source || !target || left.relations.has(relation.attribute)) continue;
    const key = [source.id, target.id].sort().join(" ");
    const line = lines.get(key);
    if (line) line.relations.push(relation);
    else lines.set(key, { key, source, target, relations: [relation] });
  }
  return connected(centre, nodes, [...lines.values()]);
}

const collator = new Intl.Collator();

function byNames(one: Relation, other: Relation): number {
  return (
    collator.compare(one.entity.name, other.entity.name) ||
    collator.compare(one.attribute, other.attribute) ||
    collator.compare(one.target?.name ?? "", other.target?.name ?? "")
  );
}

function connected(
  centre: string | undefined,
  nodes: Map<string, NetworkNode>,
  lines: Line[],
): Network {
  const beside = new Map<string, Line[]>();
  for (const line of lines) {
    for (const end of [line.source.id, line.target.id]) {
      beside.set(end, [...(beside.get(end) ?? []), line]);
    }
  }
  const reached = new Set<string>(centre === undefined ? [] : [centre]);
  for (const id of reached) {
    for (const { source, target } of beside.get(id) ?? []) {
      reached.add(source.id).add(target.id);
    }
  }
  const kept = [...nodes.values()].filter(({ id }) => reached.has(id));
  for (const node of kept) node.degree = beside.get(node.id)?.length ?? 0;
  return { nodes: kept, lines: lines.filter(({ source }) => reached.has(source.id)) };
}

// Names with how often they occur, the most frequent first.
export function counted(names: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, one], [b, other]) => other - one || collator.compare(a, b));
}

// Forces that set the nodes apart; always the same for the same network. The centre stays in the
// middle.
export function forces({ nodes, lines }: Network): Simulation<NetworkNode, Line> {
  const [centre] = nodes;
  if (centre) {
    centre.fx = 0;
    centre.fy = 0;
  }
  const { spacing, repulsion } = lines.length <= LABELLED_MAX ? NAMED : CROWDED;
  const length = (line: Line) => spacing + 4 * Math.sqrt(line.source.degree + line.target.degree);
  return forceSimulation(nodes)
    .force("line", forceLink<NetworkNode, Line>(lines).distance(length))
    .force("apart", forceManyBody<NetworkNode>().strength(repulsion).distanceMax(600))
    .force("size", forceCollide<NetworkNode>(18))
    .force("x", forceX<NetworkNode>(0).strength(0.04))
    .force("y", forceY<NetworkNode>(0).strength(0.06))
    .stop();
}

// The part of the plane that all nodes lie in, with room for their names.
export function bounds(nodes: readonly NetworkNode[]): [number, number, number, number] {
  const xs = nodes.map(({ x }) => x ?? 0);
  const ys = nodes.map(({ y }) => y ?? 0);
  const [left, top] = [Math.min(...xs) - 60, Math.min(...ys) - 32];
  const width = Math.max(...xs) + 60 - left;
  const height = Math.max(...ys) + 32 - top;
  // A few entities are not blown up.
  const [wide, high] = [Math.max(width, 480), Math.max(height, 320)];
  return [left - (wide - width) / 2, top - (high - height) / 2, wide, high];
}

// The views of an entity, in the order of their tabs.

import type { ComponentType } from "preact";
import type { Route } from "../../core/route.ts";
import { Beliefs } from "./beliefs.tsx";
import { Graph } from "./graph/graph.tsx";

export interface View {
  key: string;
  name: string;
  View: ComponentType<{ id: string; route: Route }>;
}

export const VIEWS: readonly View[] = [
  { key: "beliefs", name: "Beliefs", View: Beliefs },
  { key: "graph", name: "Relations", View: Graph },
];

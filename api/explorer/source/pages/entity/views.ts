// The views of an entity, in the order of their tabs.

import type { ComponentType } from "preact";
import type { Route } from "../../core/route.ts";
import { Beliefs } from "./beliefs.tsx";
import { Changes } from "./changes/changes.tsx";
import { Graph } from "./graph/graph.tsx";
import { Timeline } from "./timeline/timeline.tsx";
import { Versions } from "./versions/versions.tsx";

export interface View {
  key: string;
  name: string;
  View: ComponentType<{ id: string; route: Route }>;
}

export const VIEWS: readonly View[] = [
  { key: "beliefs", name: "Beliefs", View: Beliefs },
  { key: "timeline", name: "Timeline", View: Timeline },
  { key: "versions", name: "Versions", View: Versions },
  { key: "changes", name: "Changes", View: Changes },
  { key: "graph", name: "Relations", View: Graph },
];

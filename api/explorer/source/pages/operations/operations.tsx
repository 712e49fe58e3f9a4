// Operations: what works in the background, what it has done, and by which rules.

import type { ComponentType, JSX } from "preact";
import { link, type Route } from "../../core/route.ts";
import { useMay } from "../../core/viewer.ts";
import { DoneLine } from "../../parts/desk/done.tsx";
import { Empty } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { Attributes } from "./attributes.tsx";
import { Audit } from "./audit.tsx";
import { Check } from "./check.tsx";
import { Consolidation } from "./consolidation.tsx";
import { Jobs } from "./jobs.tsx";
import { Policy } from "./policy.tsx";
import { Stats } from "./stats.tsx";
import { Tasks } from "./tasks.tsx";

interface Tab {
  key: string;
  name: string;
  field: string;
  View: ComponentType<{ route: Route }>;
}

const TABS: readonly Tab[] = [
  { key: "jobs", name: "Jobs", field: "jobs", View: Jobs },
  { key: "tasks", name: "Tasks", field: "tasks", View: Tasks },
  { key: "consolidation", name: "Consolidation", field: "tasks", View: Consolidation },
  { key: "check", name: "Check", field: "check", View: Check },
  { key: "stats", name: "Stats", field: "stats", View: Stats },
  { key: "audit", name: "Audit", field: "audit", View: Audit },
  { key: "attributes", name: "Attributes", field: "attributes", View: Attributes },
  { key: "policy", name: "Policy", field: "policy", View: Policy },
];

export function OperationsPage({ route }: { route: Route }): JSX.Element {
  const may = useMay();
  const [, first = "jobs"] = route.path;
  const current = TABS.find(({ key }) => key === first);
  return (
    <>
      <h1>Operations</h1>
      <DoneLine>
        <Tabs
          label="Operations"
          current={first}
          tabs={TABS.filter(({ field }) => may(field)).map(({ key, name }) => ({
            key,
            name,
            href: link(["operations", key]),
          }))}
        />
        {current === undefined ? (
          <Empty>There is no such view.</Empty>
        ) : (
          <current.View key={current.key} route={route} />
        )}
      </DoneLine>
    </>
  );
}

// The pages, each with the first part of its address.

import type { ComponentType } from "preact";
import type { Route } from "../core/route.ts";
import { EntityPage } from "./entity/entity.tsx";
import { MemoryPage } from "./memory/memory.tsx";
import { OperationsPage } from "./operations/operations.tsx";
import { RecallPage } from "./recall/recall.tsx";
import { SayPage } from "./say/say.tsx";
import { ReviewPage } from "./review/review.tsx";
import { NamedPage } from "./search/named.tsx";
import { SearchPage } from "./search/search.tsx";

export interface Page {
  path: string;
  title: string;
  // Its name in the menu; a page without one is reached from others.
  menu?: string;
  // Root fields of the schema of which the viewer must be allowed one.
  needs: readonly string[];
  // Whether the two points of time say something on it.
  asOf: boolean;
  Page: ComponentType<{ route: Route }>;
}

export const PAGES: readonly Page[] = [
  {
    path: "",
    title: "Entities",
    menu: "Entities",
    needs: ["entities"],
    asOf: true,
    Page: SearchPage,
  },
  { path: "named", title: "Entities", needs: ["entities"], asOf: true, Page: NamedPage },
  { path: "entity", title: "Entity", needs: ["entity"], asOf: true, Page: EntityPage },
  { path: "memory", title: "Why", needs: ["memory"], asOf: true, Page: MemoryPage },
  { path: "recall", title: "Ask", menu: "Ask", needs: ["recall"], asOf: true, Page: RecallPage },
  {
    path: "say",
    title: "Add a message",
    menu: "Add message",
    needs: ["remember"],
    asOf: false,
    Page: SayPage,
  },
  {
    path: "review",
    title: "Review",
    menu: "Review",
    needs: ["reviewQueue", "contradictions"],
    asOf: false,
    Page: ReviewPage,
  },
  {
    path: "operations",
    title: "Operations",
    menu: "Operations",
    needs: ["jobs", "tasks"],
    asOf: false,
    Page: OperationsPage,
  },
];

// Who asks, and what their role may do. What it may not do is not offered.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { ViewerQuery } from "../generated/graphql.ts";

export type Viewer = ViewerQuery["viewer"];

export const ViewerContext = createContext<Viewer | null>(null);

export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (viewer === null) throw new Error("nobody is signed in");
  return viewer;
}

// Whether a root field of the schema may be asked: `useMay("review")`.
export function useMay(): (field: string) => boolean {
  const { fields } = useViewer();
  return (field) => fields.includes(field);
}

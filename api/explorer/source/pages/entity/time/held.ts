// What contradicts what is believed of an entity, as known at a point of system time.

import { useMemo } from "preact/hooks";
import { useQuery } from "../../../core/query.ts";
import { useMay } from "../../../core/viewer.ts";
import {
  EntityChallengersDocument,
  type TimeContradictionFragment,
} from "../../../generated/graphql.ts";
import { exact } from "./scales.ts";

// The contradictions that were detected by then and had no answer yet.
export function useHeld(id: string, known: number): TimeContradictionFragment[] {
  const may = useMay();
  const { data } = useQuery(EntityChallengersDocument, may("contradictions") ? { id } : null);
  const all = useMemo(
    () => [...(data?.open.edges ?? []), ...(data?.settled.edges ?? [])].map(({ node }) => node),
    [data],
  );
  const found = all.filter(
    ({ detectedAt, resolvedAt }) =>
      exact(detectedAt) <= known && (!resolvedAt || known < exact(resolvedAt)),
  );
  const key = found.map((one) => one.id).join(" ");
  return useMemo(() => found, [all, key]);
}

// The way to a contradiction: to answer it, for those who may; to see it, for all others.

import type { JSX } from "preact";
import { link } from "../core/route.ts";
import { useMay } from "../core/viewer.ts";
import type { ContradictionStatus } from "../generated/graphql.ts";

export function ToContradiction({
  id,
  status = "OPEN",
  opens = false,
}: {
  id: string;
  status?: ContradictionStatus;
  // Whether the key that opens a card follows it.
  opens?: boolean;
}): JSX.Element {
  const answers = useMay()("resolveContradiction") && status === "OPEN";
  return (
    <a data-open={opens ? "" : undefined} href={link(["review", "contradictions", id])}>
      {answers ? "Answer" : "Contradiction"}
    </a>
  );
}

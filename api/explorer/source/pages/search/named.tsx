// Whoever is called so: the page of the one entity, or the list where there is not exactly one.

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useQuery } from "../../core/query.ts";
import { go, link, type Route } from "../../core/route.ts";
import { EntitiesDocument } from "../../generated/graphql.ts";
import { Failure, Loading } from "../../parts/states.tsx";

const ROWS = 50;
// As a person writes a name: its case does not matter.
const collator = new Intl.Collator(undefined, { sensitivity: "accent" });

export function NamedPage({ route }: { route: Route }): JSX.Element {
  const [, name = ""] = route.path;
  const { data, error, reload } = useQuery(EntitiesDocument, { search: name, first: ROWS });
  useEffect(() => {
    if (data === undefined) return;
    const { edges, pageInfo } = data.entities;
    const [one, ...others] = edges
      .map(({ node }) => node)
      .filter((node) => [node.name, ...node.aliases].some((own) => !collator.compare(own, name)));
    const alone = one !== undefined && others.length === 0 && !pageInfo.hasNextPage;
    go(alone ? link(["entity", one.id]) : link([], { search: name }), true);
  }, [data]);
  return error === undefined ? <Loading rows={8} /> : <Failure error={error} retry={reload} />;
}

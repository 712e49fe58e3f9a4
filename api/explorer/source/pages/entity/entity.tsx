// One entity: who it is, and the views of what is believed of it.

import type { JSX } from "preact";
import { useQuery } from "../../core/query.ts";
import { changed, link, type Route } from "../../core/route.ts";
import { EntityDocument, type EntityQuery } from "../../generated/graphql.ts";
import { Badge } from "../../parts/badge.tsx";
import { Empty, Failure } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { VIEWS } from "./views.ts";

export function EntityPage({ route }: { route: Route }): JSX.Element {
  const [, id = ""] = route.path;
  const current = VIEWS.find(({ key }) => key === (route.options["view"] ?? "beliefs"));
  // The view asks for what it shows at the same time.
  const { data, error, reload } = useQuery(EntityDocument, { id });
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (data !== undefined && !data.entity) {
    return <Empty>There is no such entity, or it has been erased.</Empty>;
  }
  return (
    <>
      <Head entity={data?.entity ?? undefined} />
      <Tabs
        label="Views"
        current={current?.key ?? ""}
        tabs={VIEWS.map(({ key, name: view }) => ({
          key,
          name: view,
          href: changed({ view: key === "beliefs" ? null : key }),
        }))}
      />
      {current === undefined ? (
        <Empty>There is no such view.</Empty>
      ) : (
        <current.View id={id} route={route} />
      )}
    </>
  );
}

// Who it is; until that is known its place is kept.
function Head({ entity }: { entity: NonNullable<EntityQuery["entity"]> | undefined }): JSX.Element {
  if (entity === undefined) {
    return (
      <>
        <h1 aria-busy="true">&nbsp;</h1>
        <p class="names" />
      </>
    );
  }
  const { name, kind, absorbed, mergedInto } = entity;
  const known = new Set([name, ...absorbed.map((one) => one.name)]);
  const others = entity.aliases.filter((alias) => !known.has(alias));
  return (
    <>
      <h1>
        <bdi>{name}</bdi> <Badge>{kind}</Badge>
      </h1>
      <p class="names">
        {others.length > 0 && (
          <>
            also called <bdi>{others.join(", ")}</bdi>
          </>
        )}
        {absorbed.length > 0 && (
          <>
            {others.length > 0 && " · "}
            has absorbed{" "}
            {absorbed.map((one, number) => (
              <>
                {number > 0 && ", "}
                <a key={one.id} href={link(["entity", one.id])}>
                  <bdi>{one.name}</bdi>
                </a>
              </>
            ))}
          </>
        )}
        {mergedInto && (
          <>
            {" "}
            is now part of{" "}
            <a href={link(["entity", mergedInto.id])}>
              <bdi>{mergedInto.name}</bdi>
            </a>
          </>
        )}
      </p>
    </>
  );
}

// What a memory carries: the beliefs that rest on it, who else says the same, what else was true.

import type { JSX } from "preact";
import { pageOf, usePages, useQuery, type Query } from "../../core/query.ts";
import { asOf, changed, link, type Route } from "../../core/route.ts";
import {
  MemoryCarriesDocument,
  MemoryCoincidentDocument,
  type BeliefCellFragment,
  type MemoryCarriesQuery,
} from "../../generated/graphql.ts";
import { Slot } from "../../parts/claim.tsx";
import { Answered, Empty, Failure, Loading } from "../../parts/states.tsx";
import { More } from "../../parts/table.tsx";
import { percent, Text } from "../../parts/text.tsx";
import { Interval, Time } from "../../parts/time.tsx";
import type { Memory } from "./memory.tsx";

type Carried = NonNullable<MemoryCarriesQuery["entity"]>["timeline"][number];

const ROWS = 10;

// Of the slot that the memory is in; of none, nothing is asked.
export function useCarried(memory: Memory, route: Route): Query<MemoryCarriesQuery> {
  const { entity, attribute, context, negative } = memory;
  const { systemAt } = asOf(route);
  return useQuery(
    MemoryCarriesDocument,
    entity && attribute && !negative
      ? { entity: entity.id, attribute, context: context ?? null, systemAt: systemAt ?? null }
      : null,
  );
}

const carriedBy = ({ id }: Memory, data: MemoryCarriesQuery | undefined): Carried[] =>
  data?.entity?.timeline.filter(({ memories }) => memories.some((one) => one.id === id)) ?? [];

export function Carries({
  memory,
  route,
  query,
}: {
  memory: Memory;
  route: Route;
  query: Query<MemoryCarriesQuery>;
}): JSX.Element {
  const { id, entity, attribute, negative } = memory;
  const asked = entity && attribute && !negative;
  const { systemAt } = asOf(route);
  return (
    <section>
      <h2>Beliefs that rest on it</h2>
      {!asked ? (
        <Empty>
          {negative
            ? "It says that something is not so: it ends beliefs, and none rests on it."
            : "It is about no attribute of an entity, so no belief rests on it."}
        </Empty>
      ) : (
        <Answered query={query}>
          {(data) => {
            const carried = carriedBy(memory, data);
            if (carried.length === 0) {
              return (
                <Empty>
                  No belief rests on it{systemAt === undefined ? " now" : " as known then"}: set
                  “known at” to an earlier time to see what did.
                </Empty>
              );
            }
            return (
              <ul class="plain">
                {carried.map((one) => (
                  <Belief key={one.id} of={one} memory={id} entity={entity} />
                ))}
              </ul>
            );
          }}
        </Answered>
      )}
    </section>
  );
}

function Belief({
  of,
  memory,
  entity,
}: {
  of: Carried;
  memory: string;
  entity: Memory["entity"];
}): JSX.Element {
  const others = of.memories.filter(({ id }) => id !== memory);
  return (
    <li>
      <Slot {...of} entity={entity} />{" "}
      <span class="quiet">
        <Interval span={of} />, confidence {percent(of.confidence)}
      </span>
      {others.length > 0 && (
        <p class="quiet">
          So {others.length === 1 ? "says" : "say"}{" "}
          {others.map(({ id, speaker, saidAt }, index) => (
            <span key={id}>
              {index > 0 && "; "}
              <a href={link(["memory", id])}>
                <Text short={60}>{speaker ?? "another source"}</Text>
              </a>{" "}
              on <Time at={saidAt} />
            </span>
          ))}
        </p>
      )}
    </li>
  );
}

// What else was true while the first belief that it carries holds, as known with that.
export function Meanwhile({
  memory,
  route,
  carried,
}: {
  memory: Memory;
  route: Route;
  carried: MemoryCarriesQuery | undefined;
}): JSX.Element | null {
  const [first] = carriedBy(memory, carried);
  return first === undefined ? null : <Coincident belief={first.id} route={route} />;
}

function Coincident({ belief, route }: { belief: string; route: Route }): JSX.Element {
  const others = route.options["others"] === "yes";
  const { nodes, error, loading, more, reload } = usePages(
    MemoryCoincidentDocument,
    { belief, sameTarget: others, first: ROWS },
    ({ node }) => pageOf(node && "coincident" in node ? node.coincident : null),
  );
  return (
    <section>
      <h2>At the same time</h2>
      <p class="quiet">
        {others ? (
          <>
            Whoever else has the same value at that time.{" "}
            <a href={changed({ others: null })}>What else was true of the entity</a>
          </>
        ) : (
          <>
            What else was true of the entity during that time.{" "}
            <a href={changed({ others: "yes" })}>Who else has the same value</a>
          </>
        )}
      </p>
      {error !== undefined && <Failure error={error} retry={reload} />}
      {error === undefined && nodes.length === 0 && loading && <Loading rows={2} />}
      {error === undefined && nodes.length === 0 && !loading && (
        <Empty>Nothing else is known.</Empty>
      )}
      <ul class="plain">
        {nodes.map((one) => (
          <Other key={one.id} of={one} />
        ))}
      </ul>
      <More more={more} loading={loading && nodes.length > 0} />
    </section>
  );
}

function Other({
  of,
}: {
  of: BeliefCellFragment & { entity: { id: string; name: string } };
}): JSX.Element {
  return (
    <li>
      <Slot {...of} />{" "}
      <span class="quiet">
        <Interval span={of} />
      </span>{" "}
      <a href={link(["memory", of.memory.id])}>Why</a>
    </li>
  );
}

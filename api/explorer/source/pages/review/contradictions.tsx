// Contradictions: those that wait for an answer first, each with what is held beside what
// challenges it. One of them has an address of its own.

import type { JSX } from "preact";
import { pageOf, usePages } from "../../core/query.ts";
import type { Route } from "../../core/route.ts";
import {
  ContradictionsDocument,
  type ContradictionCardFragment,
  type ContradictionKind,
  type ContradictionStatus,
} from "../../generated/graphql.ts";
import { Badge } from "../../parts/badge.tsx";
import { About, Claim } from "../../parts/claim.tsx";
import { Filter } from "../../parts/desk/filter.tsx";
import { CardPages } from "../../parts/desk/pages.tsx";
import { Text, words } from "../../parts/text.tsx";
import { Time } from "../../parts/time.tsx";
import { ToContradiction } from "../../parts/to_contradiction.tsx";
import { ContradictionView } from "./contradiction.tsx";

const ROWS = 20;

const CHOICES = [
  ["open", "waiting"],
  ["resolved", "answered"],
  ["auto_resolved", "settled by themselves"],
  ["all", "all"],
] as const;

export const MEANS: Readonly<Record<ContradictionKind, string>> = {
  CHALLENGE: "A less trusted or once rejected claim contradicts what is believed.",
  LOOP: "It kept changing between values.",
  CORRECTION: "It corrects what was believed.",
  OVERLAP: "Both claim the same time.",
  LATE: "It changes the past, not what is believed of now.",
  CHANGE: "It replaces what was believed.",
};

export function Contradictions({ route }: { route: Route }): JSX.Element {
  const [, , id] = route.path;
  return id === undefined ? <List route={route} /> : <ContradictionView key={id} id={id} />;
}

function List({ route }: { route: Route }): JSX.Element {
  const chosen = route.options["status"] ?? "open";
  const status = chosen === "all" ? null : (chosen.toUpperCase() as ContradictionStatus);
  const pages = usePages(ContradictionsDocument, { status, first: ROWS }, ({ contradictions }) =>
    pageOf(contradictions),
  );
  return (
    <>
      <Filter label="Show" option="status" choices={CHOICES} current={chosen} />
      <CardPages
        label="Contradictions"
        pages={pages}
        keyOf={({ id }) => id}
        empty={
          status === "OPEN"
            ? "No contradiction waits for an answer."
            : "There is no such contradiction."
        }
      >
        {(item) => <Item item={item} />}
      </CardPages>
    </>
  );
}

function Item({ item }: { item: ContradictionCardFragment }): JSX.Element {
  const { id, status } = item;
  return (
    <>
      <header>
        <About {...item} />
        <Status of={item} />
        <ToContradiction id={id} status={status} opens />
      </header>
      <Sides of={item} />
      <Settled of={item} />
    </>
  );
}

export function Status({ of }: { of: ContradictionCardFragment }): JSX.Element {
  const { kind, status, detectedAt } = of;
  return (
    <>
      <Badge title={MEANS[kind]}>{kind.toLowerCase()}</Badge>
      {status === "OPEN" ? <Badge tone="warn">waits</Badge> : <Badge tone="good">settled</Badge>}
      <span class="quiet">
        detected <Time at={detectedAt} />
      </span>
    </>
  );
}

export function Sides({ of }: { of: ContradictionCardFragment }): JSX.Element {
  const { held, challenger, status } = of;
  return (
    <div class="sides">
      <section>
        <h3>{status === "OPEN" ? "Believed" : "What was believed"}</h3>
        {held.length === 0 && <p class="quiet">Nothing; its value stands rejected.</p>}
        {held.map((memory) => (
          <Claim key={memory.id} of={memory} />
        ))}
      </section>
      <section>
        <h3>Challenger</h3>
        <Claim of={challenger} />
      </section>
    </div>
  );
}

export function Settled({ of }: { of: ContradictionCardFragment }): JSX.Element | null {
  const { resolution, resolvedAt, actor, reason } = of;
  if (!resolution || !resolvedAt) return null;
  return (
    <p>
      Answered <strong>{words(resolution.toLowerCase())}</strong>
      {actor && (
        <>
          {" "}
          by <bdi>{actor}</bdi>
        </>
      )}
      , <Time at={resolvedAt} />
      {reason && (
        <>
          : <Text>{reason}</Text>
        </>
      )}
    </p>
  );
}

// What the gate has stopped: approved, approved as another value, or turned away, one or many.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { pageOf, usePages } from "../../core/query.ts";
import { link } from "../../core/route.ts";
import { useMay } from "../../core/viewer.ts";
import { ReviewQueueDocument, type ReviewQueueQuery } from "../../generated/graphql.ts";
import { Badge } from "../../parts/badge.tsx";
import { About, Claim } from "../../parts/claim.tsx";
import { CardPages } from "../../parts/desk/pages.tsx";
import { cut, Text } from "../../parts/text.tsx";
import { Time } from "../../parts/time.tsx";
import { Decision, type Asked } from "./queue_decision.tsx";

const ROWS = 30;

export type Waiting = ReviewQueueQuery["reviewQueue"]["edges"][number]["node"];

export function Queue(): JSX.Element {
  const pages = usePages(ReviewQueueDocument, { first: ROWS }, ({ reviewQueue }) =>
    pageOf(reviewQueue),
  );
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Asked>();
  const many = useMay()("reviewMany");
  const chosen = pages.nodes.filter(({ id }) => ticked.has(id));
  const tick = (id: string) =>
    setTicked((before) => {
      const after = new Set(before);
      return after.delete(id) ? after : after.add(id);
    });
  return (
    <>
      <p class="quiet">
        Stopped by the gate, the oldest first. What waits is not believed, and nothing recalls it.
      </p>
      {many && pages.nodes.length > 0 && (
        <Bar
          all={pages.nodes}
          chosen={chosen}
          tick={(ids) => setTicked(new Set(ids))}
          ask={setAsked}
        />
      )}
      <CardPages
        label="Waiting memories"
        pages={pages}
        ticks={many}
        keyOf={({ id }) => id}
        empty="Nothing is waiting. Claims that the gate stops, because of their source, category or confidence, appear here."
      >
        {(item) => (
          <Item
            item={item}
            ask={setAsked}
            ticked={ticked.has(item.id)}
            {...(many ? { tick } : {})}
          />
        )}
      </CardPages>
      {asked !== undefined && (
        <Decision
          key={asked.kind}
          asked={asked}
          close={() => setAsked(undefined)}
          decided={() => setTicked(new Set())}
        />
      )}
    </>
  );
}

function Bar({
  all,
  chosen,
  tick,
  ask,
}: {
  all: readonly Waiting[];
  chosen: readonly Waiting[];
  tick: (ids: readonly string[]) => void;
  ask: (asked: Asked) => void;
}): JSX.Element {
  const whole = chosen.length === all.length;
  return (
    <p class="tools">
      <button type="button" onClick={() => tick(whole ? [] : all.map(({ id }) => id))}>
        {whole ? "Select none" : "Select all"}
      </button>
      <span class="quiet">{chosen.length} selected</span>
      <button
        type="button"
        disabled={chosen.length === 0}
        onClick={() => ask({ kind: "approve", items: chosen })}
      >
        Approve selected…
      </button>
      <button
        type="button"
        disabled={chosen.length === 0}
        onClick={() => ask({ kind: "reject", items: chosen })}
      >
        Reject selected…
      </button>
    </p>
  );
}

function Item({
  item,
  ticked,
  tick,
  ask,
}: {
  item: Waiting;
  ticked: boolean;
  tick?: (id: string) => void;
  ask: (asked: Asked) => void;
}): JSX.Element {
  const { waits } = item;
  const about = cut(`${item.attribute ?? "memory"}: ${item.value ?? item.text}`, 80);
  return (
    <>
      <header>
        {tick !== undefined && (
          <input
            type="checkbox"
            checked={ticked}
            aria-label={`Select ${about}`}
            onChange={() => tick(item.id)}
          />
        )}
        <About
          entity={item.entity}
          name={waits?.entityName}
          attribute={item.attribute}
          context={item.context}
        />
        <Badge tone="warn">
          {waits?.as === "QUARANTINED" ? "quarantined" : "waits for review"}
        </Badge>
        <Buttons item={item} ask={ask} />
        <a data-open href={link(["memory", item.id])} class="unseen">
          Open
        </a>
      </header>
      <Claim of={item}>
        {waits && (
          <p class="quiet">
            <Badge>{waits.gate}</Badge> <Text>{waits.reason}</Text>, since <Time at={waits.since} />
            {waits.policyVersion != null &&
              `, by ${waits.policyVersion === 0 ? "the built-in policy" : `policy ${waits.policyVersion}`}`}
          </p>
        )}
      </Claim>
    </>
  );
}

function Buttons({
  item,
  ask,
}: {
  item: Waiting;
  ask: (asked: Asked) => void;
}): JSX.Element | null {
  if (!useMay()("review")) return null;
  return (
    <span class="case-buttons">
      <button type="button" onClick={() => ask({ kind: "approve", items: [item] })}>
        Approve…
      </button>
      <button type="button" onClick={() => ask({ kind: "other", items: [item] })}>
        Another value…
      </button>
      <button type="button" onClick={() => ask({ kind: "reject", items: [item] })}>
        Reject…
      </button>
    </span>
  );
}

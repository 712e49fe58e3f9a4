// Two memories beside one another: claims that contradict, and memories that are alike.

import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { ask } from "../../core/client.ts";
import { pageOf, usePages, useRun } from "../../core/query.ts";
import { link, type Route } from "../../core/route.ts";
import { useMay } from "../../core/viewer.ts";
import {
  ClaimPairsDocument,
  DismissSimilarDocument,
  SimilarDocument,
  type ClaimCardFragment,
  type SimilarityStatus,
  type SimilarQuery,
} from "../../generated/graphql.ts";
import { Badge } from "../../parts/badge.tsx";
import { About, Claim } from "../../parts/claim.tsx";
import { useDone } from "../../parts/desk/done.tsx";
import { Effect, Effects } from "../../parts/desk/effects.tsx";
import { Line } from "../../parts/desk/field.tsx";
import { Filter } from "../../parts/desk/filter.tsx";
import { CardPages } from "../../parts/desk/pages.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { Text } from "../../parts/text.tsx";
import { Interval, Time } from "../../parts/time.tsx";
import { versions } from "./changing.tsx";
import { TakeBack } from "./take_back.tsx";

const ROWS = 20;

// Two that a scan finds: claims of the same time in one slot, believed or not.
export function ClaimPairs(): JSX.Element {
  const pages = usePages(ClaimPairsDocument, { first: ROWS }, ({ contradictingClaims }) =>
    pageOf(contradictingClaims),
  );
  return (
    <>
      <p class="quiet">
        Every two claims that say different things of the same time, believed or not. Most have
        settled by themselves; it is a list to look through, not one that waits.
      </p>
      <CardPages
        label="Claims that contradict one another"
        pages={pages}
        keyOf={({ earlier, later }) => `${earlier.id} ${later.id}`}
        empty="No two claims contradict one another."
      >
        {(pair) => (
          <>
            <header>
              <About {...pair} />
              <span class="quiet">
                both claim <Interval span={pair} />
              </span>
              <a data-open href={versions(pair.entity.id, pair.attribute, pair.context)}>
                Versions
              </a>
            </header>
            <Two names={["Recorded first", "Recorded after it"]} of={[pair.earlier, pair.later]} />
          </>
        )}
      </CardPages>
    </>
  );
}

function Two({
  names,
  of,
  children,
}: {
  names: readonly [string, string];
  of: readonly [ClaimCardFragment, ClaimCardFragment];
  children?: ComponentChildren;
}): JSX.Element {
  const may = useMay();
  const [back, setBack] = useState<ClaimCardFragment>();
  return (
    <>
      <div class="sides">
        {of.map((memory, index) => (
          <section key={memory.id}>
            <h3>{names[index]}</h3>
            <Claim of={memory}>
              {memory.status !== "REVOKED" && may("revokeMemory") && (
                <button type="button" onClick={() => setBack(memory)}>
                  Take back…
                </button>
              )}
              {memory.status !== "ACTIVE" && <Badge>{memory.status.toLowerCase()}</Badge>}
            </Claim>
          </section>
        ))}
      </div>
      {children}
      {back !== undefined && <TakeBack of={back} close={() => setBack(undefined)} />}
    </>
  );
}

const CHOICES = [
  ["open", "waiting"],
  ["confirmed", "the same"],
  ["compatible", "compatible"],
  ["dismissed", "dismissed"],
] as const;

type Pair = SimilarQuery["similarMemories"]["edges"][number]["node"];

export function Similar({ route }: { route: Route }): JSX.Element {
  const status = route.options["status"] ?? "open";
  const [asked, setAsked] = useState<Pair>();
  const pages = usePages(
    SimilarDocument,
    { status: status.toUpperCase() as SimilarityStatus, first: ROWS },
    ({ similarMemories }) => pageOf(similarMemories),
  );
  return (
    <>
      <Filter label="Show" option="status" choices={CHOICES} current={status} />
      <CardPages
        label="Similar memories"
        pages={pages}
        keyOf={({ id }) => id}
        empty={
          status === "open"
            ? "No two memories wait. The task similar_memories compares what is new with what is known."
            : "There is no such pair."
        }
      >
        {(pair) => <SimilarItem pair={pair} dismiss={() => setAsked(pair)} />}
      </CardPages>
      {asked !== undefined && <Dismiss pair={asked} close={() => setAsked(undefined)} />}
    </>
  );
}

function SimilarItem({ pair, dismiss }: { pair: Pair; dismiss: () => void }): JSX.Element {
  const may = useMay();
  const { older, newer, verdict, status, reasons, decidedAt, actor, reason } = pair;
  // Only what is said of one attribute may become one.
  const topic = newer.attribute === older.attribute ? (older.topic ?? newer.topic) : null;
  return (
    <>
      <header>
        <About entity={older.entity} attribute={older.attribute} />
        {newer.attribute !== older.attribute && <About attribute={newer.attribute} />}
        <Text>{reasons.join("; ")}</Text>
        {verdict && (
          <Badge tone={verdict === "CONTRADICTS" ? "bad" : "info"} title="A model's word">
            {verdict.toLowerCase()}
          </Badge>
        )}
      </header>
      <Two names={["Said before", "Said later"]} of={[older, newer]} />
      {decidedAt && (
        <p class="quiet">
          Dismissed by <bdi>{actor ?? ""}</bdi>, <Time at={decidedAt} />
          {reason && (
            <>
              : <Text>{reason}</Text>
            </>
          )}
        </p>
      )}
      {status === "OPEN" && (
        <p class="case-buttons">
          {may("dismissSimilar") && (
            <button type="button" data-open onClick={dismiss}>
              Both are right…
            </button>
          )}
          {topic && may("consolidate") && (
            <a href={link(["operations", "consolidation"], { topic })}>
              Make one of them, by topic <bdi>{topic}</bdi>
            </a>
          )}
        </p>
      )}
    </>
  );
}

function Dismiss({ pair, close }: { pair: Pair; close: () => void }): JSX.Element {
  const [reason, setReason] = useState("");
  const { run, busy, error } = useRun();
  const tell = useDone();
  const confirm = () =>
    run(async () => {
      await ask(DismissSimilarDocument, { id: pair.id, reason: reason.trim() || null });
      tell({
        told: <p>The pair is settled: both are right.</p>,
        hint: "It does not come up again; a memory of it that is wrong is still taken back by itself.",
      });
      close();
    });
  return (
    <Confirm
      title="Both are right"
      word="Dismiss"
      busy={busy}
      error={error}
      confirm={() => void confirm()}
      close={close}
    >
      <Effects>
        <Effect kind="stays">
          Stays as believed: <Text short={120}>{pair.older.text}</Text>
        </Effect>
        <Effect kind="stays">
          Stays as believed: <Text short={120}>{pair.newer.text}</Text>
        </Effect>
        <Effect kind="note">The pair leaves the list, and never comes up again.</Effect>
      </Effects>
      <Line label="Reason" value={reason} take={setReason} />
    </Confirm>
  );
}

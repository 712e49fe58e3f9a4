// Entities that may be one: side by side, with what is believed of each; merged, kept apart, split.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ask } from "../../core/client.ts";
import { pageOf, usePages, useRun } from "../../core/query.ts";
import { link, type Route } from "../../core/route.ts";
import { useMay } from "../../core/viewer.ts";
import {
  AcceptMergeDocument,
  DismissMergeDocument,
  MergesDocument,
  ProposeMergesDocument,
  SplitDocument,
  type MergesQuery,
  type ProposalStatus,
  type SideFragment,
} from "../../generated/graphql.ts";
import { Badge } from "../../parts/badge.tsx";
import { Value } from "../../parts/belief.tsx";
import { useDone, type Done, type Undo } from "../../parts/desk/done.tsx";
import { Effect, Effects } from "../../parts/desk/effects.tsx";
import { Line } from "../../parts/desk/field.tsx";
import { Filter } from "../../parts/desk/filter.tsx";
import { CardPages } from "../../parts/desk/pages.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { Failure } from "../../parts/states.tsx";
import { counts, percent, Text, words } from "../../parts/text.tsx";
import { Interval, Time } from "../../parts/time.tsx";

const ROWS = 20;
const CHOICES = [
  ["open", "waiting"],
  ["accepted", "merged"],
  ["dismissed", "kept apart"],
] as const;

type Proposal = MergesQuery["mergeProposals"]["edges"][number]["node"];
type Kind = "merge" | "dismiss" | "split";

export function Merges({ route }: { route: Route }): JSX.Element {
  const status = route.options["status"] ?? "open";
  const [asked, setAsked] = useState<{ kind: Kind; item: Proposal }>();
  const pages = usePages(
    MergesDocument,
    { status: status.toUpperCase() as ProposalStatus, first: ROWS },
    ({ mergeProposals }) => pageOf(mergeProposals),
  );
  return (
    <>
      <div class="tools">
        <Filter label="Show" option="status" choices={CHOICES} current={status} />
        <Propose />
      </div>
      <CardPages
        label="Proposals to merge"
        pages={pages}
        keyOf={({ id }) => id}
        empty={status === "open" ? "No merge proposals are waiting." : "There is no such proposal."}
      >
        {(item) => <Item item={item} ask={(kind) => setAsked({ kind, item })} />}
      </CardPages>
      {asked !== undefined && (
        <Decision key={asked.kind} {...asked} close={() => setAsked(undefined)} />
      )}
    </>
  );
}

function Propose(): JSX.Element | null {
  const { run, busy, error } = useRun();
  const tell = useDone();
  if (!useMay()("proposeMerges")) return null;
  const propose = () =>
    run(async () => {
      const { proposeMerges: found } = await ask(ProposeMergesDocument, {});
      const told = `${counts(found ?? 0, "new proposal")}.`;
      tell({ told: <p>{told} Nothing is merged by that.</p> });
    });
  return (
    <>
      <button type="button" disabled={busy} onClick={() => void propose()}>
        {busy ? "Looking…" : "Look for more"}
      </button>
      {error !== undefined && <Failure error={error} />}
    </>
  );
}

function Item({ item, ask: on }: { item: Proposal; ask: (kind: Kind) => void }): JSX.Element {
  const may = useMay();
  const { score, reasons, status, one, other, decidedAt, actor, reason } = item;
  return (
    <>
      <header>
        <strong>{percent(score)}</strong>
        <Text>{reasons.join("; ")}</Text>
        <span class="quiet">
          proposed <Time at={item.proposedAt} />
        </span>
      </header>
      <div class="sides">
        <Side of={one} />
        <Side of={other} />
      </div>
      {decidedAt && (
        <p class="quiet">
          {status === "ACCEPTED" ? "Merged" : "Kept apart"} by <bdi>{actor ?? ""}</bdi>,{" "}
          <Time at={decidedAt} />
          {reason && (
            <>
              : <Text>{reason}</Text>
            </>
          )}
        </p>
      )}
      <p class="case-buttons">
        {status === "OPEN" && may("acceptMerge") && (
          <button type="button" onClick={() => on("merge")}>
            {TITLES.merge}…
          </button>
        )}
        {status === "OPEN" && may("dismissMerge") && (
          <button type="button" onClick={() => on("dismiss")}>
            {TITLES.dismiss}…
          </button>
        )}
        {status === "ACCEPTED" && other.mergedInto && may("splitEntity") && (
          <button type="button" onClick={() => on("split")}>
            {TITLES.split}…
          </button>
        )}
      </p>
    </>
  );
}

function Side({ of }: { of: SideFragment }): JSX.Element {
  const { id, name, kind, beliefs } = of;
  const aliases = of.aliases.filter((alias) => alias !== name);
  return (
    <section>
      <h3>
        <a href={link(["entity", id])}>
          <bdi>{name}</bdi>
        </a>{" "}
        <Badge>{kind}</Badge>
      </h3>
      {aliases.length > 0 && (
        <p class="quiet">
          also <bdi>{aliases.join(", ")}</bdi>
        </p>
      )}
      {beliefs.edges.length === 0 && <p class="quiet">Nothing is believed of it.</p>}
      <dl class="facts">
        {beliefs.edges.map(({ node }) => (
          <div key={node.id}>
            <dt>{words(node.attribute)}</dt>
            <dd>
              <Value of={node} />{" "}
              <span class="quiet">
                <Interval span={node} />
              </span>
            </dd>
          </div>
        ))}
      </dl>
      {beliefs.pageInfo.hasNextPage && <p class="quiet">and more</p>}
    </section>
  );
}

const TITLES = {
  merge: "Same entity",
  dismiss: "Different entities",
  split: "Split again",
} as const;

function Decision({
  kind,
  item,
  close,
}: {
  kind: Kind;
  item: Proposal;
  close: () => void;
}): JSX.Element {
  const [reason, setReason] = useState("");
  const { run, busy, error } = useRun();
  const tell = useDone();
  const confirm = () =>
    run(async () => {
      tell(await decide(kind, item, reason.trim() || null));
      close();
    });
  return (
    <Confirm
      title={TITLES[kind]}
      word={{ merge: "Merge", dismiss: "Keep apart", split: "Split" }[kind]}
      busy={busy}
      error={error}
      confirm={() => void confirm()}
      close={close}
    >
      <MergeEffects kind={kind} item={item} />
      {kind === "dismiss" && <Line label="Reason" value={reason} take={setReason} />}
    </Confirm>
  );
}

function MergeEffects({ kind, item }: { kind: Kind; item: Proposal }): JSX.Element {
  const [one, other] = [<bdi>{item.one.name}</bdi>, <bdi>{item.other.name}</bdi>];
  if (kind === "dismiss") {
    return (
      <Effects>
        <Effect kind="stays">
          {one} and {other} stay two, and are never proposed again.
        </Effect>
      </Effects>
    );
  }
  if (kind === "split") {
    return (
      <Effects>
        <Effect kind="begins">
          {other} stands for itself again, with what was said of it, as before the merge.
        </Effect>
        <Effect kind="ends">
          {one} has what was said of {other} no more.
        </Effect>
      </Effects>
    );
  }
  const attributes = new Set(item.one.beliefs.edges.map(({ node }) => node.attribute));
  return (
    <Effects>
      <Effect kind="ends">{other} does not stand for itself any more.</Effect>
      {item.other.beliefs.edges.map(({ node }) => (
        <Effect kind="begins" key={node.id}>
          {one}: {words(node.attribute)} <Value of={node} />, <Interval span={node} />
          {attributes.has(node.attribute) && " (worked out with what is believed there)"}
        </Effect>
      ))}
      {item.other.beliefs.pageInfo.hasNextPage && (
        <Effect kind="begins">and all else that is believed of {other}</Effect>
      )}
      <Effect kind="note">What was claimed stays as claimed; a split undoes it.</Effect>
    </Effects>
  );
}

async function decide(kind: Kind, item: Proposal, reason: string | null): Promise<Done> {
  const { id, one, other } = item;
  if (kind === "merge") {
    const { acceptMerge } = await ask(AcceptMergeDocument, { id });
    return {
      told: (
        <p>
          <bdi>{acceptMerge?.name ?? one.name}</bdi> stands for <bdi>{other.name}</bdi> too.{" "}
          <a href={link(["entity", acceptMerge?.id ?? one.id])}>Look at it</a>
        </p>
      ),
      undo: [split(other)],
    };
  }
  if (kind === "dismiss") {
    await ask(DismissMergeDocument, { id, reason });
    return {
      told: (
        <p>
          <bdi>{one.name}</bdi> and <bdi>{other.name}</bdi> stay two.
        </p>
      ),
      hint: "They are not proposed again; doxa merge makes them one all the same.",
    };
  }
  return split(other).run();
}

function split({ id, name }: { id: string; name: string }): Undo {
  return {
    word: "Split again",
    run: async () => {
      await ask(SplitDocument, { absorbed: id });
      return {
        told: (
          <p>
            <bdi>{name}</bdi> stands for itself again. <a href={link(["entity", id])}>Look at it</a>
          </p>
        ),
        hint: "doxa merge makes them one again.",
      };
    },
  };
}

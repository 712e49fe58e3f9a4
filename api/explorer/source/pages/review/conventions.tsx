// Preferences that were said again and again, and may be rules.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ask } from "../../core/client.ts";
import { pageOf, usePages, useRun } from "../../core/query.ts";
import { link } from "../../core/route.ts";
import { useMay } from "../../core/viewer.ts";
import {
  AcceptConventionDocument,
  ConventionsDocument,
  DismissConventionDocument,
  type ConventionsQuery,
} from "../../generated/graphql.ts";
import { Value } from "../../parts/belief.tsx";
import { About } from "../../parts/claim.tsx";
import { useDone, type Done } from "../../parts/desk/done.tsx";
import { Effect, Effects } from "../../parts/desk/effects.tsx";
import { Line } from "../../parts/desk/field.tsx";
import { CardPages } from "../../parts/desk/pages.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { Interval } from "../../parts/time.tsx";
import { takeBack } from "../../parts/desk/slot.tsx";

const ROWS = 20;

type Proposal = ConventionsQuery["conventionProposals"]["edges"][number]["node"];
type Kind = "accept" | "dismiss";

const TITLES: Readonly<Record<Kind, string>> = {
  accept: "Accept as a convention",
  dismiss: "Not a convention",
};

export function Conventions(): JSX.Element {
  const [asked, setAsked] = useState<{ kind: Kind; item: Proposal }>();
  const pages = usePages(ConventionsDocument, { first: ROWS }, ({ conventionProposals }) =>
    pageOf(conventionProposals),
  );
  return (
    <>
      <p class="quiet">
        Preferences that were said in several sessions. A convention is a rule: it comes with every
        recall.
      </p>
      <CardPages
        label="Proposed conventions"
        pages={pages}
        keyOf={({ belief }) => belief.id}
        empty="No preference was said often enough to be a convention."
      >
        {(item) => <Item item={item} ask={(kind) => setAsked({ kind, item })} />}
      </CardPages>
      {asked !== undefined && (
        <Decision key={asked.kind} {...asked} close={() => setAsked(undefined)} />
      )}
    </>
  );
}

function Item({ item, ask: on }: { item: Proposal; ask: (kind: Kind) => void }): JSX.Element {
  const may = useMay();
  const { belief, sessions } = item;
  return (
    <>
      <header>
        <About entity={belief.entity} attribute={belief.attribute} context={belief.context} />
      </header>
      <p class="says">
        <Value of={belief} />{" "}
        <span class="quiet">
          <Interval span={belief} />
        </span>
      </p>
      <p class="quiet">
        said in {sessions.length} sessions: <bdi>{sessions.join(", ")}</bdi> ·{" "}
        <a href={link(["memory", belief.memory.id])}>Why</a>
      </p>
      <p class="case-buttons">
        {may("acceptConvention") && (
          <button type="button" onClick={() => on("accept")}>
            {TITLES.accept}…
          </button>
        )}
        {may("dismissConvention") && (
          <button type="button" onClick={() => on("dismiss")}>
            {TITLES.dismiss}…
          </button>
        )}
      </p>
    </>
  );
}

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
      word={kind === "accept" ? "Accept" : "Dismiss"}
      busy={busy}
      error={error}
      confirm={() => void confirm()}
      close={close}
    >
      <Effects>
        <Effect kind="stays">
          Stays: <Value of={item.belief} />, <Interval span={item.belief} />
        </Effect>
        {kind === "accept" ? (
          <Effect kind="begins">
            It is said once more, as a convention, and comes with every recall from then on.
          </Effect>
        ) : (
          <Effect kind="note">This value is never proposed again. Another one may be.</Effect>
        )}
      </Effects>
      <Line label="Reason" value={reason} take={setReason} />
    </Confirm>
  );
}

async function decide(kind: Kind, { belief }: Proposal, reason: string | null): Promise<Done> {
  if (kind === "dismiss") {
    await ask(DismissConventionDocument, { belief: belief.id, reason });
    return { told: <p>It will not be proposed again. Beliefs stay as they are.</p> };
  }
  const { acceptConvention } = await ask(AcceptConventionDocument, { belief: belief.id, reason });
  const memory = acceptConvention?.memory;
  return {
    told: <p>Now a convention, included in every answer.</p>,
    hint: "Taking it back takes back every claim of the value that the same belief rests on.",
    undo: memory ? [takeBack(memory.id, "Take it back", belief.entity.id, belief.attribute)] : [],
  };
}

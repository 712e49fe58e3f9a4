// Values that were said never to be right, and which of those rejections stand.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ask } from "../../core/client.ts";
import { pageOf, usePages, useRun } from "../../core/query.ts";
import { useMay } from "../../core/viewer.ts";
import { LiftDocument, RejectionsDocument, type RejectionsQuery } from "../../generated/graphql.ts";
import { Badge } from "../../parts/badge.tsx";
import { Value } from "../../parts/belief.tsx";
import { About } from "../../parts/claim.tsx";
import { useDone } from "../../parts/desk/done.tsx";
import { Effect, Effects } from "../../parts/desk/effects.tsx";
import { Line } from "../../parts/desk/field.tsx";
import { CardPages } from "../../parts/desk/pages.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { Text } from "../../parts/text.tsx";
import { Time } from "../../parts/time.tsx";

const ROWS = 50;

type Rejection = RejectionsQuery["rejections"]["edges"][number]["node"];

export function Rejections(): JSX.Element {
  const [asked, setAsked] = useState<Rejection>();
  const pages = usePages(RejectionsDocument, { first: ROWS }, ({ rejections }) =>
    pageOf(rejections),
  );
  return (
    <>
      <p class="quiet">
        Whoever says a rejected value again, or one that looks like it, it waits for a person.
      </p>
      <CardPages
        label="Rejections"
        pages={pages}
        keyOf={({ id }) => id}
        empty="Nothing was rejected."
      >
        {(item) => <Item item={item} lift={() => setAsked(item)} />}
      </CardPages>
      {asked !== undefined && <Lift of={asked} close={() => setAsked(undefined)} />}
    </>
  );
}

function Item({ item, lift }: { item: Rejection; lift: () => void }): JSX.Element {
  const { value, target, by, reason, rejectedAt, liftedAt } = item;
  const may = useMay()("liftRejection");
  return (
    <>
      <header>
        <About {...item} />
        {liftedAt ? <Badge>lifted</Badge> : <Badge tone="bad">rejected</Badge>}
      </header>
      <p class="says">
        <Value of={{ value, target }} />
      </p>
      <p class="quiet">
        by <bdi>{by}</bdi>, <Time at={rejectedAt} />: <Text>{reason}</Text>
        {liftedAt && (
          <>
            ; lifted <Time at={liftedAt} />
          </>
        )}
      </p>
      {!liftedAt && may && (
        <p class="case-buttons">
          <button type="button" onClick={lift}>
            Lift…
          </button>
        </p>
      )}
    </>
  );
}

function Lift({ of, close }: { of: Rejection; close: () => void }): JSX.Element {
  const [reason, setReason] = useState("");
  const { run, busy, error } = useRun();
  const tell = useDone();
  const confirm = () =>
    run(async () => {
      await ask(LiftDocument, { id: of.id, reason: reason.trim() });
      tell({
        told: (
          <p>
            Lifted: <Text short={80}>{of.value}</Text> is believed when it is next said.
          </p>
        ),
        hint: "Correcting or revoking it rejects it again.",
      });
      close();
    });
  return (
    <Confirm
      title="Lift a rejection"
      word="Lift"
      busy={busy}
      error={error}
      disabled={reason.trim() === ""}
      confirm={() => void confirm()}
      close={close}
    >
      <Effects>
        <Effect kind="stays">What is believed stays as it is.</Effect>
        <Effect kind="begins">
          <Text short={120}>{of.value}</Text> is believed when it is next said.
        </Effect>
      </Effects>
      <Line label="Reason" value={reason} take={setReason} required />
    </Confirm>
  );
}

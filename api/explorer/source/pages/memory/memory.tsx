// Why is this believed? One memory: what it says, what it rests on, what became of it.

import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { useQuery } from "../../core/query.ts";
import { link, type Route } from "../../core/route.ts";
import { boundTo } from "../../core/times.ts";
import { useMay } from "../../core/viewer.ts";
import { MemoryWhyDocument, type MemoryWhyQuery } from "../../generated/graphql.ts";
import { MemoryLink, Slot, Status, statusInWords } from "../../parts/claim.tsx";
import { Answered, Empty, Loading } from "../../parts/states.tsx";
import { Text } from "../../parts/text.tsx";
import { Interval, Time } from "../../parts/time.tsx";
import { ToContradiction } from "../../parts/to_contradiction.tsx";
import { Actions, type Done } from "./actions.tsx";
import { Carries, Meanwhile, useCarried } from "./carries.tsx";
import { Chain, useChain } from "./chain.tsx";
import { Confidence } from "./confidence.tsx";
import { Evidence, useEvidence } from "./evidence.tsx";
import { Facts } from "./facts.tsx";
import { Fall } from "./fall.tsx";
import { Happened, useHappened } from "./happened.tsx";

export type Memory = NonNullable<MemoryWhyQuery["memory"]>;

export function MemoryPage({ route }: { route: Route }): JSX.Element {
  const [, id = ""] = route.path;
  const query = useQuery(MemoryWhyDocument, { id });
  const [done, setDone] = useState<Done>();
  const [turn, setTurn] = useState(0);
  const tell = (what: Done) => {
    setDone(what);
    setTurn((before) => before + 1);
    query.reload();
  };
  return (
    <Answered query={query} rows={12}>
      {({ memory }) =>
        memory ? (
          <>
            <Head memory={memory} />
            {done !== undefined && <Told done={done} />}
            <Actions memory={memory} done={tell} />
            <Basis key={`${id} ${turn}`} memory={memory} route={route} done={tell} />
          </>
        ) : (
          <>
            <h1>There is no such memory</h1>
            <Empty>Its id is wrong, it has been erased, or it is not for you.</Empty>
          </>
        )
      }
    </Answered>
  );
}

// What it rests on and carries. Its parts are shown together once all have come, so that none moves
// another; what is asked with their help stands below them.
function Basis({
  memory,
  route,
  done,
}: {
  memory: Memory;
  route: Route;
  done: (what: Done) => void;
}): JSX.Element {
  const { id } = memory;
  const evidence = useEvidence(id);
  const carried = useCarried(memory, route);
  const chain = useChain(id);
  const happened = useHappened(id);
  const come = useRef(false);
  come.current ||= ![evidence, carried, chain, happened].some(({ loading }) => loading);
  if (!come.current) return <Loading rows={12} />;
  return (
    <div class="why">
      <div>
        <Evidence query={evidence} />
        <Carries memory={memory} route={route} query={carried} />
        <Chain id={id} query={chain} />
        <Happened pages={happened} />
        <Fall memory={memory} route={route} done={done} />
        <Meanwhile memory={memory} route={route} carried={carried.data} />
      </div>
      <aside aria-label="About this memory">
        <Facts memory={memory} />
        <Confidence memory={memory} />
      </aside>
    </div>
  );
}

function Head({ memory }: { memory: Memory }): JSX.Element {
  const { text, status, validFrom, waits, supersededBy, supersededReason } = memory;
  return (
    <>
      <h1>
        <Text>{text}</Text>
      </h1>
      <p>
        <Status of={status} /> <Slot {...memory} />
        {validFrom && (
          <>
            {" "}
            <span class="quiet">
              <Interval span={{ ...memory, validFrom }} />
            </span>
          </>
        )}
        {!validFrom && memory.endUnknown && (
          <span class="quiet"> over; since when is not known</span>
        )}
        {!validFrom && !memory.endUnknown && memory.validTo && (
          <span class="quiet">
            {" "}
            until <Time at={memory.validTo} words={boundTo({ ...memory, validFrom: "" })} />, since
            when is not known
          </span>
        )}
      </p>
      {waits && <Waits of={waits} />}
      {!waits && status !== "ACTIVE" && (
        <p class="notice">
          {statusInWords(status)}
          {supersededBy ? (
            <>
              {supersededReason && ` (${supersededReason.toLowerCase()})`}:{" "}
              <MemoryLink of={supersededBy} />
            </>
          ) : (
            "."
          )}
        </p>
      )}
    </>
  );
}

function Waits({ of }: { of: NonNullable<Memory["waits"]> }): JSX.Element {
  const { gate, reason, since, policyVersion, contradiction } = of;
  const may = useMay();
  return (
    <div class="notice">
      <p>
        <strong>It waits for a person, and is not believed.</strong> {of.as.toLowerCase()} by the
        check <code>{gate}</code>
        {policyVersion != null &&
          ` of ${policyVersion === 0 ? "the built-in policy" : `policy ${policyVersion}`}`}{" "}
        since <Time at={since} />: <Text>{reason}</Text>
      </p>
      {contradiction ? (
        <p>
          <ToContradiction id={contradiction.id} />
        </p>
      ) : (
        may("review") && (
          <p>
            <a href={link(["review"])}>Decide on it</a>
          </p>
        )
      )}
    </div>
  );
}

function Told({ done }: { done: Done }): JSX.Element {
  return (
    <div class="notice" role="status">
      <p>
        <strong>{done.what}</strong> {done.undo}
      </p>
      {done.memory !== undefined && (
        <p>
          <a href={link(["memory", done.memory])}>See what stands there now</a>
        </p>
      )}
    </div>
  );
}

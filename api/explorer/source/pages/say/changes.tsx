// Beliefs as they change, whoever changes them, the latest first.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { listen, type Refusal } from "../../core/client.ts";
import { link } from "../../core/route.ts";
import { useMay } from "../../core/viewer.ts";
import { BeliefsChangeDocument, type BeliefsChangeSubscription } from "../../generated/graphql.ts";
import { Slot } from "../../parts/claim.tsx";
import { Effect, Effects } from "../../parts/desk/effects.tsx";
import { Empty, Failure } from "../../parts/states.tsx";
import { Interval, Time } from "../../parts/time.tsx";

type Event = BeliefsChangeSubscription["beliefChanges"];

const KEPT = 50;

export function Changes(): JSX.Element | null {
  const may = useMay()("beliefChanges");
  const [events, setEvents] = useState<Event[]>([]);
  const [error, setError] = useState<Refusal>();
  const [paused, setPaused] = useState(false);
  const cursor = useRef<string | null>(null);
  useEffect(() => {
    if (!may || paused || error !== undefined) return undefined;
    return listen(
      BeliefsChangeDocument,
      // After a pause nothing is missed.
      { after: cursor.current },
      ({ beliefChanges }) => {
        cursor.current = beliefChanges.cursor;
        setEvents((before) => [beliefChanges, ...before].slice(0, KEPT));
      },
      (problem) => problem && setError(problem),
    );
  }, [may, paused, error]);
  if (!may) return null;
  return (
    <aside aria-label="Beliefs as they change">
      <h2>
        As it changes{" "}
        <button type="button" aria-pressed={paused} onClick={() => setPaused(!paused)}>
          {paused ? "Resume" : "Pause"}
        </button>
      </h2>
      {error !== undefined && <Failure error={error} retry={() => setError(undefined)} />}
      {events.length === 0 && error === undefined && (
        <Empty>{paused ? "Paused." : "New and ended beliefs appear here live."}</Empty>
      )}
      <ol class="plain live" aria-live="polite">
        {events.map((one) => (
          <Change key={one.cursor} of={one} />
        ))}
      </ol>
    </aside>
  );
}

function Change({ of: { change } }: { of: Event }): JSX.Element {
  return (
    <li>
      <p class="quiet">
        <Time at={change.at} />
      </p>
      <Effects label="What changed">
        {change.retired.map((belief) => (
          <Effect key={belief.id} kind="ends">
            <span class="unseen">Ends: </span>
            <Slot {...belief} />{" "}
            <span class="quiet">
              <Interval span={belief} />
            </span>
          </Effect>
        ))}
        {change.inserted.map((belief) => (
          <Effect key={belief.id} kind="begins">
            <span class="unseen">Begins: </span>
            <Slot {...belief} />{" "}
            <span class="quiet">
              <Interval span={belief} />
            </span>{" "}
            <a href={link(["memory", belief.memory.id])}>Why</a>
          </Effect>
        ))}
      </Effects>
    </li>
  );
}

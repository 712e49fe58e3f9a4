// Every version of what was ever believed in one slot, on both axes of time.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useQuery } from "../../../core/query.ts";
import { changed, go, link, SYSTEM, VALID, type Route } from "../../../core/route.ts";
import { useStream } from "../../../core/stream.ts";
import { shown } from "../../../core/times.ts";
import { EntitySlotsDocument, SlotHistoryDocument } from "../../../generated/graphql.ts";
import { Empty, Failure, Loading } from "../../../parts/states.tsx";
import { cut, Text } from "../../../parts/text.tsx";
import { barOf, slotName, type Bar } from "../time/bars.ts";
import { standing } from "../time/handle.tsx";
import { exact, isoOf } from "../time/scales.ts";
import { useNow } from "../time/surface.tsx";
import { BarsTwin } from "../time/twin.tsx";
import { slotKey } from "../timeline/lanes.ts";
import { believedAt } from "./paint_plane.ts";
import { VersionsPlane } from "./plane.tsx";

const TWIN = "versions-in-words";
const SLOT = "slot";
const CONTEXT = "context";
const VALUE = "value";

interface Slot {
  attribute: string;
  context: string | null;
}

export function Versions({ id, route }: { id: string; route: Route }): JSX.Element {
  const { [SLOT]: attribute, [CONTEXT]: context = null } = route.options;
  // What is drawn comes first, then what else could be chosen.
  const [read, setRead] = useState(false);
  const { slots, done, error, reload } = useSlots(
    attribute === undefined || read ? id : null,
    attribute,
    context,
  );
  const [first] = slots;
  useEffect(() => {
    if (attribute === undefined && first !== undefined) {
      go(changed({ [SLOT]: first.attribute, [CONTEXT]: first.context }), true);
    }
  }, [attribute, first]);
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (attribute === undefined) {
    return done && first === undefined ? (
      <Empty>Nothing was ever believed about it.</Empty>
    ) : (
      <Loading rows={10} />
    );
  }
  const key = slotKey(attribute, context);
  const choose = (chosen: string) => {
    const [slot, where] = JSON.parse(chosen) as [string, string | null];
    const rest = { window: null, "known-window": null, [VALUE]: null, "rows-page": null };
    go(changed({ [SLOT]: slot, [CONTEXT]: where, ...rest }));
  };
  return (
    <div class="time">
      <History
        key={key}
        id={id}
        slot={{ attribute, context }}
        route={route}
        whenRead={() => setRead(true)}
      >
        <label class="slot-choice">
          <span>Attribute</span>
          <select value={key} onChange={(event) => choose(event.currentTarget.value)}>
            {slots.map((slot) => (
              <option
                key={slotKey(slot.attribute, slot.context)}
                value={slotKey(slot.attribute, slot.context)}
              >
                {slotName(slot.attribute, slot.context)}
              </option>
            ))}
          </select>
        </label>
      </History>
    </div>
  );
}

// The slots of the entity in which something was ever believed, and the one in the address.
function useSlots(id: string | null, attribute: string | undefined, context: string | null) {
  const { data, error, loading, reload } = useQuery(
    EntitySlotsDocument,
    id === null ? null : { id },
  );
  const slots = useMemo(() => {
    const found = new Map<string, Slot>();
    for (const one of data?.entity?.slots ?? []) {
      const slot = { attribute: one.attribute, context: one.context ?? null };
      found.set(slotKey(slot.attribute, slot.context), slot);
    }
    if (attribute !== undefined && !found.has(slotKey(attribute, context))) {
      found.set(slotKey(attribute, context), { attribute, context });
    }
    return [...found.values()];
  }, [data, attribute, context]);
  return { slots, done: !loading, error, reload };
}

function History({
  id,
  slot,
  route,
  whenRead,
  children,
}: {
  id: string;
  slot: Slot;
  route: Route;
  whenRead: () => void;
  // What chooses the slot.
  children: ComponentChildren;
}): JSX.Element {
  const now = useNow();
  const { attribute, context } = slot;
  const { nodes, done, error, reload } = useStream(
    SlotHistoryDocument,
    { id, attribute, context },
    ({ entity }) => entity?.history ?? [],
  );
  const all = useMemo(
    // Without a context the service tells of every one.
    () => nodes.filter((one) => context !== null || !one.context).map((one) => barOf(one)),
    [nodes, context],
  );
  useEffect(() => {
    if (done) whenRead();
  }, [done]);
  const only = route.options[VALUE];
  const versions = useMemo(
    () => (only === undefined ? all : all.filter(({ value }) => value === only)),
    [all, only],
  );
  const choice = (
    <div class="slots">
      {children}
      {all.length > 0 && <Values all={all} only={only} />}
    </div>
  );
  if (error !== undefined || all.length === 0) {
    return (
      <>
        {choice}
        {error !== undefined ? (
          <Failure error={error} retry={reload} />
        ) : done ? (
          <Empty>This attribute never had a belief.</Empty>
        ) : (
          <Loading rows={10} />
        )}
      </>
    );
  }
  const name = slotName(attribute, context);
  const counted = `${versions.length.toLocaleString("en")} versions of ${name}`;
  const current = versions.filter(({ knownTo }) => knownTo === null).length;
  return (
    <div aria-busy={!done}>
      {choice}
      <div class="versions">
        <VersionsPlane
          label={`Versions of ${name}`}
          describedBy={TWIN}
          versions={versions}
          route={route}
          now={now}
        />
        <Crossing versions={versions} route={route} now={now} done={done} />
      </div>
      <VersionsLegend contested={versions.some(({ mark }) => mark === "contested")} />
      <BarsTwin
        id={TWIN}
        route={route}
        summary={`${counted}, ${current.toLocaleString("en")} of them believed now${done ? "" : "; more on their way"}.`}
        caption={`Every version of ${name}`}
        bars={versions}
      />
    </div>
  );
}

const VALUES_MOST = 200;

// Where several values hold at a time, their rectangles overlap: one of them can be looked at alone.
function Values({ all, only }: { all: readonly Bar[]; only: string | undefined }): JSX.Element {
  const values = useMemo(() => [...new Set(all.map(({ value }) => value))].sort(), [all]);
  return (
    <label class="slot-choice">
      <span>Value</span>
      <select
        value={only ?? ""}
        onChange={(event) => go(changed({ [VALUE]: event.currentTarget.value, "rows-page": null }))}
      >
        <option value="">
          all {values.length.toLocaleString("en")}
          {values.length > VALUES_MOST ? `; the first ${VALUES_MOST} are listed` : ""}
        </option>
        {values.slice(0, VALUES_MOST).map((value) => (
          <option key={value} value={value}>
            {cut(value, 80)}
          </option>
        ))}
      </select>
    </label>
  );
}

// What was believed where the two handles cross.
function Crossing({
  versions,
  route,
  now,
  done,
}: {
  versions: readonly Bar[];
  route: Route;
  now: number;
  // Whether all versions are here.
  done: boolean;
}): JSX.Element {
  const { [VALID]: valid, [SYSTEM]: system } = route.options;
  const at = standing(valid, now);
  const known = system === undefined ? null : exact(system);
  const found = believedAt(versions, at, known);
  return (
    <aside class="crossing" aria-label="Believed there">
      <dl>
        <dt>True at</dt>
        <dd>{valid === undefined ? "now" : shown(isoOf(at))}</dd>
        <dt>Known at</dt>
        <dd>{system === undefined ? "now" : shown(system)}</dd>
      </dl>
      {found.length === 0 && (
        <p class="quiet">{done ? "Nothing was believed there." : "Still being read…"}</p>
      )}
      {found.slice(0, 10).map((bar) => (
        <p key={bar.key}>
          <strong>
            <Text>{bar.value}</Text>
          </strong>
          <span>{bar.valid}</span>
          <span class="quiet">{bar.since}</span>
          <a href={link(["memory", bar.memory])}>Why</a>
        </p>
      ))}
      {found.length > 10 && <p class="quiet">and {found.length - 10} more</p>}
    </aside>
  );
}

function VersionsLegend({ contested }: { contested: boolean }): JSX.Element {
  return (
    <ul class="legend">
      <li>
        <span class="sample current" aria-hidden="true" />
        believed now
      </li>
      <li>
        <span class="sample past" aria-hidden="true" />
        superseded: believed then, not now
      </li>
      {contested && (
        <li>
          <span class="sample contested" aria-hidden="true" />
          contested: several values are said of the same time
        </li>
      )}
      <li>
        <span class="sample future" aria-hidden="true" />
        the future
      </li>
    </ul>
  );
}

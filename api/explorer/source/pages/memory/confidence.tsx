// The parts of a memory's confidence and importance, and in words how each came to be.

import type { JSX } from "preact";
import { useQuery } from "../../core/query.ts";
import { MemoryAttributeDocument } from "../../generated/graphql.ts";
import { Share } from "../../parts/share.tsx";
import { percent, words } from "../../parts/text.tsx";
import { Time } from "../../parts/time.tsx";
import type { Memory } from "./memory.tsx";

export function Confidence({ memory }: { memory: Memory }): JSX.Element {
  const { confidence, currentConfidence, importance, decayScore, effectiveImportance } = memory;
  return (
    <>
      <h2>Confidence</h2>
      <p class="shares">
        <Share name="At first" of={confidence} />
        <Share name="Now" of={currentConfidence} />
      </p>
      <p class="quiet">
        <Confirmed memory={memory} />
      </p>
      <h2>Importance</h2>
      <p class="shares">
        <Share name="At first" of={importance} />
        <Share name="Remaining" of={decayScore} />
        <Share name="Now" of={effectiveImportance} />
      </p>
      <p class="quiet">
        <Decayed memory={memory} />
      </p>
    </>
  );
}

function Confirmed({ memory }: { memory: Memory }): JSX.Element {
  const { confirmations, lastConfirmedAt, confidence, currentConfidence } = memory;
  if (confirmations === 0) return <>Not confirmed by another source.</>;
  return (
    <>
      Confirmed independently {times(confirmations)}
      {lastConfirmedAt && (
        <>
          , last on <Time at={lastConfirmedAt} />
        </>
      )}
      .{" "}
      {currentConfidence > confidence
        ? `Each confirmation takes a part of the doubt that is left: of ${percent(1 - confidence)}, ${percent(1 - currentConfidence)} remain.`
        : "Its confidence did not rise."}
    </>
  );
}

function Decayed({ memory }: { memory: Memory }): JSX.Element {
  const { tags, attribute, accessCount, lastAccessedAt, decayScore } = memory;
  const { data } = useQuery(MemoryAttributeDocument, attribute ? { name: attribute } : null);
  const lasting = tags.find((tag) => tag === "constraint" || tag === "convention");
  if (lasting !== undefined) return <>A {lasting} does not lose importance.</>;
  const days = data?.attribute?.halfLifeDays;
  const rate = days
    ? `What is said as “${words(attribute ?? "")}” loses half of its importance every ${Math.round(days).toLocaleString("en")} days without a recall.`
    : "It loses importance at the store's rate while nobody recalls it.";
  return (
    <>
      {rate} It was {accessCount === 0 ? "never recalled" : `recalled ${times(accessCount)}`}
      {lastAccessedAt && (
        <>
          , last on <Time at={lastAccessedAt} />
        </>
      )}
      ; {percent(decayScore)} of its importance {decayScore < 1 ? "are left" : "are there"}.
    </>
  );
}

function times(count: number): string {
  return count === 1 ? "once" : `${count.toLocaleString("en")} times`;
}

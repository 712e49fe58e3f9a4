// What an action is about: the claim and its interval, as it stands.

import type { JSX } from "preact";
import { Slot } from "../../parts/claim.tsx";
import { Interval } from "../../parts/time.tsx";
import type { Memory } from "./memory.tsx";

export function Concerned({ memory }: { memory: Memory }): JSX.Element {
  const { validFrom, validTo } = memory;
  return (
    <blockquote>
      <Slot {...memory} />
      {validFrom && (
        <>
          {" "}
          <span class="quiet">
            <Interval span={{ validFrom, validTo: validTo ?? null }} />
          </span>
        </>
      )}
    </blockquote>
  );
}

// What a person may say of a memory: that it still holds, that it was wrong, that it was never said,
// that it holds no more. Each tells its effect before it is done, and how to undo it.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useMay } from "../../core/viewer.ts";
import { cut } from "../../parts/text.tsx";
import type { Memory } from "./memory.tsx";
import { Confirming } from "./confirming.tsx";
import { Correcting } from "./correcting.tsx";
import { Retracting } from "./retracting.tsx";
import { Revoking } from "./revoking.tsx";

// What was done, how to undo it, and the memory that it led to.
export interface Done {
  what: string;
  undo: string;
  memory?: string | undefined;
}

export interface ActionProps {
  memory: Memory;
  done: (what: Done) => void;
  close: () => void;
}

interface Action {
  word: string;
  field: string;
  Dialog: (props: ActionProps) => JSX.Element;
  fits: (memory: Memory) => boolean;
}

// The title of a dialog: what is asked of which memory, isolated so that its direction ends with it.
export const titleOf = (word: string, { text }: Memory): string =>
  `${word}: \u2068${cut(text, 80)}${text.length > 80 ? "…" : ""}\u2069`;

// What counts as a claim: what waits is decided on, and what was taken back is said anew.
const isClaim = ({ status }: Memory): boolean => status !== "PENDING" && status !== "REVOKED";

const ACTIONS: readonly Action[] = [
  {
    word: "Confirm",
    field: "confirmMemory",
    Dialog: Confirming,
    fits: (memory) => isClaim(memory) && memory.status !== "SUPERSEDED",
  },
  { word: "Correct", field: "correctMemory", Dialog: Correcting, fits: isClaim },
  {
    word: "Retract",
    field: "retractBelief",
    Dialog: Retracting,
    fits: (memory) => isClaim(memory) && !memory.negative && Boolean(memory.entity),
  },
  {
    word: "Revoke",
    field: "revokeMemory",
    Dialog: Revoking,
    fits: ({ status }) => status !== "REVOKED",
  },
];

export function Actions({
  memory,
  done,
}: {
  memory: Memory;
  done: (what: Done) => void;
}): JSX.Element | null {
  const may = useMay();
  const [asked, setAsked] = useState<Action>();
  const offered = ACTIONS.filter(({ field, fits }) => may(field) && fits(memory));
  if (offered.length === 0) return null;
  return (
    <>
      <p class="bar" role="group" aria-label="Say about it">
        {offered.map((action) => (
          <button type="button" key={action.word} onClick={() => setAsked(action)}>
            {action.word}…
          </button>
        ))}
      </p>
      {asked !== undefined && (
        <asked.Dialog
          memory={memory}
          done={(what) => {
            setAsked(undefined);
            done(what);
          }}
          close={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

// What was done, in a line that stays until the next thing is done, with what takes it back.

import { createContext, type ComponentChildren, type JSX } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { refusalOf } from "../../core/query.ts";
import type { Refusal } from "../../core/client.ts";
import { Failure } from "../states.tsx";

export interface Undo {
  word: string;
  // What is told once it is taken back.
  run: () => Promise<Done>;
}

export interface Done {
  told: ComponentChildren;
  undo?: readonly Undo[];
  // How it may be taken back where no button does it.
  hint?: ComponentChildren;
}

const Told = createContext<{ tell: (done: Done) => void; turn: number }>({
  tell: () => {},
  turn: 0,
});

// Tells what was done, after which every list is asked anew.
export function useDone(): (done: Done) => void {
  return useContext(Told).tell;
}

// Ask anew after something was done.
export function useFresh(reload: () => void): void {
  const { turn } = useContext(Told);
  useEffect(() => {
    if (turn > 0) reload();
  }, [turn]);
}

export function DoneLine({ children }: { children: ComponentChildren }): JSX.Element {
  const [done, setDone] = useState<Done>();
  const [turn, setTurn] = useState(0);
  const tell = (next: Done) => {
    setDone(next);
    setTurn((before) => before + 1);
  };
  return (
    <Told.Provider value={{ tell, turn }}>
      {/* It is there before it says something, or nobody who listens hears of it. */}
      <div class="done-place" role="status">
        {done !== undefined && <Line done={done} tell={tell} close={() => setDone(undefined)} />}
      </div>
      {children}
    </Told.Provider>
  );
}

function Line({
  done,
  tell,
  close,
}: {
  done: Done;
  tell: (done: Done) => void;
  close: () => void;
}): JSX.Element {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Refusal>();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    setError(undefined);
    place.current?.scrollIntoView({ block: "nearest" });
  }, [done]);
  const take = async (one: Undo) => {
    setBusy(true);
    setError(undefined);
    try {
      const next = await one.run();
      // What else was done with it may be taken back too.
      const others = (done.undo ?? []).filter((other) => other !== one);
      tell({ ...next, undo: [...(next.undo ?? []), ...others] });
    } catch (problem) {
      setError(refusalOf(problem));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="done" ref={place}>
      <div>
        {done.told}
        {done.hint !== undefined && <p class="quiet">{done.hint}</p>}
        {error !== undefined && <Failure error={error} />}
      </div>
      <p class="done-buttons">
        {done.undo?.map((undo) => (
          <button key={undo.word} type="button" disabled={busy} onClick={() => void take(undo)}>
            {undo.word}
          </button>
        ))}
        <button type="button" class="more" onClick={close}>
          Close
        </button>
      </p>
    </div>
  );
}

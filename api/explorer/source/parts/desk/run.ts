// Something that a person has confirmed, while it is done and when it is refused.

import { useState } from "preact/hooks";
import type { Refusal } from "../../core/client.ts";
import { refusalOf } from "../../core/query.ts";

export interface Run {
  run: (work: () => Promise<void>) => Promise<void>;
  busy: boolean;
  error: Refusal | undefined;
}

export function useRun(): Run {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Refusal>();
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (problem) {
      setError(refusalOf(problem));
    } finally {
      setBusy(false);
    }
  };
  return { run, busy, error };
}

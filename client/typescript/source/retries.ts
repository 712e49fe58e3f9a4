// Sending again what may not have arrived.

import { pause } from "./deadline.js";
import { isUnavailable } from "./errors.js";

const PAUSE_MS = 250;

// How long to wait before the next try. By chance, so that those who were cut off together do not
// come back together.
function pauseMs(attempt: number, retryAfterS: number | undefined): number {
  const least = retryAfterS === undefined ? (PAUSE_MS * 2 ** attempt) / 2 : retryAfterS * 1000;
  return least + Math.random() * (PAUSE_MS * 2 ** attempt) * 0.5;
}

// Wait before a try that follows on `attempt` failed ones.
// Throws the error again: it says that another try is no use, or there were as many as there may be.
export async function pauseAfter(
  error: unknown,
  attempt: number,
  retries: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (signal?.aborted || !isUnavailable(error) || attempt >= retries) throw error;
  await pause(pauseMs(attempt, error.retryAfterS), signal);
}

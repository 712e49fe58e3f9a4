// What ends a request: its caller, or silence.

import { unavailable } from "./errors.js";

// A signal for one request, which aborts when the caller's does or when nothing came for a time.
export class Deadline {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #abort = (): void => this.#controller.abort(this.#outer?.reason);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(outer: AbortSignal | undefined) {
    outer?.throwIfAborted();
    this.#outer = outer;
    outer?.addEventListener("abort", this.#abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  // Wait so long from now on, and no longer for what was expected before.
  expectWithin(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#controller.abort(unavailable(`nothing came for ${milliseconds} ms`));
    }, milliseconds);
  }

  // End what is still open, and let go of the caller's signal, which may live for long.
  close(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener("abort", this.#abort);
    this.#controller.abort();
  }

  // What an error of the request means: the caller's own reason, or that nobody was reached.
  reasonOf(error: unknown): unknown {
    if (this.#outer?.aborted) return this.#outer.reason;
    if (this.signal.aborted) return this.signal.reason;
    return unavailable("the service does not answer", error);
  }
}

// Wait, unless the caller gives up.
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", giveUp);
      resolve();
    }, milliseconds);
    if (signal?.aborted) giveUp();
    else signal?.addEventListener("abort", giveUp, { once: true });
  });
}

// Where somebody without a token stands.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { enter } from "../core/session.ts";

export function Entrance({ problem }: { problem: string | undefined }): JSX.Element {
  const [given, setGiven] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    if (given.trim() !== "") enter(given.trim());
  };
  return (
    <main class="entrance">
      <h1>Doxa</h1>
      <p>What is believed, since when, and why.</p>
      {problem !== undefined && (
        <p class="failure" role="alert">
          {problem}
        </p>
      )}
      <form onSubmit={submit}>
        <label>
          <span>Access token</span>
          <input
            type="password"
            value={given}
            autocomplete="off"
            autofocus
            onInput={(event) => setGiven(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="main">
          Enter
        </button>
      </form>
      <p class="quiet">
        <code>doxa explore</code> opens this page signed in, where a session ended if one has;{" "}
        <code>doxa token</code> prints a token. It is kept in this tab until you leave or close it.
      </p>
    </main>
  );
}

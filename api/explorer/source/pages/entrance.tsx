// Where somebody without a token stands.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { borrow, enter } from "../core/session.ts";

export function Entrance({ problem }: { problem: string | undefined }): JSX.Element {
  const [given, setGiven] = useState("");
  useEffect(() => {
    // Somebody may have signed in in another tab meanwhile.
    const look = () => void (document.visibilityState === "visible" && borrow());
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
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
          Sign in
        </button>
      </form>
      <p class="quiet">
        <code>doxa explore</code> opens this page signed in; <code>doxa token</code> prints a token.
        It is kept in your open tabs until you sign out or close them.
      </p>
    </main>
  );
}

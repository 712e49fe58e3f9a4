// The two points of time that the whole page is as of: what was true, and what was known.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { changed, go, SYSTEM, useRoute, VALID } from "../core/route.ts";
import { editable, iso, running, utc, written } from "../core/times.ts";

export function AsOfBar(): JSX.Element {
  const { options } = useRoute();
  const past = options[VALID] !== undefined || options[SYSTEM] !== undefined;
  return (
    <form
      class={past ? "as-of past" : "as-of"}
      aria-label="As of"
      onSubmit={(event) => event.preventDefault()}
    >
      <Point name="True at" option={VALID} given={options[VALID]} />
      <Point name="Known at" option={SYSTEM} given={options[SYSTEM]} known />
      <button
        type="button"
        disabled={!past}
        onClick={() => go(changed({ [VALID]: null, [SYSTEM]: null }))}
      >
        Now
      </button>
    </form>
  );
}

// A point of time that is an option of the address.
export function Point({
  name,
  option,
  given,
  absent = "now",
  known = false,
}: {
  name: string;
  option: string;
  given: string | undefined;
  // What it is where none is given.
  absent?: string;
  // Whether it is one of system time: today and this year then end now.
  known?: boolean;
}): JSX.Element {
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState(false);
  useEffect(() => {
    setText(given === undefined ? "" : editable(given));
    setWrong(false);
  }, [given]);
  const take = () => {
    if (text.trim() === "" || text === "now") return go(changed({ [option]: null }));
    if (given !== undefined && text === editable(given)) return undefined;
    if (known && running(text, Date.now())) {
      // Nothing is known of the rest of it yet.
      if (absent === "now") setText("");
      return go(changed({ [option]: absent === "now" ? null : iso(Date.now()) }));
    }
    const point = written(text);
    setWrong(point === null);
    return point === null ? undefined : go(changed({ [option]: point }));
  };
  return (
    <label title={given === undefined ? absent : utc(given)}>
      <span>{name}</span>
      <input
        value={text}
        placeholder={absent}
        size={19}
        spellcheck={false}
        autocomplete="off"
        aria-invalid={wrong}
        onInput={(event) => setText(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => event.key === "Enter" && take()}
      />
      {wrong && (
        <span class="wrong" role="alert">
          write 2024, 2024-03, 2024-03-14 or 2024-03-14 09:30
        </span>
      )}
    </label>
  );
}

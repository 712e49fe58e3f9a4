// A share between 0 and 1 as a small bar with its number.

import type { JSX } from "preact";
import { percent } from "./text.tsx";

export function Share({ of, name }: { of: number; name?: string }): JSX.Element {
  const width = `${Math.round(Math.max(0, Math.min(1, of)) * 100)}%`;
  return (
    <span class="share">
      {name !== undefined && <span class="name">{name}</span>}
      <span class="track" aria-hidden="true">
        <span class="filled" style={{ width }} />
      </span>
      <span class="number">{percent(of)}</span>
    </span>
  );
}

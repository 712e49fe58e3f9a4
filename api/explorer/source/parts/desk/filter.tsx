// One choice out of a few that narrows a list; it is part of the address.

import type { JSX } from "preact";
import { changed, go } from "../../core/route.ts";

export function Filter({
  label,
  option,
  choices,
  current,
}: {
  label: string;
  option: string;
  // Names by what stands in the address; the first is what holds without.
  choices: readonly (readonly [string, string])[];
  current: string;
}): JSX.Element {
  const [[standard] = [""]] = choices;
  // Another list begins at its beginning.
  const take = (value: string) =>
    go(changed({ after: null, [option]: value === standard ? null : value }));
  return (
    <label class="filter">
      <span>{label}</span>
      <select value={current} onChange={(event) => take(event.currentTarget.value)}>
        {choices.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

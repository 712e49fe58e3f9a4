// What the patterns and edges of a drawing mean: only those that are in it.

import type { JSX } from "preact";
import type { Bar, Mark } from "./bars.ts";

const MEANINGS: Readonly<Record<Mark, string>> = {
  believed: "believed",
  contested: "contested: several values are said of the same time",
  held: "held: said, and not believed until somebody answers",
  inserted: "new: believed after, and not before",
  retired: "gone: believed before, and not after",
  unchanged: "unchanged",
};

export function Legend({ bars }: { bars: readonly Bar[] }): JSX.Element {
  const marks = Object.keys(MEANINGS) as Mark[];
  const found = marks.filter((mark) => bars.some((bar) => bar.mark === mark));
  return (
    <ul class="legend">
      {found.map((mark) => (
        <li key={mark}>
          <span class={`sample ${mark}`} aria-hidden="true" />
          {MEANINGS[mark]}
        </li>
      ))}
      {bars.some(({ observed }) => observed) && (
        <li>
          <span class="sample observed" aria-hidden="true" />
          by then, exact start not stated
        </li>
      )}
      {bars.some(({ soft }) => soft !== null) && (
        <li>
          <span class="sample soft" aria-hidden="true" />
          began in this period
        </li>
      )}
      {bars.some(({ to }) => to === null) && (
        <li>
          <span class="sample open" aria-hidden="true" />
          goes on
        </li>
      )}
      <li>
        <span class="sample future" aria-hidden="true" />
        the future
      </li>
    </ul>
  );
}

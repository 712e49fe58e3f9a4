// What an action is about: the claim and its interval, as it stands. Without links, so that the
// keyboard begins at the first field.

import type { JSX } from "preact";
import { Text, words } from "../../parts/text.tsx";
import { Interval } from "../../parts/time.tsx";
import type { Memory } from "./memory.tsx";

export function Concerned({ memory }: { memory: Memory }): JSX.Element {
  const { entity, attribute, context, negative, value, target, validFrom } = memory;
  return (
    <blockquote>
      {entity && <bdi>{entity.name}</bdi>}{" "}
      <span class="quiet">
        {negative && "not "}
        {words(attribute ?? "")}
        {context && ` in ${context}`}
      </span>{" "}
      <Text>{target?.name ?? value ?? ""}</Text>
      {validFrom && (
        <>
          {" "}
          <span class="quiet">
            <Interval span={{ ...memory, validFrom }} />
          </span>
        </>
      )}
    </blockquote>
  );
}

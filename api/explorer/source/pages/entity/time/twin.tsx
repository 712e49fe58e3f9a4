// The bars of a drawing, in words.

import type { JSX } from "preact";
import { changed, link, type Route } from "../../../core/route.ts";
import { Badge } from "../../../parts/badge.tsx";
import { Text } from "../../../parts/text.tsx";
import { PAGE, Twin } from "../../../parts/twin.tsx";
import { MARKS, slotName, type Bar } from "./bars.ts";

export function BarsTwin({
  bars,
  ...given
}: {
  id: string;
  route: Route;
  summary: string;
  caption: string;
  bars: readonly Bar[];
}): JSX.Element {
  return <Twin {...given} columns={COLUMNS} rows={bars} keyOf={({ key }) => key} />;
}

const COLUMNS = [
  {
    name: "Attribute",
    cell: ({ attribute, context }: Bar) => (
      <a href={changed({ view: "versions", slot: attribute, context, [PAGE]: null })}>
        {slotName(attribute, context)}
      </a>
    ),
  },
  {
    name: "Value",
    kind: "main" as const,
    cell: ({ value, mark }: Bar) => (
      <>
        <Text>{value}</Text>
        {MARKS[mark] !== "" && (
          <>
            {" "}
            <Badge tone="warn">{MARKS[mark]}</Badge>
          </>
        )}
      </>
    ),
  },
  { name: "True", cell: ({ valid }: Bar) => valid },
  { name: "Known", cell: ({ since }: Bar) => since },
  {
    name: "Why",
    kind: "actions" as const,
    cell: ({ memory }: Bar) => <a href={link(["memory", memory])}>Why</a>,
  },
];

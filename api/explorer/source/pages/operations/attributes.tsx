// The registry: how each attribute behaves, built in or defined.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useQuery } from "../../core/query.ts";
import { changed, go, type Route } from "../../core/route.ts";
import { AttributesDocument, type AttributesQuery } from "../../generated/graphql.ts";
import { Badge } from "../../parts/badge.tsx";
import { Filter } from "../../parts/desk/filter.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { counts, words } from "../../parts/text.tsx";

const CHOICES = [
  ["all", "all"],
  ["declared", "declared"],
  ["undeclared", "brought in by a claim"],
] as const;

type Attribute = AttributesQuery["attributes"][number];

export function Attributes({ route }: { route: Route }): JSX.Element {
  const { search = "", which = "all" } = route.options;
  const [text, setText] = useState(search);
  const query = useQuery(AttributesDocument, {});
  const take = (value: string) => {
    setText(value);
    go(changed({ search: value }), true);
  };
  return (
    <>
      <div class="tools">
        <label class="filter">
          <span>Name or category</span>
          <input type="search" value={text} onInput={(event) => take(event.currentTarget.value)} />
        </label>
        <Filter label="Show" option="which" choices={CHOICES} current={which} />
      </div>
      <Answered query={query} rows={10}>
        {({ attributes }) => <Shown found={chosen(attributes, text, which)} />}
      </Answered>
    </>
  );
}

function chosen(attributes: readonly Attribute[], text: string, which: string): Attribute[] {
  const wanted = text.trim().toLowerCase().replaceAll(" ", "_");
  return attributes.filter(
    ({ name, aliases, category, declared }) =>
      (which === "all" || declared === (which === "declared")) &&
      [name, category ?? "", ...aliases].some((one) => one.toLowerCase().includes(wanted)),
  );
}

function Shown({ found }: { found: readonly Attribute[] }): JSX.Element {
  if (found.length === 0) return <Empty>No attribute matches.</Empty>;
  return (
    <Table
      caption={counts(found.length, "attribute")}
      rows={found}
      columns={COLUMNS}
      keyOf={({ name }) => name}
    />
  );
}

const COLUMNS = [
  {
    name: "Attribute",
    kind: "main" as const,
    cell: ({ name, aliases, declared }: Attribute) => (
      <div>
        <strong>
          <bdi>{words(name)}</bdi>
        </strong>{" "}
        {!declared && <Badge title="A claim brought it in; nobody defined it">undeclared</Badge>}
        {aliases.length > 0 && (
          <div class="quiet">
            also <bdi>{aliases.map(words).join(", ")}</bdi>
          </div>
        )}
      </div>
    ),
  },
  {
    name: "Values",
    cell: ({ cardinality }: Attribute) => (cardinality === "ONE" ? "one at a time" : "many"),
  },
  {
    name: "Type",
    cell: ({ valueType, targetKind, unit }: Attribute) => (
      <span>
        {valueType.toLowerCase()}
        {targetKind && ` (${targetKind})`}
        {unit && ` in ${unit}`}
      </span>
    ),
  },
  { name: "Category", cell: ({ category }: Attribute) => category },
  {
    name: "Other end",
    cell: ({ inverse, symmetric, opposite }: Attribute) =>
      [symmetric && "itself", inverse && words(inverse), opposite && `opposite: ${words(opposite)}`]
        .filter(Boolean)
        .join(", "),
  },
  {
    name: "Ends after",
    kind: "number" as const,
    cell: ({ ttlDays }: Attribute) => ttlDays != null && `${ttlDays} d`,
  },
  {
    name: "Half-life",
    kind: "number" as const,
    cell: ({ halfLifeDays }: Attribute) => halfLifeDays != null && `${halfLifeDays} d`,
  },
  {
    name: "Behaves",
    cell: ({ resumes, volatile, highStakes }: Attribute) =>
      (resumes || volatile || highStakes) && (
        <span>
          {resumes && <Badge title="An earlier value returns when a later one ends">resumes</Badge>}{" "}
          {volatile && <Badge title="Expected to change often">volatile</Badge>}{" "}
          {highStakes && (
            <Badge tone="warn" title="A change waits for a person">
              high-stakes
            </Badge>
          )}
        </span>
      ),
  },
];

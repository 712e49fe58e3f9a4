// Find an entity by its name.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { pageOf, usePages } from "../../core/query.ts";
import { changed, go, link, type Route } from "../../core/route.ts";
import { EntitiesDocument } from "../../generated/graphql.ts";
import { Empty, Failure, Loading } from "../../parts/states.tsx";
import { More, Table } from "../../parts/table.tsx";
import { useMay } from "../../core/viewer.ts";
import { Overview } from "./overview.tsx";

const ROWS = 50;
// A pause in typing, after which one wants to see.
const PAUSE_MS = 150;

export function SearchPage({ route }: { route: Route }): JSX.Element {
  const { search = "", kind } = route.options;
  const asks = useMay()("recall") && search.trim() !== "";
  const [text, setText] = useState(search);
  const searched = useRef(search);
  useEffect(() => {
    const timer = setTimeout(() => {
      searched.current = text;
      go(changed({ search: text }), true);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    // A link has led to another search; what was typed meanwhile is of this one.
    if (search !== searched.current) setText(search);
  }, [search]);
  const variables = { search: search || null, kind: kind ?? null, first: ROWS };
  const { nodes, error, loading, more, reload } = usePages(
    EntitiesDocument,
    variables,
    ({ entities }) => pageOf(entities),
  );
  // Who presses Enter wants an answer: that of the one entity that is left, or of what is asked.
  const submit = (event: Event) => {
    event.preventDefault();
    const [one, ...others] = text === search ? nodes : [];
    if (one !== undefined && others.length === 0) go(link(["entity", one.id]));
    else if (asks && nodes.length === 0) go(link(["recall"], { q: text.trim() }));
  };
  return (
    <>
      <h1>Entities</h1>
      <form role="search" class="search" onSubmit={submit}>
        <label>
          <span class="unseen">Name</span>
          <input
            type="search"
            value={text}
            placeholder="A name, or a part of it"
            autofocus
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        {kind !== undefined && (
          <button type="button" onClick={() => go(changed({ kind: null }))}>
            only {kind} ×
          </button>
        )}
      </form>
      {asks && (
        <p>
          <a href={link(["recall"], { q: search.trim() })}>
            Ask “<bdi>{search.trim()}</bdi>” of what is remembered
          </a>
        </p>
      )}
      {error !== undefined && <Failure error={error} retry={reload} />}
      {error === undefined && nodes.length === 0 && loading && <Loading rows={8} />}
      {error === undefined && nodes.length === 0 && !loading && (
        <Empty>
          {search ? "No entity matches." : "Nothing is known yet. Add a message, or load records."}
        </Empty>
      )}
      {nodes.length > 0 && (
        <div aria-busy={loading}>
          <Table
            caption="Entities"
            rows={nodes}
            keyOf={({ id }) => id}
            columns={[
              {
                name: "Name",
                kind: "main",
                cell: ({ id, name }) => (
                  <a href={link(["entity", id])}>
                    <bdi>{name}</bdi>
                  </a>
                ),
              },
              {
                name: "Kind",
                cell: (row) => <a href={changed({ kind: row.kind })}>{row.kind}</a>,
              },
              {
                name: "Also called",
                cell: ({ name, aliases }) => {
                  const others = aliases.filter((alias) => alias !== name);
                  return others.length > 0 && <bdi>{others.join(", ")}</bdi>;
                },
              },
            ]}
          />
        </div>
      )}
      <More more={more} loading={loading && nodes.length > 0} />
      {search === "" && kind === undefined && <Overview shown={!loading || nodes.length > 0} />}
    </>
  );
}

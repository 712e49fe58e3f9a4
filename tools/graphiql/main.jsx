// GraphiQL for one service: it asks for a token, which this tab alone keeps, until it is closed.
import { createGraphiQLFetcher } from "@graphiql/toolkit";
import { GraphiQL } from "graphiql";
import { createClient } from "graphql-ws";
import { useMemo, useState } from "react";
import { createRoot } from "react-dom/client";
import "./main.css";

const KEY = "doxa.token";
const ADDRESS = location.origin + location.pathname;
const WORKERS = { json: "json.worker.js", graphql: "graphql.worker.js" };
const EXAMPLE = `# Ctrl-Enter runs it, Ctrl-Space completes.
query Entities {
  entities(first: 10) {
    edges {
      node {
        id
        name
        kind
      }
    }
  }
}
`;

globalThis.MonacoEnvironment = {
  getWorker: (_, label) =>
    new Worker(new URL(WORKERS[label] ?? "editor.worker.js", import.meta.url), { type: "module" }),
};

const bearer = (token) => `Bearer ${token}`;

function fetcherOf(token) {
  return createGraphiQLFetcher({
    url: ADDRESS,
    headers: { Authorization: bearer(token) },
    wsClient: createClient({
      url: ADDRESS.replace(/^http/, "ws"),
      connectionParams: { Authorization: bearer(token) },
    }),
  });
}

async function refusalOf(token) {
  try {
    const answer = await fetch(ADDRESS, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: bearer(token) },
      body: JSON.stringify({ query: "{ __typename }" }),
    });
    if (answer.ok) return null;
    return (await answer.json()).errors[0].message;
  } catch {
    return "the service does not answer";
  }
}

function Entrance({ enter }) {
  const [refusal, setRefusal] = useState(null);
  const submit = async (event) => {
    event.preventDefault();
    const token = new FormData(event.target).get("token").trim();
    const refused = await refusalOf(token);
    setRefusal(refused);
    if (refused === null) enter(token);
  };
  return (
    <form className="enter" onSubmit={submit}>
      <h1>GraphiQL for Doxa</h1>
      <label htmlFor="token">Access token</label>
      <input id="token" name="token" type="password" autoComplete="off" required autoFocus />
      <p>
        <code>doxa token --tenant TENANT</code> prints one. It stays in this tab.
      </p>
      <p role="alert">{refusal && `Refused: ${refusal}`}</p>
      <button>Enter</button>
    </form>
  );
}

function Page() {
  const [token, setToken] = useState(sessionStorage.getItem(KEY));
  const fetcher = useMemo(() => token && fetcherOf(token), [token]);
  const enter = (given) => {
    sessionStorage.setItem(KEY, given);
    setToken(given);
  };
  const leave = () => {
    // What was asked and answered goes with the token.
    sessionStorage.clear();
    setToken(null);
  };
  if (!token) return <Entrance enter={enter} />;
  return (
    <>
      <header className="bar">
        <span>Doxa</span>
        <button type="button" onClick={leave}>
          Leave
        </button>
      </header>
      <GraphiQL
        fetcher={fetcher}
        storage={sessionStorage}
        defaultQuery={EXAMPLE}
        isHeadersEditorEnabled={false}
        showPersistHeadersSettings={false}
      />
    </>
  );
}

createRoot(document.getElementById("page")).render(<Page />);

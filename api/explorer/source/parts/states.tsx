// What stands where an answer is to stand: while it comes, when there is none, when it fails.

import type { ComponentChildren, JSX } from "preact";
import type { Refusal } from "../core/client.ts";
import type { Query } from "../core/query.ts";

export function Loading({ rows = 4 }: { rows?: number }): JSX.Element {
  return (
    <div class="loading" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} class="bone" />
      ))}
    </div>
  );
}

export function Empty({ children }: { children: ComponentChildren }): JSX.Element {
  return <p class="empty">{children}</p>;
}

export function Failure({ error, retry }: { error: Refusal; retry?: () => void }): JSX.Element {
  const forbidden = error.code === "FORBIDDEN";
  return (
    <div class={forbidden ? "notice" : "failure"} role="alert">
      <p>
        <strong>{forbidden ? "Your role may not see this." : error.message}</strong>
      </p>
      {error.hint !== undefined && !forbidden && <p>{error.hint}</p>}
      <p class="quiet">
        {error.code}
        {error.field !== undefined && `, ${error.field}`}
      </p>
      {retry !== undefined && !forbidden && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

// The answer of a query, or the state that it is in. An answer stays until the next one is there.
export function Answered<Data>({
  query,
  rows,
  children,
}: {
  query: Query<Data>;
  rows?: number;
  children: (data: Data) => ComponentChildren;
}): JSX.Element {
  const { data, error, loading, reload } = query;
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (data === undefined) return <Loading {...(rows === undefined ? {} : { rows })} />;
  return (
    <div class={loading ? "stale" : undefined} aria-busy={loading}>
      {children(data)}
    </div>
  );
}

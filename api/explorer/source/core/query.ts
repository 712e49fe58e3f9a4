// What a part of the page asks, while it is shown.

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type TypedDocumentString } from "../generated/graphql.ts";
import { ask, Refusal } from "./client.ts";

const PAUSE_MS = 150;

export interface Query<Data> {
  // Of the last answer; it stays while the next one is on its way, so that nothing jumps.
  data: Data | undefined;
  error: Refusal | undefined;
  loading: boolean;
  reload: () => void;
}

// Ask once, and again whenever the variables change; with `null` for variables, ask nothing.
export function useQuery<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables | null,
): Query<Data> {
  const key = JSON.stringify(variables);
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<Omit<Query<Data>, "reload"> & { key: string }>({
    key,
    data: undefined,
    error: undefined,
    loading: variables !== null,
  });
  useEffect(() => {
    if (variables === null) {
      setState({ key, data: undefined, error: undefined, loading: false });
      return undefined;
    }
    const abort = new AbortController();
    setState((before) => ({ ...before, key, loading: true }));
    ask(document, variables, abort.signal).then(
      (data) => abort.signal.aborted || setState({ key, data, error: undefined, loading: false }),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        setState((before) => ({ ...before, error: refusalOf(error), loading: false }));
      },
    );
    return () => abort.abort();
  }, [document, key, turn]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  // Also until it is asked, right after the variables have changed.
  const { key: of, ...told } = state;
  return { ...told, loading: told.loading || (of !== key && variables !== null), reload };
}

// What is being typed, after a pause: the last value, as long as none follows it.
export function useLater<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [JSON.stringify(value)]);
  return settled;
}

export interface Page<Node> {
  nodes: Node[];
  next: string | null;
}

interface Connection<Node> {
  edges: readonly { node: Node }[];
  pageInfo: { hasNextPage: boolean; endCursor?: string | null | undefined };
}

// The page that a connection is; without one it is empty.
export function pageOf<Node>(connection: Connection<Node> | null | undefined): Page<Node> {
  if (!connection) return { nodes: [], next: null };
  const { edges, pageInfo } = connection;
  const next = pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null;
  return { nodes: edges.map(({ node }) => node), next };
}

export interface Pages<Node> {
  nodes: Node[];
  error: Refusal | undefined;
  loading: boolean;
  more: (() => void) | undefined;
  reload: () => void;
}

// A list that is read page by page, the next on demand; with `null` for variables, nothing is asked.
export function usePages<Data, Variables extends { after?: string | null | undefined }, Node>(
  document: TypedDocumentString<Data, Variables>,
  variables: Omit<Variables, "after"> | null,
  pageOf: (data: Data) => Page<Node>,
): Pages<Node> {
  const key = JSON.stringify(variables);
  const [after, setAfter] = useState<string | null>(null);
  const [held, setHeld] = useState<{ key: string; nodes: Node[] }>({ key, nodes: [] });
  const before = useRef(key);
  // Another list begins at its beginning.
  const start = before.current === key ? after : null;
  before.current = key;
  const asked = variables === null ? null : ({ ...variables, after: start } as Variables);
  const { data, error, loading, reload } = useQuery(document, asked);
  const page = data === undefined ? undefined : pageOf(data);
  // Before it is painted, or a list that has come is empty for a moment.
  useLayoutEffect(() => {
    if (page === undefined || loading) return;
    setHeld((earlier) => ({
      key,
      nodes: start === null || earlier.key !== key ? page.nodes : [...earlier.nodes, ...page.nodes],
    }));
  }, [data]);
  useEffect(() => setAfter(null), [key]);
  const next = page?.next ?? null;
  return {
    nodes: held.nodes,
    error,
    loading,
    more: next === null || loading ? undefined : () => setAfter(next),
    reload: () => {
      setAfter(null);
      reload();
    },
  };
}

export interface Run {
  run: (work: () => Promise<void>) => Promise<void>;
  busy: boolean;
  error: Refusal | undefined;
}

// Something that a person has asked for, while it is done and when it is refused.
export function useRun(): Run {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Refusal>();
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (problem) {
      setError(refusalOf(problem));
    } finally {
      setBusy(false);
    }
  };
  return { run, busy, error };
}

export interface Action<Variables> extends Omit<Run, "run"> {
  run: (variables: Variables) => Promise<void>;
}

// The same, where it is one operation; `done` hears the answer.
export function useAction<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  done: (data: Data) => void = () => {},
): Action<Variables> {
  const { run, ...state } = useRun();
  return { ...state, run: (variables) => run(async () => done(await ask(document, variables))) };
}

export function refusalOf(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal(String(error), "INTERNAL");
}

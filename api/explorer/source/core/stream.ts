// A long list that is read page by page to its end: the first page is shown as soon as it is there.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type TypedDocumentString } from "../generated/graphql.ts";
import { ask, type Refusal } from "./client.ts";
import { refusalOf } from "./query.ts";

export interface Stream<Node> {
  nodes: readonly Node[];
  // Whether all of it is here.
  done: boolean;
  // Whether the nodes are those of an earlier question, until the new answer is whole.
  stale: boolean;
  error: Refusal | undefined;
  reload: () => void;
}

interface Paged {
  first?: number | null | undefined;
  after?: string | null | undefined;
}

// The first page is short, so that something is seen at once.
const FIRST = 100;
const REST = 500;
// While a handle moves, the question changes many times a second: it is asked when it rests.
const REST_MS = 150;

// Read a list of which each item has a cursor; with `null` for variables, nothing is asked. The
// caller gives another key to the component for what is another list altogether.
export function useStream<
  Data,
  Variables extends Paged,
  Node extends { cursor?: string | null | undefined },
>(
  document: TypedDocumentString<Data, Variables>,
  variables: Omit<Variables, "first" | "after"> | null,
  nodesOf: (data: Data) => readonly Node[],
): Stream<Node> {
  const key = JSON.stringify(variables);
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<Omit<Stream<Node>, "reload">>({
    nodes: [],
    done: false,
    stale: false,
    error: undefined,
  });
  const asked = useRef(false);
  useEffect(() => {
    if (variables === null) {
      setState({ nodes: [], done: true, stale: false, error: undefined });
      return undefined;
    }
    const abort = new AbortController();
    const earlier = asked.current;
    asked.current = true;
    const read = async () => {
      let nodes: readonly Node[] = [];
      let after: string | null = null;
      let done = false;
      while (!done) {
        const first = after === null ? FIRST : REST;
        const given = { ...variables, first, after } as unknown as Variables;
        const page: readonly Node[] = nodesOf(await ask(document, given, abort.signal));
        nodes = [...nodes, ...page];
        after = page.at(-1)?.cursor ?? null;
        done = page.length < first || after === null;
        if (abort.signal.aborted) return;
        // What was shown before stays until the new list is whole, so that nothing flickers.
        if (done || !earlier) setState({ nodes, done, stale: false, error: undefined });
      }
    };
    const begin = () => {
      read().catch((error: unknown) => {
        if (!abort.signal.aborted) setState((was) => ({ ...was, error: refusalOf(error) }));
      });
    };
    if (earlier) setState((was) => ({ ...was, stale: true }));
    const timer = setTimeout(begin, earlier ? REST_MS : 0);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [document, key, turn]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  return { ...state, reload };
}

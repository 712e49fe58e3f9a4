// Ask in plain words: what comes, the parts of each score, and what was left out and why.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useQuery } from "../../core/query.ts";
import { asOf, type Route } from "../../core/route.ts";
import {
  AskAboutDocument,
  AskDocument,
  AskedBeforeDocument,
  type RecalledFragment,
  type RecallKind,
} from "../../generated/graphql.ts";
import { Answered, Empty, Failure, Loading } from "../../parts/states.tsx";
import { Form, KINDS } from "./form.tsx";
import { LeftOut } from "./left_out.tsx";
import { Past } from "./past.tsx";
import { Answer } from "./answer.tsx";

export function RecallPage({ route }: { route: Route }): JSX.Element {
  const { q, recall } = route.options;
  const [shown, setShown] = useState<string>();
  return (
    <>
      <h1>Ask</h1>
      <Form route={route} />
      <div class="results">
        {recall !== undefined && <Before id={recall} tell={setShown} />}
        {recall === undefined && q !== undefined && (
          <Asked route={route} question={q} tell={setShown} />
        )}
      </div>
      {recall === undefined && q === undefined && (
        <Empty>The beliefs that are relevant to your question appear here.</Empty>
      )}
      <Past key={shown} current={recall ?? shown} />
    </>
  );
}

interface AskedProps {
  route: Route;
  question: string;
  // Hears the id of what was recalled, which is kept by then.
  tell: (recall: string) => void;
}

// What the options of the address ask for.
function Asked({ route, question, tell }: AskedProps): JSX.Element {
  const { about } = route.options;
  const known = { systemAt: asOf(route).systemAt };
  const named = useQuery(AskAboutDocument, about === undefined ? null : { name: about, ...known });
  if (about === undefined) {
    return <Results route={route} question={question} tell={tell} entity={null} />;
  }
  if (named.error !== undefined) return <Failure error={named.error} retry={named.reload} />;
  if (named.data === undefined) return <Loading rows={6} />;
  const { entity } = named.data;
  if (!entity) return <Empty>No entity has this name. Check “About” in the options.</Empty>;
  return <Results route={route} question={question} tell={tell} entity={entity.id} />;
}

function Results({
  route,
  question,
  tell,
  entity,
}: AskedProps & { entity: string | null }): JSX.Element {
  const { options } = route;
  const query = useQuery(AskDocument, {
    query: question,
    k: number(options["k"], 5),
    minScore: number(options["score"], 0.35),
    minConfidence: number(options["sure"], 0.4),
    asOf: asOf(route),
    entity,
    include: kindsOf(options["kinds"]),
    speaker: options["speaker"] ?? null,
    // A day of the question is one of the reader's calendar.
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  return (
    <Answered query={query} rows={6}>
      {({ recall }) => <Found recall={recall} tell={tell} />}
    </Answered>
  );
}

function Before({ id, tell }: { id: string; tell: AskedProps["tell"] }): JSX.Element {
  const query = useQuery(AskedBeforeDocument, { id });
  return (
    <Answered query={query} rows={6}>
      {({ node }) =>
        node && "items" in node ? (
          <Found recall={node} tell={tell} />
        ) : (
          <Empty>This answer is no longer kept. Ask again.</Empty>
        )
      }
    </Answered>
  );
}

function Found({
  recall,
  tell,
}: {
  recall: RecalledFragment;
  tell: AskedProps["tell"];
}): JSX.Element {
  useEffect(() => tell(recall.id), [recall.id]);
  return (
    <>
      <Answer recall={recall} />
      <LeftOut key={recall.id} recall={recall} />
    </>
  );
}

function number(text: string | undefined, otherwise: number): number {
  const found = Number(text);
  return text === undefined || Number.isNaN(found) ? otherwise : found;
}

function kindsOf(text: string | undefined): RecallKind[] {
  const wanted = text?.split(",") ?? ["MEMORIES"];
  return KINDS.map(({ kind }) => kind).filter((kind) => wanted.includes(kind));
}

// What was recalled: items with the parts of their score, hints, what was said, rules, questions.

import type { JSX } from "preact";
import { link } from "../../core/route.ts";
import type {
  MemoryNameFragment,
  RecalledFragment,
  RecalledItemFragment,
} from "../../generated/graphql.ts";
import { Badge } from "../../parts/badge.tsx";
import { MemoryLink, Slot } from "../../parts/claim.tsx";
import { Share } from "../../parts/share.tsx";
import { Empty } from "../../parts/states.tsx";
import { cut, Text } from "../../parts/text.tsx";
import { Interval, Time } from "../../parts/time.tsx";
import { ToContradiction } from "../../parts/to_contradiction.tsx";

export function Answer({ recall }: { recall: RecalledFragment }): JSX.Element {
  const { items, hints, episodes, rules, questions, degraded, asOf } = recall;
  return (
    <>
      <p class="quiet">
        “<Text>{recall.query}</Text>”, asked <Time at={recall.at} />, true at{" "}
        <When recall={recall} />, known at <Time at={asOf.systemAt} />
      </p>
      {degraded.length > 0 && (
        <ul class="notice plain" aria-label="What could not be done">
          {degraded.map((note) => (
            <li key={note}>
              <Text>{note}</Text>
            </li>
          ))}
        </ul>
      )}
      <section>
        <h2>Beliefs</h2>
        {items.length === 0 && <Empty>No belief is relevant enough.</Empty>}
        <Items of={items} />
      </section>
      {hints.length > 0 && (
        <section>
          <h2>Hints</h2>
          <p class="quiet">Too uncertain to be believed. Do not state them as facts.</p>
          <Items of={hints} />
        </section>
      )}
      <Episodes of={episodes} />
      <Rules of={rules} />
      <Questions of={questions} />
      <Context text={recall.context} />
    </>
  );
}

// The point of valid time that was asked about, or the period that the question names.
function When({ recall }: { recall: RecalledFragment }): JSX.Element {
  const { asOf, period } = recall;
  if (!period) return <Time at={asOf.validAt} />;
  return (
    <>
      any time
      {period.validFrom && (
        <>
          {" "}
          from <Time at={period.validFrom} />
        </>
      )}
      {period.validTo && (
        <>
          {" "}
          until <Time at={period.validTo} />
        </>
      )}
    </>
  );
}

function Items({ of }: { of: readonly RecalledItemFragment[] }): JSX.Element {
  return (
    <ol class="recalled">
      {of.map((item) => (
        <Item key={`${item.memory.id} ${item.belief?.id}`} of={item} />
      ))}
    </ol>
  );
}

function Item({ of }: { of: RecalledItemFragment }): JSX.Element {
  const { belief, memory } = of;
  return (
    <li>
      <div>
        <p class="says">
          {belief ? <Slot {...belief} /> : <Slot {...memory} />}{" "}
          {belief && (
            <span class="quiet">
              <Interval span={belief} />
            </span>
          )}
        </p>
        <p class="quiet">
          <Text>{memory.text}</Text>{" "}
          <a href={link(["memory", memory.id])} aria-label={`Why: ${cut(memory.text, 80)}`}>
            Why
          </a>
        </p>
        <p>
          <span class="quiet">found by</span>{" "}
          {of.via.map((way) => (
            <>
              <Badge key={way}>{way}</Badge>{" "}
            </>
          ))}
        </p>
      </div>
      <div class="shares">
        <Share name="Score" of={of.score} />
        <Share name="Relevance" of={of.relevance} />
        <Share name="Recency" of={of.recency} />
        <Share name="Importance" of={of.importance} />
      </div>
    </li>
  );
}

function Episodes({ of }: { of: RecalledFragment["episodes"] }): JSX.Element | null {
  if (of.length === 0) return null;
  return (
    <section>
      <h2>Original messages</h2>
      <p class="quiet">Verbatim, not checked.</p>
      <ol class="turns">
        {of.map(({ score, episode }) => (
          <li key={episode.id}>
            <p class="quiet">
              <Text short={60}>{episode.speaker ?? episode.sourceKind.toLowerCase()}</Text>,{" "}
              <Time at={episode.occurredAt} />
              {episode.session && (
                <>
                  , session <Text short={60}>{episode.session}</Text>
                </>
              )}
            </p>
            <p>
              <Text>{episode.text}</Text>
            </p>
            <Share name="Relative to the best" of={score} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Rules({ of }: { of: readonly (MemoryNameFragment & { tags: string[] })[] }) {
  if (of.length === 0) return null;
  return (
    <section>
      <h2>Rules</h2>
      <p class="quiet">Included in every answer.</p>
      <ul class="plain">
        {of.map((rule) => (
          <li key={rule.id}>
            {rule.tags.map((tag) => (
              <>
                <Badge key={tag} tone="info">
                  {tag}
                </Badge>{" "}
              </>
            ))}
            <MemoryLink of={rule} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Questions({ of }: { of: RecalledFragment["questions"] }): JSX.Element | null {
  if (of.length === 0) return null;
  return (
    <section>
      <h2>Questions to ask</h2>
      <ul class="plain">
        {of.map(({ text, contradiction }) => (
          <li key={contradiction.id}>
            <Text>{text}</Text>{" "}
            {contradiction.status === "OPEN" ? (
              <ToContradiction id={contradiction.id} />
            ) : (
              <Badge>answered</Badge>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

// As a model would get it.
function Context({ text }: { text: string }): JSX.Element | null {
  if (text === "") return null;
  return (
    <details class="context">
      <summary>The context as a model gets it</summary>
      <pre tabIndex={0} aria-label="Context">
        <bdi>{text}</bdi>
      </pre>
    </details>
  );
}

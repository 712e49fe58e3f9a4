// The policy that the gate goes by, in words, and how it is changed.

import type { ComponentChildren, JSX } from "preact";
import { useQuery } from "../../core/query.ts";
import { useMay } from "../../core/viewer.ts";
import { PolicyDocument } from "../../generated/graphql.ts";
import { Answered } from "../../parts/states.tsx";
import { percent, Text, words } from "../../parts/text.tsx";
import { Time } from "../../parts/time.tsx";
import { figure, list, record } from "./effected.tsx";

export function Policy(): JSX.Element {
  const query = useQuery(PolicyDocument, {});
  return (
    <Answered query={query} rows={8}>
      {({ policy }) => <Shown told={record(policy)} />}
    </Answered>
  );
}

function Shown({ told }: { told: Record<string, unknown> }): JSX.Element {
  const { version, appliedAt, actor, reason, policy } = told;
  return (
    <>
      <p>
        {version === 0 ? (
          "The built-in policy is in force; no other has been applied."
        ) : (
          <>
            Version <strong>{figure(version)}</strong>, applied by <bdi>{figure(actor)}</bdi>
            {typeof appliedAt === "string" && (
              <>
                , <Time at={appliedAt} />
              </>
            )}
            {typeof reason === "string" && (
              <>
                : <Text>{reason}</Text>
              </>
            )}
          </>
        )}
      </p>
      <Rules of={record(policy)} />
      <How />
    </>
  );
}

function Rules({ of }: { of: Record<string, unknown> }): JSX.Element {
  const quarantine = record(of["quarantine"]);
  const confidence = Object.entries(record(of["confidence"]));
  return (
    <dl class="facts">
      <Rule name="Claims that wait">from {names(quarantine["claims"])}</Rule>
      <Rule name="Extracted, waits for a person">in {names(quarantine["extracted"])}</Rule>
      <Rule name="Confidence needed">
        {confidence.length === 0
          ? "by no category more than the settings say"
          : confidence
              .map(([name, share]) => `${words(name)} ${percent(Number(share))}`)
              .join(", ")}
      </Rule>
      <Rule name="Waits for a review">{names(of["review"])}</Rule>
      <Rule name="Changes need an answer">{names(of["ask_on_change"])}</Rule>
      <Rule name="Not kept">{names(of["out_of_purpose"])}</Rule>
      <Rule name="Short-lived">
        {of["transient"] === "drop" ? "is not kept" : "is kept, and expires"}
      </Rule>
      <Rule name="Lawful basis">{figure(of["basis"])}</Rule>
      <Rule name="Needs consent">{names(of["special"])}</Rule>
      <Rule name="Without consent">
        {of["without_consent"] === "review" ? "waits for a review" : figure(of["without_consent"])}
      </Rule>
    </dl>
  );
}

function names(of: unknown): string {
  const found = list(of).map((one) => words(String(one).toLowerCase()));
  return found.length === 0 ? "nothing" : found.join(", ");
}

function Rule({ name, children }: { name: string; children: ComponentChildren }): JSX.Element {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function How(): JSX.Element {
  if (!useMay()("applyPolicy")) {
    return <p class="quiet">Only an owner can change it.</p>;
  }
  return (
    <section>
      <h2>Change it</h2>
      <p>
        A policy is a file, so that it can be read, compared and kept. What it leaves out is as in
        the built-in one.
      </p>
      <pre>
        {`doxa policy show
doxa policy check policy.json
doxa policy diff policy.json
doxa policy apply policy.json --reason "as agreed with legal"`}
      </pre>
      <p class="quiet">What was stored before stays, and what waits goes on waiting.</p>
    </section>
  );
}

// A message to remember: its words, who says them, when, in which session, and who may see it.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useAction } from "../../core/query.ts";
import { zoned } from "../../core/times.ts";
import { SayDocument, type SourceKind } from "../../generated/graphql.ts";
import { Field, Line } from "../../parts/desk/field.tsx";
import { Failure } from "../../parts/states.tsx";

const KINDS: readonly SourceKind[] = ["USER", "ASSISTANT", "TOOL", "DOCUMENT", "WEB", "SYSTEM"];

export function Form({ accepted }: { accepted: (job: string, text: string) => void }): JSX.Element {
  const [text, setText] = useState("");
  const [speaker, setSpeaker] = useState("");
  const [session, setSession] = useState("");
  const [when, setWhen] = useState("");
  const [kind, setKind] = useState<SourceKind>("USER");
  const [subject, setSubject] = useState("");
  const { run, busy, error } = useAction(SayDocument, ({ remember }) => {
    if (remember) accepted(remember.id, text);
    setText("");
  });
  const at = when.trim() === "" ? null : zoned(when);
  const wrong = when.trim() !== "" && at === null;
  const send = () => {
    if (busy || wrong || text.trim() === "") return;
    const message = {
      text,
      sourceKind: kind,
      speaker: speaker.trim() || null,
      ...(at === null ? {} : { occurredAt: at }),
    };
    const visibility = subject.trim() === "" ? "tenant" : `user:${subject.trim()}`;
    void run({ input: { messages: [message], session: session.trim() || null, visibility } });
  };
  return (
    <form
      class="say"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field label="Message">
        <textarea
          value={text}
          rows={3}
          autofocus
          dir="auto"
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && send()}
        />
      </Field>
      <div class="fields">
        <Line label="Speaker" help="who “I” is" value={speaker} take={setSpeaker} />
        <Line label="Session" help="a conversation" value={session} take={setSession} />
        <Line label="When" help="2024-03-14 09:30; empty: now" value={when} take={setWhen} />
        <Field label="Source">
          <select
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value as SourceKind)}
          >
            {KINDS.map((one) => (
              <option key={one} value={one}>
                {one.toLowerCase()}
              </option>
            ))}
          </select>
        </Field>
        <Line
          label="Private to"
          help="a person; empty: everyone in the tenant"
          value={subject}
          take={setSubject}
        />
      </div>
      {wrong && (
        <p class="wrong" role="alert">
          A time is written as 2024, 2024-03, 2024-03-14 or 2024-03-14 09:30.
        </p>
      )}
      {error !== undefined && <Failure error={error} />}
      <p class="buttons">
        <span class="quiet">Ctrl+Enter</span>
        <button type="submit" class="main" disabled={busy || wrong || text.trim() === ""}>
          {busy ? "Sending…" : "Add message"}
        </button>
      </p>
    </form>
  );
}

// Say something, and watch what is made of it: the decisions of its job, the beliefs as they change.

import type { JSX } from "preact";
import { changed, go, type Route } from "../../core/route.ts";
import { Empty } from "../../parts/states.tsx";
import { Changes } from "./changes.tsx";
import { Form } from "./form.tsx";
import { JobCard } from "./job.tsx";

const JOBS = 20;
// What this tab has said, by job: a job does not tell its words.
const SAID = new Map<string, string>();

export function SayPage({ route }: { route: Route }): JSX.Element {
  const jobs = (route.options["jobs"] ?? "").split(",").filter(Boolean);
  const accepted = (id: string, text: string) => {
    SAID.set(id, text);
    const all = [id, ...jobs.filter((one) => one !== id)].slice(0, JOBS);
    go(changed({ jobs: all.join(",") }), true);
  };
  return (
    <div class="saying">
      <div>
        <h1>Add a message</h1>
        <Form accepted={accepted} />
        <section aria-label="Decisions">
          <h2>Decisions</h2>
          {jobs.length === 0 && (
            <Empty>
              What is found in your message, and what is decided about it, appears here.
            </Empty>
          )}
          {jobs.map((id) => (
            <JobCard key={id} id={id} text={SAID.get(id)} />
          ))}
        </section>
      </div>
      <Changes />
    </div>
  );
}

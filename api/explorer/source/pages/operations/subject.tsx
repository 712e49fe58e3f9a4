// What a record is about: a link, where there is a page of it.

import type { JSX } from "preact";
import { link } from "../../core/route.ts";

const PAGES: Readonly<Record<string, readonly string[]>> = {
  e: ["entity"],
  m: ["memory"],
  j: ["operations", "jobs"],
  c: ["review", "contradictions"],
};

export function Subject({ id }: { id: string }): JSX.Element {
  const page = PAGES[/^([a-z])_/.exec(id)?.[1] ?? ""];
  const short = <code title={id}>{id.length > 12 ? `${id.slice(0, 10)}…` : id}</code>;
  return page === undefined ? short : <a href={link([...page, id])}>{short}</a>;
}

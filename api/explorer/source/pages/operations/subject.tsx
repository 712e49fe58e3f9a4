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
  if (page === undefined) return <code>{id}</code>;
  return (
    <a href={link([...page, id])}>
      <code>{id}</code>
    </a>
  );
}

// Views of one thing, each with an address of its own.

import type { JSX } from "preact";

export function Tabs({
  label,
  tabs,
  current,
}: {
  label: string;
  // A count of null is on its way: its place is kept.
  tabs: readonly { name: string; href: string; key: string; count?: number | null | undefined }[];
  current: string;
}): JSX.Element {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ name, href, key, count }) => (
        <a key={key} href={href} aria-current={key === current ? "page" : undefined}>
          {name}
          {count !== undefined && (
            <span class={count === null ? "count coming" : "count"}>{count ?? 0}</span>
          )}
        </a>
      ))}
    </nav>
  );
}

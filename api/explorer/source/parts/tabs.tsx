// Views of one thing, each with an address of its own.

import type { JSX } from "preact";

export function Tabs({
  label,
  tabs,
  current,
}: {
  label: string;
  tabs: readonly { name: string; href: string; key: string; count?: number | undefined }[];
  current: string;
}): JSX.Element {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ name, href, key, count }) => (
        <a key={key} href={href} aria-current={key === current ? "page" : undefined}>
          {name}
          {count !== undefined && <span class="count">{count}</span>}
        </a>
      ))}
    </nav>
  );
}

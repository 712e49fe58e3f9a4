// A word that marks a state. Its colour says nothing that the word does not.

import type { ComponentChildren, JSX } from "preact";

export type Tone = "plain" | "good" | "warn" | "bad" | "info";

export function Badge({
  tone = "plain",
  title,
  children,
}: {
  tone?: Tone;
  title?: string;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <span class={`badge ${tone}`} title={title}>
      {children}
    </span>
  );
}

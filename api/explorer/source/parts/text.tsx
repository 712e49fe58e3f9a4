// Text that others wrote. It is shown as it is: never as markup, and never so that its direction
// or its length disturbs what stands beside it.

import type { JSX } from "preact";
import { useState } from "preact/hooks";

const SHORT = 240;

export function Text({
  children,
  short = SHORT,
}: {
  children: string;
  short?: number;
}): JSX.Element {
  const [whole, setWhole] = useState(false);
  if (children.length <= short || whole) return <bdi class="text">{children}</bdi>;
  return (
    <>
      <bdi class="text">{cut(children, short)}…</bdi>{" "}
      <button type="button" class="more" onClick={() => setWhole(true)}>
        all {children.length.toLocaleString("en")} characters
      </button>
    </>
  );
}

// Not between the halves of one character.
export function cut(text: string, length: number): string {
  const code = text.charCodeAt(length - 1);
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length);
}

// "works_at" as words.
export function words(name: string): string {
  return name.replaceAll("_", " ");
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

// "1 belief", "1,204 beliefs".
export function counts(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

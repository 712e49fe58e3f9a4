// A list of things to decide on, each a card. It is walked with J and K or the arrows, and Enter
// opens what has the focus: what is marked to be opened, or the question of its first button.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

export function Cards<Item>({
  label,
  items,
  keyOf,
  children,
}: {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  children: (item: Item) => ComponentChildren;
}): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => list.current && walk(event, list.current);
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
  return (
    <ol class="cases" ref={list} aria-label={label}>
      {items.map((item) => (
        <li key={keyOf(item)} class="case" tabIndex={-1} data-card={keyOf(item)}>
          {children(item)}
        </li>
      ))}
    </ol>
  );
}

function walk(event: KeyboardEvent, list: HTMLElement): void {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
  if (target.closest("input, select, textarea, dialog, [contenteditable]") !== null) {
    const ticks = target instanceof HTMLInputElement && target.type === "checkbox";
    if (!ticks) return;
  }
  const cards = [...list.children] as HTMLElement[];
  const here = cards.findIndex((card) => card.contains(target));
  const card = cards[here];
  if (target === card && key === "Enter") return open(event, card);
  if (card !== undefined && key === "x") return tick(event, card);
  const step = STEPS[key];
  // The arrows scroll the page until a card has the focus.
  if (step === undefined || (here === -1 && key.startsWith("Arrow"))) return;
  const next = cards[here === -1 ? 0 : here + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function open(event: KeyboardEvent, card: HTMLElement): void {
  event.preventDefault();
  const opens = card.querySelector<HTMLElement>("[data-open]");
  (opens ?? card.querySelector<HTMLElement>(".case-buttons button"))?.click();
}

function tick(event: KeyboardEvent, card: HTMLElement): void {
  const box = card.querySelector<HTMLInputElement>("input[type=checkbox]");
  if (box === null) return;
  event.preventDefault();
  box.click();
}

export function KeysHelp({ ticks = false }: { ticks?: boolean }): JSX.Element {
  return (
    <p class="keys quiet">
      <kbd>J</kbd> <kbd>K</kbd> or <kbd>↓</kbd> <kbd>↑</kbd> next and previous, <kbd>Enter</kbd>{" "}
      opens, <kbd>Tab</kbd> to its buttons
      {ticks && (
        <>
          , <kbd>X</kbd> selects
        </>
      )}
    </p>
  );
}

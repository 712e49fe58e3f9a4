// What lies over a canvas and makes what is drawn there a link: the bar under the pointer, or the
// one that the keyboard has walked to, with all that is said of it on a card.

import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { go, link } from "../../../core/route.ts";
import { cut } from "../../../parts/text.tsx";
import { MARKS, sentence, slotName, type Bar } from "./bars.ts";

export interface Spot {
  left: number;
  top: number;
  width: number;
  height: number;
}

const CARD_PX = 280;
const LONGEST = 300;

export function Pick({
  width,
  first,
  find,
  spotOf,
  next,
  reveal,
}: {
  width: number;
  // Where the keyboard begins.
  first: Bar | undefined;
  find: (x: number, y: number) => Bar | null;
  // Null for what is not drawn now.
  spotOf: (bar: Bar) => Spot | null;
  next: (bar: Bar, key: string) => Bar | null;
  // Show the part of the drawing in which it lies.
  reveal: (bar: Bar) => void;
}): JSX.Element {
  const [hovered, hover] = useState<Bar | null>(null);
  const [walked, walk] = useState<Bar | null>(null);
  const [focused, focus] = useState(false);
  const anchor = useRef<HTMLAnchorElement>(null);
  const under = (event: MouseEvent): Bar | null => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    return find(event.clientX - box.left, event.clientY - box.top);
  };
  const known = walked !== null && spotOf(walked) !== null ? walked : first;
  const current = hovered ?? known;
  const spot = current && spotOf(current);
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") focus(false);
    if (current === undefined || !event.key.startsWith("Arrow")) return;
    event.preventDefault();
    event.stopPropagation();
    const to = next(current, event.key);
    if (to === null) return;
    walk(to);
    hover(null);
    focus(true);
    reveal(to);
    requestAnimationFrame(() => anchor.current?.scrollIntoView({ block: "nearest" }));
  };
  return (
    <div
      class="pick"
      onPointerMove={(event) => event.buttons === 0 && hover(under(event))}
      onPointerLeave={() => hover(null)}
      onClick={(event) => {
        const bar = under(event);
        if (bar === null || event.defaultPrevented || event.target === anchor.current) return;
        go(link(["memory", bar.memory]));
      }}
    >
      {current && spot && (
        <a
          ref={anchor}
          class={hovered ? "bar hovered" : "bar"}
          href={link(["memory", current.memory])}
          aria-label={cut(sentence(current), LONGEST)}
          draggable={false}
          style={{
            left: `${spot.left}px`,
            top: `${spot.top}px`,
            width: `${spot.width}px`,
            height: `${spot.height}px`,
          }}
          onFocus={() => {
            walk(current);
            focus(true);
          }}
          onBlur={() => focus(false)}
          onKeyDown={press}
        />
      )}
      {current && spot && (hovered !== null || focused) && (
        <Card bar={current} spot={spot} width={width} />
      )}
    </div>
  );
}

function Card({ bar, spot, width }: { bar: Bar; spot: Spot; width: number }): JSX.Element {
  const left = Math.max(0, Math.min(spot.left, width - CARD_PX));
  const { attribute, context, value, valid, since, mark } = bar;
  return (
    <div
      class="card"
      aria-hidden="true"
      style={{ left: `${left}px`, top: `${spot.top + spot.height + 4}px` }}
    >
      <span class="quiet">{slotName(attribute, context)}</span>
      <strong>
        <bdi>{value.length > LONGEST ? `${cut(value, LONGEST)}…` : value}</bdi>
      </strong>
      {MARKS[mark] !== "" && <em>{MARKS[mark]}</em>}
      <span>{valid}</span>
      <span class="quiet">{since}</span>
    </div>
  );
}

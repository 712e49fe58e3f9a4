// The drawing of a network: it can be moved, enlarged, and walked through by arrow keys.

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { cut, words } from "../../../parts/text.tsx";
import {
  bounds,
  forces,
  LABELLED_MAX,
  type Line,
  type Network,
  type NetworkNode,
} from "./network.ts";
import { SaveDrawing } from "../../../parts/saving.tsx";

// Within a frame of 16 ms something must be left for the rest of the page; to draw hundreds of
// entities takes longer than that, so that only some of the places they come through are shown.
const SLICE_MS = 10;
const SHOW_MS = 150;
const NAMED_MAX = 80;
const NAME_MAX = 22;
const RADIUS = 7;
const STEP = 1.25;
const TIP = "graph-tip";

type View = [x: number, y: number, width: number, height: number];

export function Drawing({
  network,
  describedBy,
  kinds,
  chosen,
  choose,
}: {
  network: Network;
  // What says the same in words.
  describedBy: string;
  kinds: readonly string[];
  chosen: string | undefined;
  choose: (id: string) => void;
}): JSX.Element {
  const svg = useRef<SVGSVGElement>(null);
  const [view, setView] = useState<View>([-300, -200, 600, 400]);
  const touched = useRef(false);
  const layers = useLayers(network, kinds, chosen, choose);
  useLayout(network, layers, svg, () => {
    if (!touched.current) setView(bounds(network.nodes));
  });
  useEffect(() => {
    touched.current = false;
  }, [network]);
  useUnit(svg, view);
  const look = (next: View) => {
    touched.current = true;
    setView(next);
  };
  const drag = useDrag(svg, view, look);
  useWheel(svg, (share, x, y) => look(enlarged(view, share, x, y)));
  const onKey = (event: KeyboardEvent) => {
    const next = keyed(event.key, view, network, chosen);
    if (next === undefined) return;
    event.preventDefault();
    if (typeof next === "string") choose(next);
    else look(next);
  };
  return (
    <div class="graph-drawing" data-drawing>
      <svg
        ref={svg}
        viewBox={view.join(" ")}
        role="application"
        aria-label="Relations. Arrow keys go from one entity to the next; plus and minus enlarge and shrink; 0 shows all."
        aria-describedby={describedBy}
        tabindex={0}
        onKeyDown={onKey}
        {...drag}
      >
        <defs>
          <marker
            id={TIP}
            class="graph-tip"
            viewBox="0 0 8 8"
            refX={8 + RADIUS + 4}
            refY={4}
            markerWidth={8}
            markerHeight={8}
            markerUnits="userSpaceOnUse"
            orient="auto-start-reverse"
          >
            <path d="M0 0 8 4 0 8z" />
          </marker>
        </defs>
        {layers}
      </svg>
      <p class="buttons graph-zoom">
        <SaveDrawing what="relations" />
        <button type="button" aria-label="Enlarge" onClick={() => look(enlarged(view, 1 / STEP))}>
          +
        </button>
        <button type="button" aria-label="Shrink" onClick={() => look(enlarged(view, STEP))}>
          −
        </button>
        <button type="button" onClick={() => look(bounds(network.nodes))}>
          All
        </button>
      </p>
    </div>
  );
}

// All lines and nodes. They stay as they are while only another part of them is looked at.
function useLayers(
  network: Network,
  kinds: readonly string[],
  chosen: string | undefined,
  choose: (id: string) => void,
): JSX.Element {
  const latest = useRef(choose);
  latest.current = choose;
  const tones = kinds.join(",");
  return useMemo(() => {
    const { nodes, lines } = network;
    const beside = neighbours(network, chosen);
    return (
      <>
        {lines.map((line) => (
          <Relations
            key={line.key}
            line={line}
            near={beside.has(line.source.id) && beside.has(line.target.id)}
            labelled={
              lines.length <= LABELLED_MAX || line.source.id === chosen || line.target.id === chosen
            }
          />
        ))}
        {nodes.map((node) => (
          <Dot
            key={node.id}
            node={node}
            tone={kinds.indexOf(node.kind)}
            chosen={node.id === chosen}
            far={chosen !== undefined && !beside.has(node.id)}
            named={
              nodes.length <= NAMED_MAX ||
              node.distance === 0 ||
              beside.has(node.id) ||
              node.degree > 8
            }
            choose={(id) => latest.current(id)}
          />
        ))}
      </>
    );
  }, [network, tones, chosen]);
}

function Relations({
  line,
  near,
  labelled,
}: {
  line: Line;
  near: boolean;
  labelled: boolean;
}): JSX.Element {
  const names = [...new Set(line.relations.map(({ attribute }) => words(attribute)))].join(", ");
  const told = line.relations
    .map(
      ({ entity, attribute, target }) => `${entity.name} – ${words(attribute)} → ${target?.name}`,
    )
    .join("\n");
  const contested = line.relations.some((relation) => relation.contested);
  const tip = (from: string) =>
    // Hundreds of tips would slow the drawing, and nobody could tell them apart.
    labelled && line.relations.some(({ entity }) => entity.id === from)
      ? `url(#${TIP})`
      : undefined;
  return (
    <g
      class={`graph-line${near ? " near" : ""}${contested ? " contested" : ""}`}
      data-line={line.key}
    >
      <line marker-start={tip(line.target.id)} marker-end={tip(line.source.id)} />
      {labelled && <text>{cut(names, 40)}</text>}
      <title>{told}</title>
    </g>
  );
}

function Dot({
  node,
  tone,
  chosen,
  far,
  named,
  choose,
}: {
  node: NetworkNode;
  tone: number;
  chosen: boolean;
  far: boolean;
  named: boolean;
  choose: (id: string) => void;
}): JSX.Element {
  const { id, name, kind, distance } = node;
  const short = name.length > NAME_MAX ? `${cut(name, NAME_MAX)}…` : name;
  const states = [chosen && "chosen", far && "far", distance === 0 && "centre"].filter(Boolean);
  return (
    <g
      class={`graph-node tone-${tone % 8} ${states.join(" ")}`}
      data-node={id}
      onClick={() => choose(id)}
    >
      <circle r={distance === 0 ? RADIUS + 3 : RADIUS} />
      {named && (
        <text y={RADIUS} direction="auto">
          {short}
        </text>
      )}
      <title>{`${name} (${kind})`}</title>
    </g>
  );
}

// Let the forces work, a slice of each frame, and set what is drawn where they put it.
function useLayout(
  network: Network,
  layers: JSX.Element,
  svg: { current: SVGSVGElement | null },
  settle: () => void,
): void {
  const place = () => {
    if (svg.current !== null) put(svg.current, network);
  };
  useEffect(() => {
    const simulation = forces(network);
    const element = svg.current;
    let shown = -Infinity;
    let next: ReturnType<typeof setTimeout>;
    element?.setAttribute("aria-busy", "true");
    const work = () => {
      const began = performance.now();
      while (simulation.alpha() > simulation.alphaMin() && performance.now() - began < SLICE_MS) {
        simulation.tick();
      }
      const done = simulation.alpha() <= simulation.alphaMin();
      if (done || began - shown > SHOW_MS) {
        shown = began;
        place();
        settle();
      }
      if (done) element?.setAttribute("aria-busy", "false");
      else next = setTimeout(work);
    };
    work();
    return () => clearTimeout(next);
  }, [network]);
  // What has just been drawn anew has no place yet.
  useLayoutEffect(place, [layers]);
}

// How many units of the drawing a pixel has: names are as large however much of it is seen.
function useUnit(svg: { current: SVGSVGElement | null }, [, , width, height]: View): void {
  useLayoutEffect(() => {
    const element = svg.current;
    if (element === null) return undefined;
    const measure = () => {
      const { clientWidth, clientHeight } = element;
      const unit = Math.max(width / clientWidth, height / clientHeight).toFixed(3);
      if (element.style.getPropertyValue("--unit") !== unit) {
        element.style.setProperty("--unit", unit);
      }
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [width, height]);
}

function put(svg: SVGSVGElement, { nodes, lines }: Network): void {
  const dots = svg.querySelectorAll<SVGGElement>("[data-node]");
  nodes.forEach(({ x = 0, y = 0 }, index) =>
    dots[index]?.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`),
  );
  const drawn = svg.querySelectorAll<SVGGElement>("[data-line]");
  lines.forEach(({ source, target }, index) => {
    const group = drawn[index];
    const [line, label] = [group?.firstElementChild, group?.querySelector("text")];
    const [x1, y1, x2, y2] = [source.x ?? 0, source.y ?? 0, target.x ?? 0, target.y ?? 0];
    Object.entries({ x1, y1, x2, y2 }).forEach(([name, at]) =>
      line?.setAttribute(name, at.toFixed(1)),
    );
    label?.setAttribute("x", ((x1 + x2) / 2).toFixed(1));
    label?.setAttribute("y", ((y1 + y2) / 2 - 3).toFixed(1));
  });
}

function neighbours({ lines }: Network, chosen: string | undefined): ReadonlySet<string> {
  const found = new Set<string>();
  if (chosen === undefined) return found;
  found.add(chosen);
  for (const { source, target } of lines) {
    if (source.id === chosen) found.add(target.id);
    if (target.id === chosen) found.add(source.id);
  }
  return found;
}

function enlarged([left, top, width, height]: View, share: number, x = 0.5, y = 0.5): View {
  const [w, h] = [width * share, height * share];
  if (w < 40 || w > 40_000) return [left, top, width, height];
  return [left + (width - w) * x, top + (height - h) * y, w, h];
}

// Where a key leads: to another view, to another entity, or nowhere.
function keyed(
  key: string,
  view: View,
  { nodes }: Network,
  chosen: string | undefined,
): View | string | undefined {
  if (key === "+" || key === "=") return enlarged(view, 1 / STEP);
  if (key === "-") return enlarged(view, STEP);
  if (key === "0") return bounds(nodes);
  const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
    key
  ];
  if (direction === undefined) return undefined;
  const from = nodes.find(({ id }) => id === chosen);
  return from === undefined ? nodes[0]?.id : towards(from, direction as [number, number], nodes);
}

// The nearest entity in a direction; what lies aside counts as further away.
function towards(
  from: NetworkNode,
  [dx, dy]: [number, number],
  nodes: readonly NetworkNode[],
): string | undefined {
  let best: { id: string; cost: number } | undefined;
  for (const node of nodes) {
    const [x, y] = [(node.x ?? 0) - (from.x ?? 0), (node.y ?? 0) - (from.y ?? 0)];
    const [along, aside] = [x * dx + y * dy, Math.abs(x * dy) + Math.abs(y * dx)];
    if (along <= 1) continue;
    const cost = along + 2 * aside;
    if (best === undefined || cost < best.cost) best = { id: node.id, cost };
  }
  return best?.id ?? from.id;
}

function useDrag(
  svg: { current: SVGSVGElement | null },
  view: View,
  look: (view: View) => void,
): Record<"onPointerDown" | "onPointerMove" | "onPointerUp", (event: PointerEvent) => void> {
  const start = useRef<{ x: number; y: number; view: View } | null>(null);
  return {
    onPointerDown: (event) => {
      if ((event.target as Element).closest("[data-node]")) return;
      start.current = { x: event.clientX, y: event.clientY, view };
      svg.current?.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event) => {
      const size = svg.current?.getBoundingClientRect();
      if (start.current === null || size === undefined) return;
      const { x, y, view: from } = start.current;
      const share = Math.max(from[2] / size.width, from[3] / size.height);
      const [left, top] = [
        from[0] - (event.clientX - x) * share,
        from[1] - (event.clientY - y) * share,
      ];
      look([left, top, from[2], from[3]]);
    },
    onPointerUp: () => {
      start.current = null;
    },
  };
}

// The page scrolls by the wheel; the drawing is enlarged by it with Ctrl, as maps are.
function useWheel(
  svg: { current: SVGSVGElement | null },
  turn: (share: number, x: number, y: number) => void,
): void {
  const latest = useRef(turn);
  latest.current = turn;
  useEffect(() => {
    const element = svg.current;
    const hear = (event: WheelEvent) => {
      if (element === null || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [(event.clientX - left) / width, (event.clientY - top) / height];
      latest.current(event.deltaY > 0 ? STEP : 1 / STEP, x, y);
    };
    element?.addEventListener("wheel", hear, { passive: false });
    return () => element?.removeEventListener("wheel", hear);
  }, []);
}

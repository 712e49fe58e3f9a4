// Where a person is: a path and its options, kept in the fragment of the address, which no server
// and no proxy sees. Every state of the page is a link.

import { useLayoutEffect, useState } from "preact/hooks";

export interface Route {
  path: string[];
  options: Record<string, string>;
}

export type Options = Record<string, string | number | null | undefined>;

// The two points of time that the whole page is as of; without one it is now.
export interface AsOf {
  validAt?: string;
  systemAt?: string;
}

export const VALID = "true-at";
export const SYSTEM = "known-at";

export function parse(fragment: string): Route {
  const [path = "", options = ""] = fragment.replace(/^#\/?/, "").split("?", 2);
  return {
    path: path.split("/").filter(Boolean).map(decoded),
    options: Object.fromEntries(new URLSearchParams(options)),
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function format(path: readonly string[], options: Options = {}): string {
  const given = Object.entries(options)
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams(given).toString();
  return `#/${path.map(encodeURIComponent).join("/")}${query && `?${query}`}`;
}

// A link to another place that stays as of the same points of time.
export function link(path: readonly string[], options: Options = {}): string {
  const { options: kept } = parse(here());
  return format(path, { [VALID]: kept[VALID], [SYSTEM]: kept[SYSTEM], ...options });
}

// The same place with some options changed.
export function changed(options: Options): string {
  const { path, options: kept } = parse(here());
  return format(path, { ...kept, ...options });
}

// Browsers refuse an address that is replaced more than some hundred times in ten seconds, as a
// handle that is dragged would do: it is written at most this often, the page follows at once.
const WRITE_MS = 350;
// What the address will be, and what it was when that was said.
let ahead: { fragment: string; from: string } | undefined;
let writing: ReturnType<typeof setTimeout> | undefined;
let written = -Infinity;

// The fragment of the address that the page shows.
export function here(): string {
  if (ahead !== undefined && ahead.from !== location.hash) ahead = undefined;
  return ahead?.fragment ?? location.hash;
}

// Go there. `replace` leaves no step in the history: for what changes many times a second.
export function go(fragment: string, replace = false): void {
  if (fragment === here()) return;
  if (replace) {
    ahead = { fragment, from: location.hash };
    writing ??= setTimeout(write, Math.max(0, written + WRITE_MS - performance.now()));
    dispatchEvent(new HashChangeEvent("hashchange"));
    return;
  }
  write();
  location.hash = fragment;
}

function write(): void {
  clearTimeout(writing);
  writing = undefined;
  const fragment = here();
  if (fragment === location.hash) return;
  history.replaceState(null, "", fragment);
  written = performance.now();
  ahead = undefined;
}

// Whoever leaves or reloads the page finds it as it was.
addEventListener("pagehide", write);

export function useRoute(): Route {
  const [route, setRoute] = useState(() => parse(here()));
  // Before it is painted, or an address that changes meanwhile is not heard.
  useLayoutEffect(() => {
    const tell = () => setRoute(parse(here()));
    addEventListener("hashchange", tell);
    return () => removeEventListener("hashchange", tell);
  }, []);
  return route;
}

export function asOf({ options }: Route): AsOf {
  const { [VALID]: validAt, [SYSTEM]: systemAt } = options;
  return {
    ...(validAt === undefined ? {} : { validAt }),
    ...(systemAt === undefined ? {} : { systemAt }),
  };
}

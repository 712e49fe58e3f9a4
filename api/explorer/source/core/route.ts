// Where a person is: a path and its options, kept in the fragment of the address, which no server
// and no proxy sees. Every state of the page is a link.

import { useEffect, useState } from "preact/hooks";

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
  const { options: here } = parse(location.hash);
  return format(path, { [VALID]: here[VALID], [SYSTEM]: here[SYSTEM], ...options });
}

// The same place with some options changed.
export function changed(options: Options): string {
  const here = parse(location.hash);
  return format(here.path, { ...here.options, ...options });
}

// Go there. `replace` leaves no step in the history: for what changes many times a second.
export function go(fragment: string, replace = false): void {
  if (fragment === location.hash) return;
  if (replace) {
    history.replaceState(null, "", fragment);
    dispatchEvent(new HashChangeEvent("hashchange"));
  } else location.hash = fragment;
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => parse(location.hash));
  useEffect(() => {
    const tell = () => setRoute(parse(location.hash));
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

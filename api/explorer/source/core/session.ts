// Who is signed in. The token lies in this tab's session storage alone: not in the address, not in
// a cookie, gone when the tab is closed.

const KEY = "doxa.token";
// Where a session has ended: the next one that is to see nothing else begins there, in whichever tab.
const PLACE = "doxa.place";
const listeners = new Set<(why?: string) => void>();

export function token(): string | null {
  return sessionStorage.getItem(KEY);
}

export function enter(given: string): void {
  sessionStorage.setItem(KEY, given);
  localStorage.removeItem(PLACE);
  listeners.forEach((tell) => tell());
}

// `why`: what ended it, where the person did not.
export function leave(why?: string): void {
  sessionStorage.removeItem(KEY);
  if (why !== undefined) localStorage.setItem(PLACE, location.hash);
  listeners.forEach((tell) => tell(why));
}

export function placeLeft(): string | null {
  return localStorage.getItem(PLACE);
}

export function onChange(tell: (why?: string) => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

// A link of `doxa explore` brings a code that is good once, for a minute. It is taken out of the
// address before anything else happens, and exchanged for a token.
export async function exchange(code: string): Promise<void> {
  const answer = await fetch("explorer/enter", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code }),
  });
  if (!answer.ok) throw new Error("This link was used before or is older than a minute.");
  const found = (await answer.json()) as { token: string };
  enter(found.token);
}

// Who is signed in. The token lies in the session storage of this tab: not in the address, not in a
// cookie, gone when the tab is closed. Open tabs of this page in one browser hand it to one another:
// a new tab asks, and one that is signed in answers. Pages of other origins hear nothing of it.

const KEY = "doxa.token";
// Where a session has ended: the next one that is to see nothing else begins there, in whichever tab.
const PLACE = "doxa.place";
const CHANNEL = "doxa.session";
// How long a tab shows nothing while it waits for one that is signed in.
const PATIENCE_MS = 200;
const listeners = new Set<(why?: string) => void>();

// What tabs say to one another: who asks; the token for who asked; that a token was signed out.
interface Word {
  asks?: string;
  gives?: string;
  token?: string;
  leaves?: string;
}

const channel = new BroadcastChannel(CHANNEL);
// Whoever has signed out here stays out until somebody signs in here.
let out = false;

channel.addEventListener("message", ({ data }: MessageEvent<Word>) => {
  const own = token();
  if (own === null) return;
  if (data.asks !== undefined) say({ gives: data.asks, token: own });
  if (data.leaves === own) end();
});

function say(word: Word): void {
  channel.postMessage(word);
}

export function token(): string | null {
  return sessionStorage.getItem(KEY);
}

export function enter(given: string): void {
  out = false;
  sessionStorage.setItem(KEY, given);
  localStorage.removeItem(PLACE);
  listeners.forEach((tell) => tell());
}

// `why`: what ended it, where the person did not. Who signs out does so in all tabs of that session.
export function leave(why?: string): void {
  const own = token();
  if (why !== undefined) localStorage.setItem(PLACE, location.hash);
  else if (own !== null) say({ leaves: own });
  end(why);
}

function end(why?: string): void {
  out = why === undefined;
  sessionStorage.removeItem(KEY);
  tell(why);
}

// Tell the page who is signed in now, and what went wrong.
export function tell(why?: string): void {
  listeners.forEach((hear) => hear(why));
}

export function placeLeft(): string | null {
  return localStorage.getItem(PLACE);
}

export function onChange(hear: (why?: string) => void): () => void {
  listeners.add(hear);
  return () => listeners.delete(hear);
}

// Sign in as an open tab of this browser is, if one is.
export function borrow(): Promise<void> {
  if (out || token() !== null) return Promise.resolve();
  const asks = crypto.getRandomValues(new Uint32Array(4)).join("-");
  return new Promise((done) => {
    // A tab in the background may answer later: that signs in as well, while nobody is.
    const hear = ({ data }: MessageEvent<Word>) => {
      if (data.gives !== asks || data.token === undefined) return;
      channel.removeEventListener("message", hear);
      if (!out && token() === null) enter(data.token);
      done();
    };
    setTimeout(done, PATIENCE_MS);
    channel.addEventListener("message", hear);
    say({ asks });
  });
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

// Start the page: take a code out of the address, sign in with it, and show what the link says. A
// link that is opened in this tab later does the same.

import "./styles/main.css";
import { render } from "preact";
import { App } from "./app.tsx";
import { borrow, exchange, placeLeft, tell } from "./core/session.ts";

const CODE = /^#enter=([\w.-]+)(?:&to=(.*))?$/;

// What went wrong, if the address has a code that does not sign in. `before` is the place to stay at
// where neither the link nor an ended session names another.
async function signIn(before: string): Promise<string | undefined> {
  const found = CODE.exec(location.hash);
  if (found === null) return undefined;
  const [, code = "", to = ""] = found;
  history.replaceState(null, "", to === "" ? (placeLeft() ?? before) : `#/${to}`);
  try {
    await exchange(code);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function start(): Promise<void> {
  const problem = await signIn("#/");
  if (problem === undefined) await borrow();
  const page = document.getElementById("page");
  if (page !== null) render(<App problem={problem} />, page);
}

// Before all others that hear it, who would take the code for a place.
addEventListener("hashchange", ({ oldURL }) => {
  if (!CODE.test(location.hash)) return;
  const before = new URL(oldURL).hash;
  void signIn(CODE.test(before) || before === "" ? "#/" : before).then(
    (problem) => problem !== undefined && tell(problem),
  );
});

void start();

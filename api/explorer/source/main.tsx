// Start the page: take a code out of the address, sign in with it, and show what the link says.

import "./styles/main.css";
import { render } from "preact";
import { App } from "./app.tsx";
import { exchange, placeLeft } from "./core/session.ts";

const CODE = /^#enter=([\w.-]+)(?:&to=(.*))?$/;

async function start(): Promise<void> {
  const found = CODE.exec(location.hash);
  let problem: string | undefined;
  if (found !== null) {
    const [, code = "", to = ""] = found;
    history.replaceState(null, "", to === "" ? (placeLeft() ?? "#/") : `#/${to}`);
    try {
      await exchange(code);
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
  }
  const page = document.getElementById("page");
  if (page !== null) render(<App problem={problem} />, page);
}

void start();

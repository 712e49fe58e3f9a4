// Where a search begins and goes on to, and what is shown as files: tables as CSV, drawings as SVG.
import { readFileSync } from "node:fs";
import { settled, start } from "./browser.mjs";

const trial = await start();
const { ids } = trial;
const found = { axe: {} };

async function saved(page, name, within = page) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    within.getByRole("button", { name, exact: true }).first().click(),
  ]);
  return {
    name: download.suggestedFilename(),
    text: readFileSync(await download.path(), "utf8"),
  };
}

// The first page: how much there is, what waits, and what was recorded last, each a way on.
const page = await trial.open();
const overview = page.getByRole("region", { name: "Overview" });
await overview.waitFor();
found.counts = await overview.locator(".counts li").allInnerTexts();
found.last = await overview.locator(".plain li").count();
found.axe.home = await trial.axe(page);
await trial.picture(page, "home", { whole: true });
await overview.getByRole("link", { name: /open contradiction/ }).click();
await settled(page);
found.contradictions = new URL(page.url()).hash;
const reader = await trial.open({ role: "READER" });
await reader.getByRole("region", { name: "Overview" }).waitFor();
found.readers = await reader.locator(".counts li").allInnerTexts();

// A search that finds no name goes on to a question, by the keyboard or by a link.
await reader.getByLabel("Name").fill("Where does Ana live?");
await reader.getByRole("link", { name: /^Ask/ }).waitFor();
await reader.waitForURL(/search=/);
await settled(reader);
await reader.keyboard.press("Enter");
await reader.getByRole("heading", { name: "Ask" }).waitFor();
found.asked = await reader.getByLabel("Question").inputValue();

// A table, and the drawings.
const ana = await trial.open({ path: `entity/${ids.Ana}` });
await settled(ana);
found.shown = await ana.locator("tbody tr").count();
found.beliefs = await saved(ana, "CSV");
for (const view of ["timeline", "versions", "graph"]) {
  const seen = await trial.open({ path: `entity/${ids.Ana}?view=${view}` });
  await settled(seen);
  const { name, text } = await saved(seen, "SVG");
  const parsed = await seen.evaluate((svg) => {
    const image = new DOMParser().parseFromString(svg, "image/svg+xml");
    return {
      error: image.querySelector("parsererror")?.textContent ?? null,
      words: [...image.querySelectorAll("text")].map(({ textContent }) => textContent),
      marks: image.querySelectorAll("rect, circle, path").length,
      live: image.querySelectorAll("script, foreignObject, a, iframe").length,
    };
  }, text);
  const rows = await saved(seen, "CSV");
  found[view] = { name, ...parsed, rows: rows.text.split("\r\n").length - 2 };
}

await trial.end(found);

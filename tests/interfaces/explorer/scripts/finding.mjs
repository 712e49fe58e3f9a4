// Entities and what is believed of one: found by mouse and by keyboard, in another zone, as a reader,
// with names that are markup; and how much the pages move while they are loaded.
import { expect, settled, start, tabTo } from "./browser.mjs";

const trial = await start();
const { ids } = trial;
const found = { axe: {} };
const SCRIPT = "<script>alert('name')</script>";
const rows = (page) => page.locator("tbody tr td:first-child").allInnerTexts();

// By keyboard: the field has it at once, and one goes on to a row by Tab.
const page = await trial.open();
await settled(page);
found.all = (await rows(page)).length;
await page.keyboard.type("an");
await page.waitForURL(/search=an/);
await settled(page);
found.searched = await rows(page);
await tabTo(page, "Ana");
await page.keyboard.press("Enter");
await page.getByRole("heading", { name: "Ana" }).waitFor();
await settled(page);
found.names = await page.locator(".names").innerText();
found.kind = await page.locator("h1").innerText();
await page.getByRole("heading", { name: "Waiting for an answer" }).waitFor();
found.held = await page.getByRole("listitem").filter({ hasText: "Answer" }).allInnerTexts();
found.axe.beliefs = await trial.axe(page);
await trial.picture(page, "beliefs", { whole: true });

// By mouse: a kind, the menu, and more of them.
await page.getByRole("link", { name: "Entities" }).click();
await settled(page);
found.field = await page.getByLabel("Name").inputValue();
await page.getByRole("link", { name: "place" }).first().click();
await settled(page);
found.kinds = [...new Set(await page.locator("tbody tr td:nth-child(2)").allInnerTexts())];
await page.getByRole("button", { name: "only place" }).click();
await settled(page);
expect((await rows(page)).length === found.all, "the kind is not taken away");
found.axe.entities = await trial.axe(page);
await trial.picture(page, "entities");

// Before it was said, nothing is held.
const early = await trial.open({ path: `entity/${ids.Ana}?known-at=2026-01-15T00:00:00Z` });
await settled(early);
found.heldThen = await early.getByRole("heading", { name: "Waiting for an answer" }).count();

// A name leads to the one that has it, as people write names; to a list where it is not one.
found.named = {};
for (const name of ["ana maria sousa", "CLÍNICA AZUL", "An", "Nobody", "Braga"]) {
  if (name === "Braga") {
    await trial.post(
      `mutation { assertBelief(input: {
        entityName: "Braga", entityKind: "person", attribute: "likes", value: "rain"
      }) { outcome } }`,
    );
  }
  const named = await trial.open({ path: `named/${encodeURIComponent(name)}` });
  await named.waitForURL(/search=|entity/);
  await settled(named);
  const title = await named.locator("h1").innerText();
  found.named[name] = [title.split("\n")[0], await rows(named)];
  await named.context().close();
}

// Times are those of the reader, and UTC is at hand.
const berlin = await trial.open({ path: `memory/${ids.lisbon}`, zone: "Europe/Berlin" });
await settled(berlin);
found.times = await berlin
  .locator("time")
  .evaluateAll((all) => all.map(({ title, innerText }) => [title, innerText]));

// What a role may not do is not offered.
found.offered = {};
for (const role of ["READER", "WRITER", "REVIEWER"]) {
  const seen = await trial.open({ role, path: "review/contradictions" });
  await settled(seen);
  found.offered[role] = {
    tabs: await seen.getByRole("navigation", { name: "What waits" }).getByRole("link").allInnerTexts(),
    answers: await seen.getByRole("link", { name: "Answer" }).count(),
    sees: await seen.getByRole("link", { name: "Contradiction", exact: true }).count(),
  };
  await seen.goto(`${trial.given.url}/#/entity/${ids.Ana}`);
  await seen.getByRole("heading", { name: "Waiting for an answer" }).waitFor();
  found.offered[role].held = await seen.getByRole("link", { name: "Answer" }).count();
}

// A name that is markup is text wherever it stands.
found.markup = {};
for (const view of ["", "timeline", "versions", "changes", "graph"]) {
  const shown = await trial.open({ path: `entity/${ids[SCRIPT]}${view && `?view=${view}&period=all`}` });
  await settled(shown);
  found.markup[view || "beliefs"] = {
    name: (await shown.locator("h1").innerText()).startsWith(SCRIPT),
    elements: await shown.locator("main script, main img").count(),
    overflow: await shown.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  };
}

// Nothing jumps while a page is loaded: the sum of what the browser calls layout shift.
found.shift = {};
const LATE_MS = 700;
const SHIFTED = {
  entities: "",
  beliefs: `entity/${ids.Ana}`,
  ...Object.fromEntries(
    ["timeline", "versions", "changes", "graph"].map((view) => [
      view,
      `entity/${ids.Ana}?view=${view}&period=all`,
    ]),
  ),
  said: `memory/${ids["kitchen diet"]}`,
  superseded: `memory/${ids.lisbon}`,
  asked: "recall?q=Where+does+Ana+live%3F",
  say: "say",
  review: "review",
  contradiction: `review/contradictions/${ids["oslo!"]}`,
  conventions: "review/conventions",
  operations: "operations",
};
for (const [name, path] of Object.entries(SHIFTED)) {
  for (const size of ["wide", "narrow"]) {
    const loaded = await trial.open({ path, size });
    // Whatever comes first, and here it is never the list that stands above the rest.
    if (name === "entities") {
      await loaded.route("**/graphql", async (route) => {
        const isList = route.request().postData()?.includes('"first":50');
        if (isList) await new Promise((go) => setTimeout(go, LATE_MS));
        await route.continue();
      });
      await loaded.reload();
    }
    await loaded.locator("h1").waitFor();
    await settled(loaded);
    found.shift[`${name} ${size}`] = await loaded.evaluate(
      () =>
        new Promise((go) => {
          const seen = new PerformanceObserver((list) => {
            const moved = list.getEntries().filter(({ hadRecentInput }) => !hadRecentInput);
            go(moved.reduce((sum, { value }) => sum + value, 0));
          });
          seen.observe({ type: "layout-shift", buffered: true });
          setTimeout(() => go(0), 500);
        }),
    );
    await loaded.context().close();
  }
}

await trial.end(found);

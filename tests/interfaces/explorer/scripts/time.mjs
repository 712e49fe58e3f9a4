// What a person sees of time on an entity's page, by keyboard and by mouse: its timeline, the versions
// of a slot on both axes, what changed; and how long thousands of versions take.
import { asked, expect, focused, paces, settled, start, tabTo } from "./browser.mjs";

const trial = await start();
const { ids } = trial;
const entity = (id, options) => `entity/${id}?${new URLSearchParams(options)}`;
const drawn = (page) => page.locator(".picture canvas").first().waitFor();
const slider = (page, name) => page.getByRole("slider", { name });
const option = (page, name) =>
  page.evaluate(
    (wanted) => new URLSearchParams(location.hash.split("?")[1] ?? "").get(wanted),
    name,
  );
// The address follows what is shown a little later: it may be written some times a second only.
const has = (page, name, holds = true) =>
  page.waitForFunction(
    ([wanted, there]) =>
      new URLSearchParams(location.hash.split("?")[1] ?? "").has(wanted) === there,
    [name, holds],
  );
// Wait until an element says this.
const says = (page, selector, text) =>
  page.waitForFunction(
    ([where, part]) => document.querySelector(where)?.innerText.includes(part),
    [selector, text],
  );
const rows = (page) =>
  page.locator("tbody tr").evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => cell.innerText.replace(/\s+/g, " ").trim())),
  );

async function drag(page, handle, across, up = 0) {
  const box = await handle.locator(".grip").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + across / 2, y - up / 2, { steps: 4 });
  await page.mouse.move(x + across, y - up, { steps: 4 });
  await page.mouse.up();
}

// The findings on a page as it is, wide and light, and on the same in the dark on a narrow screen.
async function axe(page) {
  const found = await trial.axe(page);
  const size = page.viewportSize();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 844 });
  await settled(page);
  found.push(...(await trial.axe(page)));
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (over > 0) found.push(`it is ${over} pixels too wide`);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(size);
  await settled(page);
  return found;
}

async function timeline() {
  const page = await trial.open({ path: entity(ids.Ana, { view: "timeline" }) });
  await drawn(page);
  await says(page, ".twin", "and 1 held");
  const found = { axe: await axe(page) };
  await trial.picture(page, "timeline", { whole: true });

  await page.getByRole("button", { name: "Show as a table" }).click();
  found.rows = await rows(page);
  found.columns = await page.locator("thead th").allInnerTexts();
  await page.reload();
  await drawn(page);
  await page.getByRole("button", { name: "Hide the table" }).click();

  // By keyboard: the part that is shown, the bars, the handle.
  await tabTo(page, "true at");
  await page.keyboard.press("PageDown");
  await has(page, "true-at");
  found.told = await slider(page, "true at").getAttribute("aria-valuetext");
  found.field = await page.getByLabel("True at").first().inputValue();
  await page.keyboard.press("Home");
  await says(page, ".names-of-lanes", "lives in");
  found.first = await page.locator(".names-of-lanes .holds").allInnerTexts();
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Now", exact: true }).click();
  await has(page, "true-at", false);
  await page.getByRole("group", { name: "Timeline" }).focus();
  await page.keyboard.press("+");
  await has(page, "window");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("-");
  await page.keyboard.press("0");
  await has(page, "window", false);
  await page.keyboard.press("Tab");
  found.bar = await focused(page);
  await page.keyboard.press("ArrowDown");
  found.below = await focused(page);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash.startsWith("#/memory/"));
  await page.goBack();
  await drawn(page);

  // By mouse: a bar, the part that is shown, what was known.
  const plot = page.locator(".plane-of-lanes .plot");
  const box = await plot.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 60);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -300);
  await page.keyboard.up("Control");
  await has(page, "window");
  const before = await option(page, "window");
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 200, box.y + 60, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction(
    (was) => new URLSearchParams(location.hash.split("?")[1]).get("window") !== was,
    before,
  );
  expect((await page.url()).includes("view=timeline"), "a drag follows no link");
  await page.getByRole("button", { name: "All", exact: true }).click();
  await has(page, "window", false);
  await drag(page, slider(page, "known at"), -5000);
  await has(page, "known-at");
  // What was recorded first is all that was known then.
  await page.waitForFunction(
    () => !document.querySelector(".names-of-lanes")?.innerText.includes("Lisbon"),
  );
  found.then = (await page.locator(".names-of-lanes").innerText()).replace(/\s+/g, " ");
  await page.getByRole("link", { name: "Beliefs" }).click();
  await page.locator("tbody").getByText("Porto").waitFor();
  found.follows = await option(page, "known-at");
  await page.context().close();
  return found;
}

async function versions() {
  const page = await trial.open({ path: entity(ids.Ana, { view: "versions", slot: "lives_in" }) });
  await drawn(page);
  await says(page, ".crossing", "Lisbon");
  const found = { axe: await axe(page) };
  await trial.picture(page, "versions", { whole: true });
  await page.getByRole("button", { name: "Show as a table" }).click();
  found.rows = await rows(page);
  await page.getByRole("button", { name: "Hide the table" }).click();

  await tabTo(page, "known at");
  await page.keyboard.press("Home");
  await says(page, ".crossing", "Porto");
  await has(page, "known-at");
  found.known = await page.locator(".crossing").innerText();
  await page.keyboard.press("End");
  await has(page, "known-at", false);
  await says(page, ".crossing", "Lisbon");
  await drag(page, slider(page, "known at"), 0, -5000);
  await says(page, ".crossing", "Porto");
  await drag(page, slider(page, "true at"), -5000);
  await says(page, ".crossing", "Nothing was believed there.");
  await page.getByRole("button", { name: "Now", exact: true }).click();
  await says(page, ".crossing", "Lisbon");
  await page.getByRole("option", { name: "studied at" }).waitFor({ state: "attached" });
  found.slots = await page.getByLabel("Attribute").locator("option").allInnerTexts();
  await page.getByLabel("Attribute").selectOption({ label: "job title" });
  await says(page, ".crossing", "midwife");
  expect((await option(page, "slot")) === "job_title", "the slot is in the address");
  await page.getByRole("group", { name: "Versions of job title" }).focus();
  await page.keyboard.press("+");
  await has(page, "known-window");
  await page.keyboard.press("0");
  await has(page, "known-window", false);
  await page.keyboard.press("Tab");
  found.bar = await focused(page);
  await page.context().close();
  return found;
}

async function changes() {
  const page = await trial.open({
    path: entity(ids.Ana, {
      view: "changes",
      "from-known": "2026-01-15T00:00:00Z",
      "to-known": "2026-02-15T00:00:00Z",
    }),
  });
  await page.locator("tbody tr").first().waitFor();
  const found = { learned: await rows(page), axe: await axe(page) };
  await trial.picture(page, "changes", { whole: true });
  const at = page.getByRole("textbox", { name: "and true at" }).first();
  await at.fill("2025-01-01 00:00");
  await at.press("Enter");
  await page.locator("tbody").getByText("replaced").waitFor();
  found.replaced = await rows(page);
  await page.getByRole("link", { name: "Since the beginning" }).click();
  await at.fill("");
  await at.press("Enter");
  await page.locator("tbody").getByText("Universidade do Minho").waitFor();
  found.all = (await rows(page)).length;

  // By keyboard: a period, a point, a row's memory.
  await page.evaluate(() => document.activeElement.blur());
  await page.goto(`${trial.given.url}/#/${entity(ids.Ana, { view: "changes", period: "all" })}`);
  await page.locator("tbody").getByText("Universidade do Minho").waitFor();
  await tabTo(page, "Since the beginning");
  await page.keyboard.press("Enter");
  await tabTo(page, "known at");
  await page.keyboard.insertText("2026-01-15");
  await page.keyboard.press("Enter");
  await has(page, "from-known");
  await tabTo(page, "known at");
  await page.keyboard.insertText("2026-02-15");
  await page.keyboard.press("Enter");
  await has(page, "to-known");
  await page.waitForFunction(
    (count) => document.querySelectorAll("tbody tr").length === count,
    found.learned.length,
  );
  found.typed = await rows(page);
  await tabTo(page, "Why");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash.startsWith("#/memory/"));
  await page.evaluate(
    (to) => (location.hash = `#/${to}`),
    entity(ids.Ana, { view: "changes", period: "day" }),
  );
  await page.getByText("Nothing changed").waitFor();
  await page.context().close();
  return found;
}

// How long one move of a handle takes.
const moves = (page, name) =>
  paces(
    page,
    (label) => {
      const handle = document.querySelector(`[role=slider][aria-label="${label}"]`);
      const before = handle.style.transform;
      handle.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
      return () => handle.style.transform !== before;
    },
    name,
  );

// Milliseconds from the start of the load until something of it can be used.
async function usable(page) {
  await page.locator(".picture a.bar").first().waitFor();
  return page.evaluate(() =>
    new Promise((go) => requestAnimationFrame(() => go(Math.round(performance.now())))),
  );
}

async function many() {
  const found = { ms: {} };
  const token = ids["many token"];
  for (const [name, id, view] of [
    ["one slot", ids["many in one"], "versions"],
    ["one slot, timeline", ids["many in one"], "timeline"],
    ["many slots, timeline", ids["many across"], "timeline"],
  ]) {
    const page = await trial.open({ token, path: entity(id, { view }) });
    const ms = { usable: await usable(page), asked: await asked(page) };
    const began = Date.now();
    await page
      .locator('.time[aria-busy="false"] .twin, .time [aria-busy="false"] .twin')
      .waitFor({ timeout: 120_000 });
    ms.whole = ms.usable + Date.now() - began;
    ms.move = await moves(page, "true at");
    if (view === "versions") ms.known = await moves(page, "known at");
    found.ms[name] = ms;
    found[name] = (await page.locator(".twin p span").first().innerText()).trim();
    if (name === "one slot") {
      await trial.picture(page, "versions-many", { whole: true });
      await page.getByRole("button", { name: "Show as a table" }).click();
      const last = Math.ceil(Number(found[name].replace(/\D/g, "").slice(0, 4)) / 200);
      await page.evaluate((to) => (location.hash += `&rows-page=${to}`), last);
      await page.getByRole("button", { name: "Later rows" }).and(page.locator(":disabled")).waitFor();
      found.lastRows = (await rows(page)).length;
      found.range = await page.locator(".pager span").innerText();
    }
    if (name === "many slots, timeline") await trial.picture(page, "timeline-many");
    await page.context().close();
  }
  return found;
}

const found = { timeline: await timeline(), versions: await versions(), changes: await changes() };
found.many = await many();
await trial.end(found);

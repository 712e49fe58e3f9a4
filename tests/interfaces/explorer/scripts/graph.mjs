// What a person sees of the relations around an entity, by keyboard and by mouse; and how long it
// takes with as many entities as it draws.
import { asked, expect, paces, settled, start, tabTo } from "./browser.mjs";

const trial = await start();
const { ids } = trial;
const around = (id, options = {}) => `entity/${id}?${new URLSearchParams({ view: "graph", ...options })}`;
const drawing = (page) => page.getByRole("application", { name: /^Relations/ });
const node = (page, id) => page.locator(`[data-node="${id}"]`);
const names = (page) =>
  page.locator("[data-node] title").evaluateAll((all) => all.map((one) => one.textContent).sort());
const counted = (page) => page.locator(".twin [role=status]").innerText();
const chosen = (page) => page.locator(".graph-chosen h2 bdi").innerText();
const option = (page, name) =>
  page.evaluate(
    (wanted) => new URLSearchParams(location.hash.split("?")[1] ?? "").get(wanted),
    name,
  );

async function drawn(page) {
  await drawing(page).waitFor();
  await settled(page);
}

const has = (page, name, value) =>
  page.waitForFunction(
    ([wanted, text]) =>
      new URLSearchParams(location.hash.split("?")[1] ?? "").get(wanted) === text,
    [name, value],
  );
const told = async (page) =>
  (await page.locator(".graph-chosen li").allInnerTexts()).map((line) => line.replaceAll(/\s+/g, " "));
const view = (page) => drawing(page).getAttribute("viewBox");

async function story() {
  const page = await trial.open({ path: around(ids.Ana) });
  await drawn(page);
  const found = { names: await names(page), counted: await counted(page) };
  await trial.picture(page, "graph", { whole: true });
  found.axe = await trial.axe(page);

  // By mouse: choose, move, enlarge; none of it loses the choice.
  await node(page, ids.Bruno).locator("circle").click();
  found.chosen = await chosen(page);
  found.told = await told(page);
  await has(page, "at", ids.Bruno);
  const before = await view(page);
  const box = await drawing(page).boundingBox();
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 90, box.y + 60, { steps: 3 });
  await page.mouse.up();
  const moved = await view(page);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -200);
  await page.keyboard.up("Control");
  const larger = await view(page);
  await page.getByRole("button", { name: "All", exact: true }).click();
  const [again, width] = [await view(page), (text) => Number(text.split(" ")[2])];
  expect(moved !== before && width(moved) === width(before), "a drag moves it");
  expect(width(larger) < width(moved), "the wheel enlarges it");
  expect(again === before, "all of it is shown again");
  expect((await chosen(page)) === "Bruno", "the choice stays");

  // By keyboard: to a neighbour, and to its page.
  await page.goto(`${trial.given.url}/#/${around(ids.Ana, { at: ids.Ana })}`);
  await drawn(page);
  await tabTo(page, /^Relations\. Arrow keys/);
  for (const key of ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"]) {
    await page.keyboard.press(key);
    await drawn(page);
    if ((await chosen(page)) !== "Ana") break;
  }
  found.walked = await chosen(page);
  await page.keyboard.press("+");
  expect((await view(page)) !== before, "plus enlarges it");
  await page.keyboard.press("0");
  await tabTo(page, "Open");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: found.walked }).waitFor();
  found.opened = await page.locator("h1 bdi").innerText();

  // What is left out: a relation by mouse, a kind by keyboard; the address keeps both.
  await page.goto(`${trial.given.url}/#/${around(ids.Ana)}`);
  await drawn(page);
  await page.getByRole("checkbox", { name: /^lives in/ }).uncheck();
  await has(page, "without", "lives_in");
  await drawn(page);
  found.withoutHomes = await names(page);
  await tabTo(page, /^organization/);
  await page.keyboard.press("Space");
  await has(page, "without-kind", "organization");
  await page.reload();
  await drawn(page);
  found.people = await names(page);

  // Another distance, and another state of knowledge.
  await page.goto(`${trial.given.url}/#/${around(ids.Ana, { depth: 1 })}`);
  await drawn(page);
  found.near = await names(page);
  await page.getByRole("textbox", { name: "Known at" }).fill("2026-01-15 00:00");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !document.querySelector(".graph").innerText.includes("Lisbon"));
  await drawn(page);
  found.then = await names(page);

  // The twin has the same, and a merged entity is one of them by whichever id.
  await page.goto(`${trial.given.url}/#/${around(ids["Bruno Costa"])}`);
  await drawn(page);
  found.merged = await names(page);
  await page.getByRole("button", { name: "Show as a table" }).click();
  found.rows = await page.locator("tbody tr").evaluateAll((all) =>
    all.map((row) => [...row.children].slice(0, 3).map((cell) => cell.innerText.trim())),
  );
  found.axeTable = await trial.axe(page);
  await page.context().close();
  const dark = await trial.open({ path: around(ids.Ana, { at: ids.Bruno }), scheme: "dark", size: "narrow" });
  await drawn(dark);
  found.axeDark = await trial.axe(dark);
  found.overflow = await dark.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await dark.context().close();
  return found;
}

// What is done in the page, step by step.
function drag(_, number) {
  const svg = document.querySelector("svg[role=application]");
  const before = svg.getAttribute("viewBox");
  const { left, top } = svg.getBoundingClientRect();
  const at = { pointerId: 1, bubbles: true, clientX: left + 20 + 4 * number, clientY: top + 20 };
  // A pointer that no mouse has moved cannot be captured.
  svg.setPointerCapture = () => {};
  if (number === 0) svg.dispatchEvent(new PointerEvent("pointerdown", at));
  svg.dispatchEvent(new PointerEvent("pointermove", { ...at, clientX: at.clientX + 4 }));
  return () => svg.getAttribute("viewBox") !== before;
}

function zoom(_, number) {
  const svg = document.querySelector("svg[role=application]");
  const before = svg.getAttribute("viewBox");
  const { left, top } = svg.getBoundingClientRect();
  svg.dispatchEvent(
    new WheelEvent("wheel", {
      ctrlKey: true, deltaY: number % 8 < 4 ? -100 : 100, bubbles: true, cancelable: true,
      clientX: left + 300, clientY: top + 200,
    }),
  ); // prettier-ignore
  return () => svg.getAttribute("viewBox") !== before;
}

function choose(_, number) {
  const nodes = [...document.querySelectorAll("[data-node]")];
  const one = nodes[(number * 37) % nodes.length];
  one.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  return () => one.classList.contains("chosen");
}

function filter() {
  const box = document.querySelector(".graph-filters fieldset input:last-of-type");
  const before = document.querySelectorAll("[data-line]").length;
  box.click();
  return () => document.querySelectorAll("[data-line]").length !== before;
}

// Milliseconds from the start of the load until something of it can be used, and until it rests.
async function opened(page) {
  await page.locator("[data-node]").first().waitFor();
  const usable = await page.evaluate(
    () => new Promise((go) => requestAnimationFrame(() => go(Math.round(performance.now())))),
  );
  const found = { usable, asked: await asked(page) };
  await drawn(page);
  return { ...found, settled: await page.evaluate(() => Math.round(performance.now())) };
}

async function many() {
  const page = await trial.open({ token: ids["many token"], path: around(ids.Hub) });
  // A server plans a statement anew for lists of another length: the second time it has.
  const ms = { first: await opened(page) };
  await page.reload();
  ms.second = await opened(page);
  ms.drag = await paces(page, drag);
  ms.zoom = await paces(page, zoom);
  ms.choose = await paces(page, choose);
  const found = { ms, drawn: await page.locator("[data-node]").count() };
  found.counted = await counted(page);
  await trial.picture(page, "graph-many");

  // A choice is followed: it is told, and its relations stand out.
  await page.goto(`${trial.given.url}/#/${around(ids.Hub, { at: ids["team 7"] })}`);
  await drawn(page);
  found.chosen = await chosen(page);
  found.told = (await told(page)).length;
  found.near = await page.locator(".graph-line.near").count();
  await drawing(page).focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((was) => !location.hash.includes(was), ids["team 7"]);
  found.walked = await option(page, "at");
  ms.filter = await paces(page, filter, null, 6);
  await page.context().close();
  return found;
}

await trial.end({ story: await story(), many: await many() });

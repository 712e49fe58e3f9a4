// What says nearly the same, as a person deals with it: a pair is settled as right, two memories
// become one, and that is taken back.
import { closed, expect, focused, settled, start, tabTo } from "./browser.mjs";

const trial = await start();
const found = { axe: {}, effects: {}, done: {}, offered: {} };
const page = await trial.open({ path: "review/similar" });
const dialog = page.getByRole("dialog");
const card = (text) => page.locator(".case", { hasText: text });
const group = (name) => page.locator(".group", { hasText: name });
const lines = (place) => place.locator(".effects > li > span:last-child").allInnerTexts();
const flat = async (place) => (await place.innerText()).replaceAll(/\s+/g, " ");
const said = () => flat(page.locator(".done"));

async function go(path) {
  await page.goto(`${trial.given.url}/#/${path}`);
  await page.locator("h1").waitFor();
  await settled(page);
}

async function carriedOut() {
  await closed(page);
  await settled(page);
}

const VALUES = `query ($name: String!, $attribute: String!) { entity(name: $name) {
  beliefs(attribute: $attribute) { edges { node { value } } } } }`;
async function believed(name, attribute) {
  const { entity } = await trial.post(VALUES, { name, attribute });
  return entity.beliefs.edges.map(({ node }) => node.value).sort();
}

// By keyboard: to the pair of two attributes, which is settled as right.
await card("Ada lives").waitFor();
await settled(page);
found.reasons = await card("Ben deploys").locator("header .text").innerText();
for (const text of ["Ada lives", "Ben deploys"]) {
  found.offered[text] = await card(text).locator("button, .case-buttons a").allInnerTexts();
}
found.axe.pairs = await trial.axe(page);
await trial.picture(page, "review-similar");
await tabTo(page, /Ada lives/, { key: "j", steps: 3 });
await page.keyboard.press("Enter");
await dialog.waitFor();
found.axe.dismiss = await trial.axe(page);
found.effects.dismiss = await lines(dialog);
await tabTo(page, "Reason");
await page.keyboard.insertText("two sides of one life");
await page.keyboard.press("Enter");
await carriedOut();
found.done.dismiss = await said();
found.waiting = await page.locator(".case").count();
found.stays = await believed("Ada", "stays_in");
await page.getByLabel("Show").selectOption("dismissed");
await card("Ada lives").waitFor();
await settled(page);
found.dismissed = await flat(card("Ada lives"));

// By mouse: what one memory for the other two would do; left as it was.
await go("review/similar");
await card("Ben deploys").getByRole("link", { name: /^Make one of them/ }).click();
const consolidate = page.getByRole("button", { name: "Consolidate 1 group…" });
await consolidate.waitFor();
await settled(page);
found.other = await flat(group("Ada"));
found.effects.dry = await lines(group("Ben"));
found.effects.signs = await group("Ben").locator(".sign").allInnerTexts();
const originals = await group("Ben").locator(".ends a").evaluateAll((all) =>
  all.map(({ href }) => href.split("/").at(-1).split("?")[0]),
);
found.axe.group = await trial.axe(page);
await trial.picture(page, "operations-consolidated");
await consolidate.click();
await dialog.getByRole("button", { name: "Cancel" }).click();
await carriedOut();
found.before = await believed("Ben", "habit");

// By keyboard: done.
expect((await focused(page)) === "Consolidate 1 group…", "the keyboard is lost");
await page.keyboard.press("Enter");
await dialog.waitFor();
found.axe.consolidate = await trial.axe(page);
found.effects.consolidate = await lines(dialog);
await trial.picture(page, "operations-consolidate");
await tabTo(page, "Consolidate");
await page.keyboard.press("Enter");
await carriedOut();
found.done.consolidate = await said();
const one = (await page.locator(".done a").getAttribute("href")).split("/").at(-1);
found.axe.done = await trial.axe(page);
found.after = await believed("Ben", "habit");
await group("Ben").waitFor({ state: "detached" });
found.groups = await page.locator(".group").count();
const GAVE_WAY = `query ($id: ID!) { memory(id: $id) {
  status supersededReason supersededBy { value } } }`;
found.originals = [];
for (const id of originals) {
  const { memory } = await trial.post(GAVE_WAY, { id });
  found.originals.push([memory.status, memory.supersededReason, memory.supersededBy.value]);
}
await go("review/similar");
await card("Ada deploys").waitFor();
found.waitingAfter = await page.locator(".case").count();

// By mouse: taken back, as the page says. The one is revoked, and the others are said anew.
await go(`memory/${one}`);
await page.getByRole("button", { name: "Revoke…" }).click();
await dialog.getByLabel("Its value was never right").uncheck();
await dialog.getByLabel("Reason").fill("two habits after all");
await dialog.locator("button[type=submit]").click();
await carriedOut();
found.revoked = await flat(page.locator(".notice[role=status]"));
found.taken = await believed("Ben", "habit");
const SAY = `mutation ($input: AssertInput!) { assertBelief(input: $input) { outcome } }`;
for (const value of found.before) {
  const input = { entityName: "Ben", attribute: "habit", value, topic: "work" };
  await trial.post(SAY, { input });
}
found.anew = await believed("Ben", "habit");
await trial.end(found);

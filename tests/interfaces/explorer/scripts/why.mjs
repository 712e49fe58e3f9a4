// Why is this believed? A memory's page by keyboard and by mouse, and what a person does on it.
import { closed, expect, focused, settled, start, tabTo } from "./browser.mjs";

const trial = await start();
const { ids, given } = trial;
const found = { axe: {}, effects: {} };
const at = (key) => `memory/${ids[key]}`;
const go = async (page, path) => {
  await page.goto(`${given.url}/#/${path}`);
  await page.locator("h1").waitFor();
  await settled(page);
};
const section = (page, name) =>
  page.locator("section", { has: page.getByRole("heading", { name, exact: true }) });
const fact = (page, name) => page.locator(`dt:text-is("${name}") + dd`).innerText();
const dialog = (page) => page.getByRole("dialog");
const lines = async (page) => {
  await settled(page);
  return dialog(page).locator(".effects > li > span:last-child").allInnerTexts();
};
const said = (page) => page.locator(".notice[role=status]").innerText();
const STATE = `query ($id: ID!) { memory(id: $id) {
  status confirmations supersededBy { value target { name } } } }`;
const stored = async (key) => (await trial.post(STATE, { id: ids[key] })).memory;
const VALUES = `{ entity(name: "Ana") { beliefs(first: 100) { edges { node {
  attribute value target { name } } } } } }`;
const believed = async () =>
  (await trial.post(VALUES)).entity.beliefs.edges.map(
    ({ node }) => `${node.attribute} ${node.value ?? node.target.name}`,
  );

// What is shown.
const page = await trial.open({ path: at("kitchen diet") });
await page.locator("h1").waitFor();
await settled(page);
found.quoted = await page.locator("mark").allInnerTexts();
found.turns = await page.locator(".turns > li").allInnerTexts();
found.own = await page.locator(".turns > li.own p").last().innerText();
found.said = {
  speaker: await fact(page, "Speaker"),
  session: await fact(page, "Session"),
  source: await fact(page, "Source"),
  recorded: await fact(page, "Recorded"),
};
found.confidence = await page.locator("aside .share").allInnerTexts();
found.happened = await section(page, "Audit").locator("li").allInnerTexts();
await trial.picture(page, "why-evidence", { whole: true });
found.axe.evidence = await trial.axe(page);

// By keyboard: the chain, from link to link.
await go(page, at("lisbon"));
found.chain = await page.locator(".chain ol > li").allInnerTexts();
expect(await page.getByRole("img", { name: /chain/ }).isVisible(), "no drawing");
found.others = await section(page, "Beliefs that rest on it").locator("li").first().innerText();
found.meanwhile = await section(page, "At the same time").locator("li").count();
await trial.picture(page, "why-chain", { whole: true });
found.axe.chain = await trial.axe(page);
await tabTo(page, "Why: Ana lives in Porto.");
await page.keyboard.press("Enter");
await page.getByRole("heading", { level: 1, name: "Ana lives in Porto" }).waitFor();
await settled(page);
found.gaveWay = await page.locator(".notice").innerText();

// By keyboard: what would fall, a link of its own.
await go(page, at("kitchen diet"));
await tabTo(page, "the session kitchen");
await page.keyboard.press("Space");
await page.getByText("would be taken back").waitFor();
await settled(page);
found.fall = await page.getByRole("list", { name: "What would change" }).locator("li").allInnerTexts();
expect(page.url().includes("distrust=session"), "the choice is not in the address");
await page.reload();
await page.getByText("would be taken back").waitFor();

// By keyboard: a correction; Escape leaves all as it was.
await go(page, at("fado"));
await tabTo(page, "Correct…");
await page.keyboard.press("Enter");
await dialog(page).waitFor();
found.effects.correct = await lines(page);
await trial.picture(page, "why-correct");
found.axe.dialog = await trial.axe(page);
await page.keyboard.press("Escape");
await closed(page);
expect((await focused(page)) === "Correct…", "the keyboard is lost");
await page.keyboard.press("Enter");
await tabTo(page, /^Right value/);
await page.keyboard.insertText("fado from Coimbra");
found.effects.corrected = await lines(page);
await tabTo(page, /^Reason/);
await page.keyboard.insertText("misheard");
await page.keyboard.press("Enter");
await closed(page);
found.corrected = { told: await said(page), by: (await stored("fado")).supersededBy.value };

// By mouse: confirm, retract, revoke.
await go(page, at("kitchen lives_in"));
await page.getByRole("button", { name: "Confirm…" }).click();
found.effects.confirm = await lines(page);
await dialog(page).getByRole("button", { name: "It still holds" }).click();
await closed(page);
found.confirmed = { told: await said(page), count: (await stored("kitchen lives_in")).confirmations };
await go(page, at("friend"));
await page.getByRole("button", { name: "Retract…" }).click();
await dialog(page).getByLabel("Until").fill("2026-09");
await dialog(page).getByLabel("Reason").fill("they fell out");
found.effects.retract = await lines(page);
await dialog(page).getByRole("button", { name: "Retract it" }).click();
await closed(page);
found.retracted = await said(page);
found.without = await believed();
// As it says, by the page of the retraction.
await page.getByRole("link", { name: "See what stands there now" }).click();
await page.getByRole("button", { name: "Revoke…" }).click();
await dialog(page).getByLabel("Reason").fill("they made up");
await dialog(page).getByRole("button", { name: "Revoke it" }).click();
await closed(page);
found.friends = await believed();
await go(page, at("hospital"));
await page.getByRole("button", { name: "Revoke…" }).click();
const revoke = dialog(page).getByRole("button", { name: "Revoke it" });
expect(await revoke.isDisabled(), "a reason is not asked for");
found.effects.revoke = await lines(page);
await dialog(page).getByLabel("Reason").fill("never said");
await revoke.click();
await closed(page);
await settled(page);
found.revoked = { told: await said(page), status: (await stored("hospital")).status };
found.offered = await page.getByRole("group", { name: "Say about it" }).count();

// By mouse: the source distrusted.
await go(page, `${at("kitchen diet")}?distrust=session`);
await page.getByRole("button", { name: "Distrust…" }).click();
await dialog(page).getByLabel("Reason").fill("a prank");
found.effects.distrust = await lines(page);
await trial.picture(page, "why-distrust");
await dialog(page).getByRole("button", { name: /^Take back/ }).click();
await closed(page);
await settled(page);
found.distrusted = { told: await said(page), status: (await stored("kitchen diet")).status };
found.believed = await believed();

// What waits, what is not there, what a role may not.
await go(page, at("oslo"));
found.waits = await page.locator(".notice").first().innerText();
await go(page, "memory/m_00000000000000000000000000");
await page.getByText("There is no such memory").waitFor();
const reader = await trial.open({ role: "READER", path: at("lisbon"), scheme: "dark" });
await reader.locator("h1").waitFor();
await settled(reader);
found.reader = {
  actions: await reader.getByRole("group", { name: "Say about it" }).count(),
  fall: await reader.getByText("If its source were distrusted").count(),
};
found.axe.dark = await trial.axe(reader);

// What others wrote is text.
for (const key of ["script", "hebrew", "long", "markup friend"]) {
  await go(page, `${at(key)}?distrust=session`);
  found.axe[key] = await trial.axe(page);
}
await trial.picture(page, "why-markup", { whole: true });
await go(page, at("script"));
found.markup = await page.locator("h1").innerText();
found.elements = await page.locator("#page script, #page img").count();
await go(page, at("long"));
await page.getByRole("button", { name: "all 10,000 characters" }).first().click();
found.long = (await page.locator("h1").innerText()).length;
const wide = () => document.documentElement.scrollWidth - innerWidth;
await page.setViewportSize({ width: 390, height: 844 });
found.overflow = await page.evaluate(wide);
await trial.end(found);

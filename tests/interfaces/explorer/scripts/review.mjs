// The review desk as a person uses it: decides on what waits, answers contradictions, and takes it
// back, by keyboard and by mouse.
import { closed, expect, focused, settled, start, tabTo } from "./browser.mjs";

const trial = await start();
const found = { axe: {}, done: {}, effects: {} };
const TABS = ["queue", "contradictions", "claims", "merges", "similar", "loops", "unsettled",
  "conventions", "rejections"]; // prettier-ignore

const page = await trial.open({ path: "review" });
const dialog = (one = page) => one.getByRole("dialog");
const button = (name) => page.getByRole("button", { name, exact: true });
const card = (text) => page.locator(".case", { hasText: text });
const lines = (place) => place.locator(".effects > li > span:last-child").allInnerTexts();
const said = async () => (await page.locator(".done").innerText()).replaceAll(/\s+/g, " ");

async function go(path, one = page) {
  await one.goto(`${trial.given.url}/#/${path}`);
  await one.locator("h1").waitFor();
  await settled(one);
}

// The effect that a dialog shows is kept under a name, and so is the line after it was done.
async function confirm(name, fill = async () => {}) {
  await dialog().waitFor();
  await fill();
  await settled(page);
  found.effects[name] = await lines(dialog());
  await dialog().locator("button[type=submit]").click();
  await closed(page);
  await settled(page);
  found.done[name] = await said();
}

// The line is read before the click: the answer may come before the click returns.
async function undo(name, word) {
  const line = await said();
  await page.locator(".done").getByRole("button", { name: word }).click();
  await page.waitForFunction(
    (before) => document.querySelector(".done")?.innerText.replace(/\s+/g, " ") !== before,
    line,
  );
  await settled(page);
  found.done[name] = await said();
}

// Whom the store does not know yet is told by the name that the claim gave.
const about = (text) => card(text).locator(".about").innerText();

const believed = async (name, attribute) => {
  const asked = `query ($name: String!, $attribute: String!) { entity(name: $name) {
    beliefs(attribute: $attribute) { edges { node { value context target { name } } } } } }`;
  const { entity } = await trial.post(asked, { name, attribute });
  return (entity?.beliefs.edges ?? []).map(({ node: { value, context, target } }) =>
    [target?.name ?? value, context].filter(Boolean).join(" in "));
}; // prettier-ignore

// By keyboard: to the first card and the second, tick it, go back, and approve the first.
await page.locator(".tabs .count").first().waitFor();
await page.locator(".case").first().waitFor();
await settled(page);
found.about = [await about("Umbra"), await about("Northwind")];
found.counts = await page.getByRole("navigation", { name: "What waits" }).innerText();
await page.keyboard.press("j");
await page.keyboard.press("ArrowDown");
await page.keyboard.press("x");
found.ticked = await page.getByText(/^\d+ selected$/).innerText();
await page.keyboard.press("x");
await page.keyboard.press("k");
await tabTo(page, "Approve…");
await page.keyboard.press("Enter");
await dialog().waitFor();
await settled(page);
found.effects.approve = await lines(dialog());
await trial.picture(page, "review-approve");
found.axe.dialog = await trial.axe(page);
await page.keyboard.press("Escape");
await closed(page);
expect((await focused(page)) === "Approve…", "the keyboard is lost");
await page.keyboard.press("Enter");
await tabTo(page, /^Reason/);
await page.keyboard.insertText("seen on her badge");
await page.keyboard.press("Enter");
await closed(page);
await settled(page);
found.done.approve = await said();
found.employer = await believed("Dee", "works_at");
await trial.picture(page, "review-done");
await tabTo(page, "Take it back", { key: "Shift+Tab" });
await page.keyboard.press("Enter");
await page.getByText("Taken back.").waitFor();
await settled(page);
found.done.takenBack = await said();
found.employerAfter = await believed("Dee", "works_at");

// By mouse: as another value, away and back, several at once.
await card("Deedee").getByRole("button", { name: "Another value…" }).click();
await confirm("other", () => dialog().getByLabel("The value it is to have").fill("Didi"));
found.nickname = await believed("Dee", "nickname");
await card("document.title").getByRole("button", { name: "Reject…" }).click();
await confirm("away", () => dialog().getByLabel("Reason").fill("spam"));
await undo("afterAll", "Approve it after all");
found.website = await believed("Dee", "website");
await card("Northwind").getByRole("checkbox").check();
await card("نباتية").getByRole("checkbox").check();
await button("Reject selected…").click();
await confirm("many", () => dialog().getByLabel("Reason").fill("not now"));
await undo("manyAfterAll", "Approve them after all");
found.left = await page.locator(".case").count();
await go("review/queue");
await trial.picture(page, "review-queue", { whole: true });

// A contradiction, opened by keyboard, kept, and its rejection lifted.
await go("review/contradictions");
await card("vegan").waitFor();
await settled(page);
await page.keyboard.press("j");
await page.keyboard.press("Enter");
await page.getByRole("heading", { name: "Answer" }).waitFor();
found.address = new URL(page.url()).hash;
await trial.picture(page, "review-contradiction");
found.axe.contradiction = await trial.axe(page);
await tabTo(page, "Another value…");
await page.keyboard.press("Enter");
await dialog().waitFor();
expect(await dialog().locator("button[type=submit]").isDisabled(), "a value is not asked for");
await page.keyboard.press("Escape");
await tabTo(page, "Keep…", { key: "Shift+Tab" });
await page.keyboard.press("Enter");
await tabTo(page, /^Reason/);
await settled(page);
found.effects.keep = await lines(dialog());
await page.keyboard.insertText("asked her");
await page.keyboard.press("Enter");
await closed(page);
await settled(page);
found.done.keep = await said();
found.answered = await page.locator("article").innerText();
await undo("lift", /^Lift the rejection/);
found.diet = await believed("Ann", "diet");

// The loop, seen as one, and answered by context; its contexts are asked for.
await go("review/loops");
found.loops = await page.locator("table").innerText();
await go("review/contradictions");
await card("job title").getByRole("link", { name: "Answer" }).click();
await button("By context…").click();
await dialog().waitFor();
expect(await dialog().locator("button[type=submit]").isDisabled(), "contexts are not asked for");
await dialog().getByLabel("baker").fill("at work");
await trial.picture(page, "review-context");
await confirm("context");
found.jobs = (await believed("Bo", "job_title")).sort();
await go("review/contradictions");
found.none = await page.locator(".empty").innerText();
await page.getByLabel("Show").selectOption("resolved");
await page.locator(".case").first().waitFor();
await settled(page);
found.resolved = await page.locator(".case").count();

// Entities: merged, split again.
await go("review/merges");
await trial.picture(page, "review-merges");
await card("Nunez").getByRole("button", { name: "Same entity…" }).click();
await confirm("merge");
const named = `{ entity(name: "Maria Nunez") { name } }`;
found.merged = (await trial.post(named)).entity.name;
await undo("split", "Split again");
found.split = (await trial.post(named)).entity.name;

// A claim taken back, a convention, a rejection.
await go("review/claims");
found.pairs = await page.locator(".case").count();
await card("Bonn").getByRole("button", { name: "Take back…" }).last().click();
await confirm("revoke", () => dialog().getByLabel("Reason").fill("it was a visit"));
found.homes = await believed("Eve", "lives_in");
await go("review/conventions");
await button("Accept as a convention…").click();
await confirm("convention");
await go("review/rejections");
await card("Leiden").getByRole("button", { name: "Lift…" }).click();
await confirm("lifted", () => dialog().getByLabel("Reason").fill("it was right"));
await go("review/loops");
found.loopsLeft = await page.locator("table, .empty").innerText();

// Every tab in one scheme and width and in the others; what a reader is offered.
found.overflow = {};
for (const [scheme, size] of [["light", "wide"], ["dark", "narrow"]]) {
  const reader = await trial.open({ role: "READER", path: "review", scheme, size });
  for (const tab of TABS) {
    await go(`review/${tab}`, reader);
    found.axe[`${tab} ${scheme} ${size}`] = await trial.axe(reader);
    const over = await reader.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) found.overflow[`${tab} ${size}`] = over;
  }
  await go("review/queue", reader);
  await reader.locator(".case").first().waitFor();
  found.offered = await reader.locator("main button").allInnerTexts();
  await reader.context().close();
}
found.title = await page.title();
await trial.end(found);

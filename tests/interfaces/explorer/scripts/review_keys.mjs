// The review desk without a mouse: claims, merges, conventions and rejections, each decided on, and
// taken back where that is offered.
import { expect, focused, settled, start, tabTo } from "./browser.mjs";

const trial = await start();
const found = { done: {}, effects: {} };
const page = await trial.open({ path: "review" });
// Also one that is closed and has not gone yet.
const dialog = page.locator("dialog");
const press = (key) => page.keyboard.press(key);
const said = async () => (await page.locator(".done").innerText()).replaceAll(/\s+/g, " ");

// A tab of the desk, by its link.
async function go(tab) {
  await page.locator("h1").waitFor();
  await settled(page);
  await tabTo(page, new RegExp(`^${tab}`));
  await press("Enter");
  await page.waitForURL(new RegExp(tab, "i"));
  await page.locator(".case").first().waitFor();
  await settled(page);
}

// To a card by its key, down or, where the keyboard was on it or behind it, up.
async function walk(text) {
  const name = await tabTo(page, text, { key: "j", steps: 20 }).catch(() =>
    tabTo(page, text, { key: "k", steps: 20 }),
  );
  expect(await page.locator(".case:focus").isVisible(), `no card is chosen: ${name}`);
}

// What the dialog says that it will do, a reason where one is asked for, and Enter.
async function decide(name, reason) {
  await dialog.waitFor();
  await settled(page);
  found.effects[name] = await dialog.locator(".effects > li > span:last-child").allInnerTexts();
  if (reason === undefined) await tabTo(page, "Merge");
  else {
    if (!/^Reason/.test(await focused(page))) await tabTo(page, /^Reason/);
    await page.keyboard.insertText(reason);
  }
  await press("Enter");
  await dialog.waitFor({ state: "detached" });
  await settled(page);
  found.done[name] = await said();
}

async function undo(name, word) {
  const before = await said();
  await tabTo(page, word, { key: "Shift+Tab" });
  await press("Enter");
  await page.waitForFunction(
    (was) => document.querySelector(".done")?.innerText.replace(/\s+/g, " ") !== was,
    before,
  );
  await settled(page);
  found.done[name] = await said();
}

const VALUES = `query ($name: String!, $attribute: String!) { entity(name: $name) { name
  beliefs(attribute: $attribute) { edges { node { value target { name } } } } } }`;
const believed = async (name, attribute) => {
  const { entity } = await trial.post(VALUES, { name, attribute });
  return (entity?.beliefs.edges ?? []).map(({ node }) => node.target?.name ?? node.value);
};

// Claims: Enter leads to what was ever said in the slot; a claim is taken back by its button.
await go("Claims");
await walk(/Eve · lives in/);
await press("Enter");
await page.waitForURL(/view=versions/);
found.opened = new URL(page.url()).hash;
await page.goBack();
await page.locator(".case").first().waitFor();
await settled(page);
await walk(/Eve · lives in/);
await tabTo(page, "Take back…");
await tabTo(page, "Take back…");
await press("Enter");
await decide("claim", "it was a visit");
found.homes = await believed("Eve", "lives_in");

// Merges: one pair is one, and then two again; another pair is two.
await go("Merges");
await walk(/Nunez/);
await press("Enter");
await dialog.waitFor();
await press("Escape");
await dialog.waitFor({ state: "detached" });
expect(/Nunez/.test(await focused(page)), "the keyboard is lost");
await press("Enter");
await decide("merge");
const NAMED = `{ entity(name: "Maria Nunez") { name } }`;
found.merged = (await trial.post(NAMED)).entity.name;
await undo("split", "Split again");
found.split = (await trial.post(NAMED)).entity.name;
await walk(/Gross/);
await tabTo(page, "Different entities…");
await press("Enter");
await decide("apart", "father and son");
const KEPT = `{ mergeProposals(status: DISMISSED) { edges { node {
  one { name } other { name } reason } } } }`;
found.apart = (await trial.post(KEPT)).mergeProposals.edges.map(({ node }) => node);

// A convention, and none again.
await go("Conventions");
await walk(/green tea/);
await press("Enter");
await decide("convention", "she said so");
const RULES = `{ memories(attribute: "favourite_drink", status: ACTIVE) { edges { node { tags } } } }`;
const rules = async () =>
  (await trial.post(RULES)).memories.edges.filter(({ node }) => node.tags.includes("convention"))
    .length; // prettier-ignore
found.rules = await rules();
await undo("none", "Take it back");
found.rulesAfter = await rules();

// A rejection.
await go("Rejections");
await walk(/Leiden/);
await press("Enter");
await decide("lifted", "it was right");
const STANDING = `{ rejections(first: 50) { edges { node { value liftedAt } } } }`;
found.standing = (await trial.post(STANDING)).rejections.edges
  .filter(({ node }) => node.liftedAt === null)
  .map(({ node }) => node.value);
await trial.end(found);

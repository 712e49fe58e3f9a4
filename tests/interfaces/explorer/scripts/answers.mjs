// The answers to a contradiction, each as a person gives it: what it will do, and what it has done.
import { closed, settled, start } from "./browser.mjs";

const trial = await start();
const page = await trial.open({ path: "review/contradictions" });
const dialog = page.getByRole("dialog");
const found = {};
const REJECTED = `query ($id: ID!) { rejections(entity: $id, first: 50) { edges { node {
  value liftedAt } } } }`;

async function standing(name) {
  const { entity } = await trial.post(`query ($name: String!) { entity(name: $name) { id
    beliefs(attribute: "diet") { edges { node { value context } } } } }`, { name }); // prettier-ignore
  const { rejections } = await trial.post(REJECTED, { id: entity.id });
  return {
    believed: entity.beliefs.edges.map(({ node }) => node.value).sort(),
    rejected: rejections.edges.filter(({ node }) => !node.liftedAt).map(({ node }) => node.value).sort(),
  };
}

// All that the line offers to take back, one after the other; what the store says then.
async function undone(name) {
  const words = await page.locator(".done-buttons button:not(.more)").allInnerTexts();
  for (const word of words) {
    const before = await page.locator(".done").innerText();
    await page.locator(".done").getByRole("button", { name: word }).click();
    await page.waitForFunction(
      (was) => document.querySelector(".done")?.innerText !== was,
      before,
    );
    await settled(page);
  }
  return { words, ...(await standing(name)) };
}

async function answer(name, word, value) {
  await page.goto(`${trial.given.url}/#/review/contradictions`);
  const card = page.locator(".case", { hasText: name });
  await card.getByRole("link", { name: "Answer" }).click();
  await page.getByRole("heading", { name: "Answer" }).waitFor();
  await page.getByRole("button", { name: `${word}…`, exact: true }).click();
  await dialog.waitFor();
  if (word === "Another value") {
    await dialog.getByLabel("The value that is right").fill(value);
  } else if (value) await dialog.getByLabel("vegan").fill(value);
  await settled(page);
  const effects = await dialog.locator(".effects > li > span:last-child").allInnerTexts();
  await dialog.locator("button[type=submit]").click();
  await closed(page);
  await settled(page);
  found[word] = {
    ...(await standing(name)),
    effects,
    done: (await page.locator(".done").innerText()).replaceAll(/\s+/g, " "),
    shown: (await page.locator("article").innerText()).replaceAll(/\s+/g, " "),
    undone: await undone(name),
  };
}

await answer("Fay", "Replace");
await answer("Gus", "Neither");
await answer("Kim", "Another value", "pescatarian");
await answer("Lou", "By context", "at work");
// Last, as it makes the attribute hold many values for everybody.
await answer("Ivy", "Many values");
await trial.end(found);

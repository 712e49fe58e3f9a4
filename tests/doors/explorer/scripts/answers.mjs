// The answers to a contradiction, each as a person gives it: what it will do, and what it has done.
import { settled, start } from "./browser.mjs";

const trial = await start();
const page = await trial.open({ path: "review/contradictions" });
const dialog = page.getByRole("dialog");
const found = {};
const VALUES = `query ($name: String!) { entity(name: $name) {
  beliefs(attribute: "diet") { edges { node { value } } } } }`;

async function answer(name, word, value) {
  await page.goto(`${trial.given.url}/#/review/contradictions`);
  const card = page.locator(".case", { hasText: name });
  await card.getByRole("link", { name: "Answer" }).click();
  await page.getByRole("heading", { name: "Answer" }).waitFor();
  await page.getByRole("button", { name: `${word}…`, exact: true }).click();
  await dialog.waitFor();
  if (value) await dialog.getByLabel("The value that is right").fill(value);
  await settled(page);
  const effects = await dialog.locator(".effects > li > span:last-child").allInnerTexts();
  await dialog.locator("button[type=submit]").click();
  await dialog.waitFor({ state: "detached" });
  await settled(page);
  const { entity } = await trial.post(VALUES, { name });
  found[word] = {
    effects,
    done: (await page.locator(".done").innerText()).replaceAll(/\s+/g, " "),
    shown: (await page.locator("article").innerText()).replaceAll(/\s+/g, " "),
    believed: entity.beliefs.edges.map(({ node }) => node.value).sort(),
  };
}

await answer("Fay", "Replace");
await answer("Gus", "Neither");
await answer("Kim", "Another value", "pescatarian");
// Last, as it makes the attribute hold many values for everybody.
await answer("Ivy", "Many values");
await trial.end(found);

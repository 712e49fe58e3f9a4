// A question in plain words, by keyboard and by mouse: what comes, what does not, what was asked.
import { expect, settled, start, tabTo } from "./browser.mjs";

const trial = await start();
const { ids, given } = trial;
const found = { axe: {} };
const go = async (page, path) => {
  await page.goto(`${given.url}/#/${path}`);
  await page.locator("h1").waitFor();
  await settled(page);
};
const items = (page) => page.locator(".recalled > li .says").allInnerTexts();
const rows = (page) => page.locator("tbody tr").allInnerTexts();

// By keyboard.
const page = await trial.open({ path: "recall" });
await page.getByText("The beliefs that are relevant").waitFor();
await trial.picture(page, "ask-empty");
found.axe.empty = await trial.axe(page);
await page.keyboard.insertText("Where does Ana live?");
await page.keyboard.press("Enter");
await page.locator(".recalled > li").first().waitFor();
await settled(page);
found.items = await items(page);
found.parts = await page.locator(".recalled > li").first().locator(".share").allInnerTexts();
found.degraded = await page.locator(".notice li").allInnerTexts();
found.questions = await page.locator("section", { hasText: "Questions to ask" }).innerText();
found.left = await rows(page);
expect(page.url().includes("q=Where+does+Ana+live"), "the question is not in the address");
await tabTo(page, "The context as a model gets it");
await page.keyboard.press("Enter");
found.context = await page.getByLabel("Context", { exact: true }).innerText();
await tabTo(page, /^Why not another memory/);
await page.keyboard.insertText(`${given.url}/#/memory/${ids.bruno}?view=1`);
await page.keyboard.press("Enter");
await page.locator(".any dl dd").first().waitFor();
found.explained = await page.locator(".any dl").innerText();
await trial.picture(page, "ask", { whole: true });
found.axe.asked = await trial.axe(page);

// By mouse: what else may come, and how much.
await page.getByText("Options", { exact: true }).click();
await page.getByLabel("original messages").click();
await page.locator(".turns > li").first().waitFor();
found.episodes = await page.locator(".turns > li").allInnerTexts();
expect(page.url().includes("EPISODES"), "the kinds are not in the address");
await page.getByLabel("Results at most").fill("1");
await page.getByLabel(/^About/).fill("Bruno");
await page.getByRole("button", { name: "Ask", exact: true }).click();
await page.waitForURL(/k=1/);
await settled(page);
found.about = await items(page);
found.elsewhere = await rows(page);

// What was asked before, as it was answered.
await page.getByRole("link", { name: "Where does Ana live?" }).last().click();
await page.waitForURL(/recall=/);
await settled(page);
found.before = await items(page);

// As of another time, of nobody, of nothing that is known, and refused.
await go(page, "recall?q=Where+does+Ana+live%3F&true-at=2020-06-01T00:00:00Z");
found.then = await items(page);
await go(page, "recall?q=Where+does+Ana+live%3F&about=Nobody+At+All");
await page.getByText("No entity has this name").waitFor();
await go(page, "recall?q=How+tall+is+the+Eiffel+tower%3F");
await page.getByText("No belief is relevant").waitFor();
await go(page, "recall?q=Where%3F&k=0");
found.refused = await page.getByRole("alert").innerText();

// What others wrote is text, also in the question.
const markup = encodeURIComponent("What does <script>alert('name')</script> like? <img src=x>");
await go(page, `recall?q=${markup}&kinds=MEMORIES,HINTS,EPISODES`);
found.markup = await items(page);
found.elements = await page.locator("#page script, #page img").count();
found.axe.markup = await trial.axe(page);
const dark = await trial.open({ role: "READER", scheme: "dark", size: "narrow", path: "recall?q=Ana" });
await dark.locator("h1").waitFor();
await settled(dark);
found.axe.dark = await trial.axe(dark);
found.overflow = await dark.evaluate(() => document.documentElement.scrollWidth - innerWidth);
await trial.end(found);

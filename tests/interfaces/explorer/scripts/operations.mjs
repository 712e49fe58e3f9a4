// Operations as a person uses them: jobs, tasks, consolidation, the check, figures, the audit, the
// registry and the policy, by keyboard and by mouse.
import { closed, settled, start, tabTo } from "./browser.mjs";

const trial = await start();
const found = { axe: {}, done: {}, effects: {}, overflow: {} };
const TABS = ["jobs", "tasks", "consolidation", "check", "stats", "audit", "attributes", "policy"];

const page = await trial.open({ path: "operations" });
const dialog = (one = page) => one.getByRole("dialog");
const said = async (one = page) => (await one.locator(".done").innerText()).replaceAll(/\s+/g, " ");
const rows = (one = page) => one.locator("tbody tr").allInnerTexts();

async function go(path, one = page) {
  await one.goto(`${trial.given.url}/#/${path}`);
  await one.locator("h1").waitFor();
  await settled(one);
}

async function confirmed(name) {
  await dialog().waitFor();
  found.effects[name] = await dialog().locator(".effects > li > span:last-child").allInnerTexts();
  await dialog().locator("button[type=submit]").click();
  await closed(page);
  await settled(page);
  found.done[name] = await said();
}

const jobs = "{ jobs(newestFirst: true, first: 9) { edges { node { id status } } } }";
const job = async () => (await trial.post(jobs)).jobs.edges.map(({ node }) => node);

// A job cancelled and run again, by mouse; its decisions by keyboard.
await page.locator("tbody tr").first().waitFor();
await settled(page);
await page.locator(".tools", { hasText: "queued," }).waitFor();
found.counts = await page.locator(".tools").innerText();
await page.getByRole("button", { name: "Cancel…" }).first().click();
await confirmed("cancel");
found.cancelled = (await job()).map(({ status }) => status);
await page.getByLabel("Show").selectOption("cancelled");
await page.locator("tbody tr", { hasText: "cancelled" }).waitFor();
await settled(page);
found.chosen = (await rows()).length;
await page.locator(".done").getByRole("button", { name: "Run it again" }).click();
await page.getByText("queued anew").waitFor();
found.again = (await job()).map(({ status }) => status);
await page.locator(".done").getByRole("button", { name: "Cancel it" }).click();
await page.getByText("The job is cancelled.").waitFor();
found.cancelledAgain = (await job()).map(({ status }) => status);
await go("operations/jobs?status=succeeded");
await trial.picture(page, "operations-jobs");
found.reads = await page.locator("tbody td[data-column=Reads]").allInnerTexts();
found.listed = await page.locator("tbody a").evaluateAll((all) =>
  all.map((one) => one.href.split("/").at(-1)),
);
found.newest = (await job()).filter(({ status }) => status === "SUCCEEDED").map(({ id }) => id);
// The last of them was accepted first.
await page.locator("tbody tr").nth(-2).getByRole("link").focus();
await tabTo(page, "Decisions");
await page.keyboard.press("Enter");
await page.getByRole("heading", { name: "Decisions" }).waitFor();
await settled(page);
found.decisions = await page.locator("main .plain > li").allInnerTexts();
await trial.picture(page, "operations-job");
found.axe.job = await trial.axe(page);

// What changes meanwhile comes by itself.
await go("operations/jobs?status=queued");
const before = (await rows()).length;
await trial.post(`mutation { remember(input: { messages: [{ text: "I like rain." }] }) { id } }`);
await page.waitForFunction(
  (count) => document.querySelectorAll("tbody tr").length > count,
  before,
);

// A task run now, by keyboard, by whoever runs the store; a tenant's owner is not offered it.
await go("operations/tasks");
found.ownerRuns = await page.locator("tbody").getByRole("button").count();
const store = await trial.open({ role: "STORE", path: "operations/tasks" });
await settled(store);
await trial.picture(store, "operations-tasks");
await store.locator("tr", { hasText: "unsettled" }).getByRole("button").focus();
await store.keyboard.press("Enter");
await dialog(store).waitFor();
found.axe.dialog = await trial.axe(store);
await tabTo(store, "Run it");
await store.keyboard.press("Enter");
// It goes through all tenants of the store, also those that other tests have left.
await closed(store, { timeout: 120_000 });
await settled(store);
found.done.task = await said(store);
await store.context().close();

// A dry run of a topic, and the task switched on and off.
await go("operations/consolidation");
await page.getByLabel("Topic").fill("work");
await page.keyboard.press("Enter");
await page.getByText("no vector yet").waitFor();
found.dry = await page.locator("main section").first().innerText();
found.topic = new URL(page.url()).hash;
await page.getByRole("button", { name: "Have the task do it" }).click();
await page.getByText("from its next run on").waitFor();
await page.getByRole("button", { name: "No more" }).click();
await page.getByText("leaves this tenant alone").waitFor();
await trial.picture(page, "operations-consolidation");

// The check, asked by Enter; a number that is none of it is refused in words.
await go("operations/check");
await page.getByLabel("Sample").fill("200");
await page.keyboard.press("Enter");
await page.getByText("All invariants hold").waitFor({ timeout: 120_000 });
found.sample = new URL(page.url()).hash;
await trial.picture(page, "operations-check");
await go("operations/check?sample=0");
found.refused = await page.getByRole("alert").innerText();

// Figures, the registry, the policy.
await go("operations/stats");
found.days = (await rows()).map((row) => row.replaceAll(/\s+/g, " "));
found.json = (await page.locator("main").innerText()).includes("{");
await trial.picture(page, "operations-stats");
await go("operations/attributes");
await page.getByLabel("Name or category").fill("lives in");
await settled(page);
found.attributes = (await rows()).map((row) => row.replaceAll(/\s+/g, " "));
await trial.picture(page, "operations-attributes");
await go("operations/policy");
found.policy = await page.locator("main").innerText();
await trial.picture(page, "operations-policy");

// The audit: narrowed by an action, by a point of time, by a subject.
await go("operations/audit");
await page.locator("tbody tr").first().waitFor();
found.all = (await rows()).length;
await page.getByLabel("Action").fill("correct");
await page.getByRole("button", { name: "Show" }).click();
await page.waitForFunction(() => location.hash.includes("action=correct"));
await page.getByText("misheard").first().waitFor();
await settled(page);
found.corrections = await rows();
await trial.picture(page, "operations-audit");
await page.getByLabel("Since").fill("once upon a time");
await page.keyboard.press("Enter");
await page.getByText("write 2026").waitFor();
await page.getByLabel("Since").fill("9000");
await page.keyboard.press("Enter");
await page.getByText("No record matches.").waitFor();
await go(`operations/audit?subject=${trial.ids.misheard}`);
found.about = (await rows()).length;

// Every tab in one scheme and width and in the others; what a reader is offered.
for (const [scheme, size] of [["light", "wide"], ["dark", "narrow"]]) {
  const reader = await trial.open({ role: "READER", path: "operations", scheme, size });
  found.offered = {};
  for (const tab of TABS) {
    await go(`operations/${tab}`, reader);
    found.axe[`${tab} ${scheme} ${size}`] = await trial.axe(reader);
    found.offered[tab] = await reader.locator("main button").allInnerTexts();
    const over = await reader.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) found.overflow[`${tab} ${size}`] = over;
  }
  await go("operations/consolidation", reader);
  found.may = await reader.locator("main").innerText();
  await reader.context().close();
}
await trial.end(found);

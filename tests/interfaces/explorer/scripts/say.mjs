// Something is said, by keyboard and by mouse, and its decisions and changes arrive by themselves.
import { expect, start, tabTo } from "./browser.mjs";

const trial = await start();
const found = { axe: {} };
const page = await trial.open({ path: "say" });
const jobs = page.locator(".job");
const decisions = (job) => job.locator(".decisions > li").allInnerTexts();
await page.getByText("What is found in your message").waitFor();
await trial.picture(page, "say-empty");
found.axe.empty = await trial.axe(page);

// By keyboard.
await page.keyboard.insertText("My sister Zoe lives in Lagos. I'm allergic to peanuts.");
await tabTo(page, /^Speaker/);
await page.keyboard.insertText("Ana");
await tabTo(page, /^Session/);
await page.keyboard.insertText("porch");
await page.keyboard.press("Enter");
await jobs.first().getByText("succeeded").waitFor();
found.first = await decisions(jobs.first());
await page.locator(".live .begins").getByText("Lagos").waitFor();
found.live = await page.locator(".live .effects > li").allInnerTexts();
expect(/jobs=/.test(page.url()), "the job is not in the address");

// By mouse, with markup, to one subject alone, at another time; two jobs stand there.
await page.getByLabel("Message").fill(
  "<script>alert('said')</script> I live in Evora. <img src=x onerror=\"alert('said')\"> \u202eabc",
);
await page.getByLabel(/^When/).fill("2026-11-01 09:30");
await page.getByLabel(/^Private to/).fill("ana");
await page.getByRole("button", { name: "Add message", exact: true }).click();
await page.waitForFunction(() => document.querySelectorAll(".job").length === 2);
await jobs.first().getByText("succeeded").waitFor();
found.quoted = await jobs.first().locator("blockquote").innerText();
found.elements = await page.locator("#page script, #page img").count();
await jobs.first().getByText("What was read").first().click().catch(() => {});
await trial.picture(page, "say", { whole: true });
found.axe.said = await trial.axe(page);

// A pause, during which nothing comes, and after which nothing is missed.
const SAY = `mutation { assertBelief(input: { entityName: "Paula", attribute: "likes", value: "rain" }) {
  outcome } }`;
await page.getByRole("button", { name: "Pause" }).click();
await trial.post(SAY);
await page.getByRole("button", { name: "Resume" }).click();
await page.locator(".live").getByText("rain").waitFor();

// What is no time is said; what the service refuses too.
await page.getByLabel("Message").fill("Good morning.");
await page.getByLabel(/^When/).fill("yesterday");
await page.getByText("A time is written as").waitFor();
expect(await page.getByRole("button", { name: "Add message", exact: true }).isDisabled(), "it may be said");
await page.getByLabel(/^When/).fill("2100-01-01");
await page.getByRole("button", { name: "Add message", exact: true }).click();
found.refused = await page.getByRole("alert").innerText();

// A link to the jobs shows them again; a reader may not say anything.
await page.reload();
await jobs.nth(1).getByText("succeeded").waitFor();
found.again = await decisions(jobs.nth(1));
const reader = await trial.open({ role: "READER", path: "say", scheme: "dark" });
found.reader = await reader.getByRole("alert").innerText();
found.menu = await reader.getByRole("navigation", { name: "Pages" }).innerText();

// A time of day is that of the place where it is said, unless another offset is written.
const away = await trial.open({ role: "WRITER", path: "say", zone: "America/New_York" });
found.occurred = [];
for (const when of ["2026-11-10 21:30", "2026-07-10", "2026-11-10 21:30 +05:30", "2026-11-10 21:30 UTC"]) {
  await away.getByLabel("Message").fill("I moved to Evora yesterday.");
  await away.getByLabel(/^When/).fill(when);
  const [request] = await Promise.all([
    away.waitForRequest((one) => (one.postData() ?? "").includes("occurredAt")),
    away.keyboard.press("Enter"),
  ]);
  const { variables } = request.postDataJSON();
  found.occurred.push(variables.input.messages[0].occurredAt);
  await away.waitForFunction(() => document.querySelector("textarea").value === "");
}
const dark = await trial.open({ role: "WRITER", path: "say", scheme: "dark", size: "narrow" });
await dark.getByLabel("Message").waitFor();
found.axe.dark = await trial.axe(dark);
found.overflow = await dark.evaluate(() => document.documentElement.scrollWidth - innerWidth);
await trial.end(found);

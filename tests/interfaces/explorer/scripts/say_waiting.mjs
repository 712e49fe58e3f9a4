// A job that nobody reads yet is cancelled, and tried again.
import { start, tabTo } from "./browser.mjs";

const trial = await start();
const page = await trial.open({ path: "say" });
await page.getByLabel("Message").fill("I live in Lisbon.");
await page.keyboard.press("Control+Enter");
const job = page.locator(".job");
await job.getByText("queued").waitFor();
await job.getByRole("button", { name: "Cancel" }).click();
await job.getByText("cancelled", { exact: true }).waitFor();
await tabTo(page, "Try again", { key: "Shift+Tab" }).catch(() => tabTo(page, "Try again"));
await page.keyboard.press("Enter");
await job.getByText("queued").waitFor();
const [id] = /jobs=([^&]+)/.exec(page.url()).slice(1);
const found = await trial.post("query ($id: ID!) { job(id: $id) { status } }", { id });
await trial.end(found.job);

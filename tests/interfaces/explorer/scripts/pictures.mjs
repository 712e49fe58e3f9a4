// The pictures of the explorer that README.md shows: a slot on both axes of time, and the words that
// a belief rests on. The page believes that it is the day on which the story ends.
import { start } from "./browser.mjs";

const trial = await start();
const { given, ids } = trial;

async function shoot(name, path, height, shown) {
  const page = await trial.open({ path: "search" });
  await page.clock.setFixedTime(new Date(given.ids.now));
  await page.setViewportSize({ width: 1280, height });
  await page.evaluate((to) => (location.hash = `#/${to}`), path);
  await page.getByText(shown).first().waitFor();
  await page.waitForFunction(() => !document.querySelector(".loading, .stale, [aria-busy=true]"));
  // Who is signed in is of no interest to a stranger.
  await page.evaluate(() => (document.querySelector(".who").style.visibility = "hidden"));
  await page.screenshot({ path: `${given.pictures}/${name}.png` });
  await page.context().close();
}

const versions = new URLSearchParams({
  view: "versions",
  slot: "lives_in",
  "true-at": "2026-09-10T00:00:00Z",
  "known-at": "2026-08-01T00:00:00Z",
  window: "2026-04-15T00:00:00Z..2026-12-01T00:00:00Z",
});
await shoot("versions", `entity/${ids.Mike}?${versions}`, 730, "known 5 May");
await shoot("why", `memory/${ids.Berlin}`, 830, "Beliefs that rest on it");
await trial.end();

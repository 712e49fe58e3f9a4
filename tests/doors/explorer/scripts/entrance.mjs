// Signing in by a link and by a token, what is kept of either, and what is told when it fails.
import { expect, settled, start, tabTo } from "./browser.mjs";

const trial = await start();
const { ids } = trial;
const found = {};
const alert = (page) => page.getByRole("alert").innerText();
const kept = (page) =>
  page.evaluate(() => ({
    address: location.href,
    steps: history.length,
    cookie: document.cookie,
    local: localStorage.length,
    session: Object.keys(sessionStorage),
  }));

// The link leads where it says, and nothing of it stays.
const fragment = `enter=${ids.code}&to=entity/${ids.Ana}`;
const linked = await trial.open({ role: null, fragment });
await linked.getByRole("heading", { name: "Ana" }).waitFor();
found.who = await linked.locator(".who").innerText();
found.kept = await kept(linked);
expect(!found.kept.address.includes(ids.code), "the code stands in the address");
await linked.goBack();
found.before = linked.url();

// The same link is good once.
const again = await trial.open({ role: null, fragment, meant: ["401"] });
found.reused = await alert(again);
found.axe = { entrance: await trial.axe(again) };
await trial.picture(again, "entrance");

// A token that is none says so, and the next one is taken; all by the keyboard.
await again.keyboard.type("nonsense");
await again.keyboard.press("Enter");
await again.getByText("no longer, good").waitFor();
found.refused = await alert(again);
await again.getByLabel("Access token").focus();
await again.keyboard.type(trial.given.tokens.REVIEWER);
await again.keyboard.press("Enter");
await settled(again);
found.entered = await again.locator(".who").innerText();
found.menu = await again.getByRole("navigation", { name: "Pages" }).getByRole("link").allInnerTexts();

// Who leaves has left, and is told no error.
await tabTo(again, "Sign out");
await again.keyboard.press("Enter");
await again.getByLabel("Access token").waitFor();
found.left = { alerts: await again.getByRole("alert").count(), ...(await kept(again)) };

// Whose token has ended comes back to where that was, in another tab, by the next link.
const ended = await trial.open({ token: ids.ended, path: `entity/${ids.Ana}`, meant: ["401"] });
found.ended = await alert(ended);
const back = await ended.context().newPage();
await back.goto(`${trial.given.url}/#enter=${ids.next}`);
await back.getByRole("heading", { name: "Ana" }).waitFor();
found.back = await kept(back);

await trial.end(found);

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
const linked = await trial.open({ role: null, fragment, meant: ["401"] });
await linked.getByRole("heading", { name: "Ana" }).waitFor();
found.who = await linked.locator(".who").innerText();
found.kept = await kept(linked);
expect(!found.kept.address.includes(ids.code), "the code stands in the address");
await linked.goBack();
found.before = linked.url();
await linked.goForward();
await linked.getByRole("heading", { name: "Ana" }).waitFor();

// A new tab of the same browser is signed in as the open one is; one of another browser is not.
const beside = await linked.context().newPage();
await beside.goto(`${trial.given.url}/#/entity/${ids.Rui}`);
await beside.getByRole("heading", { name: "Rui" }).waitFor();
found.beside = await beside.locator(".who").innerText();
const apart = await trial.open({ role: null, path: `entity/${ids.Rui}` });
await apart.getByLabel("Access token").waitFor();

// A link signs in in a tab that is open already; who signs out does so in all of them.
await beside.goto(`${trial.given.url}/#enter=${ids.other}&to=entity/${ids.Ana}`);
await beside.getByRole("heading", { name: "Ana" }).waitFor();
await beside.locator(".who", { hasText: "olga" }).waitFor();
found.other = await beside.locator(".who").innerText();
found.first = await linked.locator(".who").innerText();
const third = await linked.context().newPage();
await third.goto(`${trial.given.url}/`);
await third.getByRole("heading", { name: "Entities" }).waitFor();
for (const tab of [linked, beside, third]) {
  if (await tab.getByRole("button", { name: "Sign out" }).isVisible()) {
    await tab.getByRole("button", { name: "Sign out" }).click();
  }
}
await third.getByLabel("Access token").waitFor();
await linked.reload();
await linked.getByLabel("Access token").waitFor();
found.signedOut = (await kept(linked)).session;

// A link that is used up says so in an open tab too.
await linked.goto(`${trial.given.url}/#enter=${ids.code}`);
found.usedInOpenTab = await alert(linked);

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

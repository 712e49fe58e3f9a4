// GraphiQL as a person uses it, in a real browser: by keyboard alone, in light and dark.
import { createRequire } from "node:module";

const [folder, browser, address, token, pictures] = process.argv.slice(2);
const { chromium } = createRequire(folder + "/")("playwright-core");
const running = await chromium.launch({ executablePath: browser, args: ["--no-sandbox"] });
const told = { elsewhere: [], complaints: [], stored: {}, behind: {} };
const origin = new URL(address).origin;

const post = (query) =>
  fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  }).then((answer) => answer.json());
const say = (value) =>
  post(`mutation { assertBelief(input: {
    entityName: "Ana", attribute: "likes", value: "${value}"
  }) { outcome } }`);

async function opened(colorScheme) {
  const context = await running.newContext({ colorScheme, viewport: { width: 1280, height: 800 } });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  page.on("request", (one) => {
    const { protocol, origin: asked } = new URL(one.url());
    if (!["data:", "blob:"].includes(protocol) && asked !== origin) told.elsewhere.push(one.url());
  });
  page.on("websocket", (one) => {
    if (new URL(one.url()).host !== new URL(origin).host) told.elsewhere.push(one.url());
  });
  page.on("pageerror", (error) => told.complaints.push(String(error)));
  page.on("console", (one) => {
    // A browser tells of each refused request; the one with a wrong token is meant to be.
    const meant = one.text().includes("401");
    if (["error", "warning"].includes(one.type()) && !meant) told.complaints.push(one.text());
  });
  await page.goto(address);
  return page;
}

const picture = (page, name) => pictures && page.screenshot({ path: `${pictures}/${name}.png` });
const shown = (page, text) =>
  page.waitForFunction(
    (wanted) =>
      document.querySelector(".result-window")?.innerText.replace(/\s/g, "").includes(wanted),
    text.replace(/\s/g, ""),
    { timeout: 10_000 },
  );

async function enter(page, given) {
  // The field has the focus already.
  await page.keyboard.insertText(given);
  await page.keyboard.press("Enter");
}

async function ask(page, name, query, seen) {
  await page.locator(".graphiql-query-editor .view-lines").click();
  // Pasted, because the editor closes brackets that are typed.
  await page.evaluate((text) => navigator.clipboard.writeText(text), query);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+v");
  // It has understood what stands there when it tells its name.
  await page.locator(".graphiql-tab-active", { hasText: name }).waitFor();
  // A press that comes before the editor listens is lost, as a person would notice.
  for (let tries = 1; ; tries += 1) {
    await page.keyboard.press("Control+Enter");
    try {
      return await seen();
    } catch (error) {
      if (tries === 10) throw error;
    }
  }
}

for (const scheme of ["light", "dark"]) {
  const page = await opened(scheme);
  await page.getByLabel("Access token").waitFor();
  await picture(page, `${scheme}-entrance`);
  await enter(page, "no token");
  await page.getByText("Refused:").waitFor();
  await page.getByLabel("Access token").fill("");
  await enter(page, token);
  await page.locator(".graphiql-query-editor .view-lines").waitFor();
  const behind = (shown) => getComputedStyle(shown).backgroundColor;
  told.behind[scheme] = await page.locator(".graphiql-container").evaluate(behind);

  await say(`tea in ${scheme}`);
  await ask(
    page,
    "Ana",
    `query Ana { entity(name: "Ana") { name beliefs { edges { node { value } } } } }`,
    () => shown(page, `"value": "tea in ${scheme}"`),
  );
  await picture(page, `${scheme}-result`);

  await page.getByRole("button", { name: "Show Documentation Explorer" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Query", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "beliefs", exact: true }).waitFor();
  await picture(page, `${scheme}-documentation`);

  await ask(
    page,
    "Changes",
    "subscription Changes { beliefChanges { change { inserted { value } } } }",
    () => page.getByRole("button", { name: "Stop query" }).waitFor({ timeout: 10_000 }),
  );
  const heard = shown(page, `"value": "milk in ${scheme} `);
  let over = false;
  heard.finally(() => (over = true)).catch(() => {});
  // Until the subscription has begun nobody hears what is said.
  for (let number = 0; !over && number < 60; number += 1) {
    await say(`milk in ${scheme} ${number}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await heard;
  await picture(page, `${scheme}-subscription`);

  told.stored[scheme] = await page.evaluate(() => ({
    kept: Object.keys(localStorage).length,
    cookies: document.cookie,
    token: sessionStorage.getItem("doxa.token") !== null,
  }));
  await page.getByRole("button", { name: "Leave" }).click();
  await page.getByLabel("Access token").waitFor();
  told.left = await page.evaluate(() => Object.keys(sessionStorage).length);
  await page.context().close();
}
await running.close();
console.log(JSON.stringify(told));

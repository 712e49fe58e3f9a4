// The explorer in a real browser: pages that are signed in, what is told of them, and what is asked
// of the service beside them. A script begins with `const trial = await start();`.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const SIZES = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } };
const SERIOUS = ["serious", "critical"];

// What `conftest.py` gives: {packages, browser, url, tokens, ids, pictures}. In the answer
// `elsewhere`, `complaints`, `violations` and `dialogs` stay empty if all is well.
export async function start() {
  const given = JSON.parse(process.argv[2]);
  const require = createRequire(given.packages + "/");
  const { chromium } = require("playwright-core");
  const running = await chromium.launch({
    executablePath: given.browser,
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  const told = { elsewhere: [], complaints: [], violations: [], dialogs: [] };
  const source = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  return {
    given,
    ids: given.ids,
    told,
    running,
    open: (options) => open(running, given, told, options),
    axe: (page, within) => axe(page, source, within),
    picture: (page, name, options) => picture(page, given.pictures, name, options),
    post: (query, variables, role) => post(given, query, variables, role),
    // Close the browser, and hand what was found to the Python test.
    async end(found = {}) {
      await running.close();
      console.log(JSON.stringify({ ...told, found }));
    },
  };
}

// A page as somebody sees it who is signed in with that role, or with a `token` of another tenant;
// `role: null` stands at the entrance. `path` is what follows "#/", `fragment` all that follows "#"; `meant` are parts of complaints that the script provokes.
async function open(running, given, told, options = {}) {
  const { role = "OWNER", path = "", scheme = "light", size = "wide", meant = [], zone = "UTC" } =
    options;
  const { token = role === null ? null : given.tokens[role], fragment = `/${path}` } = options;
  const context = await running.newContext({
    colorScheme: scheme,
    viewport: SIZES[size],
    timezoneId: zone,
    locale: "en-GB",
    // Nothing moves in a picture, and nothing waits for it.
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  watch(page, given, told, meant);
  await page.exposeFunction("tellViolation", (text) => told.violations.push(text));
  await page.addInitScript((token) => {
    addEventListener("securitypolicyviolation", (event) =>
      window.tellViolation(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`),
    );
    // Once for this tab: who leaves has left.
    if (token !== null && window.name === "") sessionStorage.setItem("doxa.token", token);
    window.name = "entered";
  }, token);
  await page.goto(`${given.url}/#${fragment}`);
  return page;
}

function watch(page, given, told, meant) {
  const { origin, host } = new URL(given.url);
  page.on("request", (one) => {
    const { protocol, origin: asked } = new URL(one.url());
    if (!["data:", "blob:"].includes(protocol) && asked !== origin) told.elsewhere.push(one.url());
  });
  page.on("websocket", (one) => {
    if (new URL(one.url()).host !== host) told.elsewhere.push(one.url());
  });
  page.on("pageerror", (error) => told.complaints.push(String(error)));
  page.on("console", (one) => {
    if (!["error", "warning"].includes(one.type())) return;
    if (!meant.some((part) => one.text().includes(part))) told.complaints.push(one.text());
  });
  page.on("dialog", (dialog) => {
    told.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
}

// The serious and critical findings of axe-core, one line each; `within` is a selector.
async function axe(page, source, within) {
  // Not by a <script>, which the page's policy forbids.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const found = await page.evaluate((place) => window.axe.run(place ?? document), within ?? null);
  return found.violations
    .filter(({ impact }) => SERIOUS.includes(impact))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) =>
        `${id}: ${target.join(" ")}: ${failureSummary}`.replaceAll(/\s+/g, " "),
      ),
    );
}

// NAME-light-1280.png and so on, the four of them; the page is afterwards as it was before.
async function picture(page, folder, name, { whole = false } = {}) {
  const before = page.viewportSize();
  const dark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  for (const colorScheme of ["light", "dark"]) {
    for (const size of Object.values(SIZES)) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      await twoFrames(page);
      // Where what is sticky stands in its place.
      if (whole) await page.evaluate(() => scrollTo(0, 0));
      const path = `${folder}/${name}-${colorScheme}-${size.width}.png`;
      await page.screenshot({ path, fullPage: whole });
    }
  }
  await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
  await page.setViewportSize(before);
}

// The data of an operation that goes well, asked as the owner unless another role is named.
async function post({ url, tokens }, query, variables = {}, role = "OWNER") {
  const answer = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${tokens[role]}` },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await answer.json();
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

// Go on once the page shows what it was asked for.
export async function settled(page) {
  await twoFrames(page);
  await page.waitForFunction(() => !document.querySelector(".loading, .stale, [aria-busy=true]"));
}

// Go on once no dialog is open; one that stays has something to say.
export async function closed(page, options = {}) {
  const dialog = page.getByRole("dialog");
  try {
    await dialog.waitFor({ state: "detached", ...options });
  } catch (error) {
    throw new Error(`the dialog stays: ${await dialog.innerText()}`, { cause: error });
  }
}

// What follows the address, a press or the width has followed it by the second frame.
const twoFrames = (page) =>
  page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));

// Go on with Tab until what has the keyboard fits; fails after so many steps.
export async function tabTo(page, fits, { steps = 80, key = "Tab" } = {}) {
  const passed = new Set();
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press(key);
    const name = await focused(page);
    passed.add(name.slice(0, 40));
    if (typeof fits === "string" ? name === fits : fits.test(name)) return name;
  }
  throw new Error(`${fits} is not reached by ${key}, but ${[...passed].join(" | ")}`);
}

// What has the keyboard, by its label or its text. The whole page is nothing: it has every text.
export const focused = (page) =>
  page.evaluate(() => {
    const one = document.activeElement === document.body ? null : document.activeElement;
    const label = one?.labels?.[0]?.innerText ?? one?.getAttribute("aria-label");
    return (label ?? one?.innerText ?? "").trim().replaceAll(/\s+/g, " ");
  });

// Fail unless what was meant to hold does.
export function expect(holds, message) {
  if (!holds) throw new Error(message);
}

// How long it takes until the frame after each of some steps is painted, in milliseconds. `step` is
// run in the page, with what is given and its number.
export const paces = (page, step, given = null, steps = 40) =>
  page.evaluate(`(${timed})(${step}, ${JSON.stringify(given)}, ${steps})`);

async function timed(step, given, steps) {
  const painted = () =>
    new Promise((go) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = go;
        port2.postMessage(0);
      }),
    );
  const took = [];
  for (let number = 0; number < steps; number += 1) {
    await painted();
    const began = performance.now();
    const done = step(given, number);
    await painted();
    took.push(performance.now() - began);
    if (done?.() === false) throw new Error("the step changed nothing");
  }
  took.sort((one, other) => one - other);
  return { median: Math.round(took[steps >> 1]), worst: Math.round(took[steps - 1]) };
}

// When each question was asked up to now, and how long its answer took.
export const asked = (page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith("/graphql"))
      .map(({ startTime, duration }) => `${Math.round(startTime)}+${Math.round(duration)}`)
      .join(" "),
  );

// Changes in what is believed, as they are made.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import {
  DoxaClient,
  type Change,
  type SocketLike,
  type SubscribeOptions,
  type Transport,
} from "doxa-client";
import { TOKEN, addressOf, client, somebody, wayToService } from "./support.js";

const doxa = client();

function valuesOf(changes: readonly Change[]): (string | null | undefined)[] {
  return changes.flatMap(({ inserted }) => inserted.map(({ value }) => value));
}

// Somebody of whom something was said, and the cursor of that change.
async function begun(): Promise<{ entity: string; attribute: string; after: string }> {
  const claim = await doxa.store({ entity: somebody(), attribute: "job_title", value: "nurse" });
  const entity = claim.beliefs[0]?.entity.id ?? "";
  const listening = next(doxa.subscribe({ entity, attribute: "mood" }));
  let change: Change | undefined;
  // When it has begun to listen nobody is told: something is said until it is heard.
  for (let number = 0; change === undefined; number += 1) {
    await doxa.store({ entity, attribute: "mood", value: `mood ${number}` });
    change = await Promise.race([listening, later()]);
  }
  return { entity, attribute: "likes", after: change.cursor };
}

async function next(changes: AsyncIterable<Change>): Promise<Change | undefined> {
  for await (const change of changes) return change;
  return undefined;
}

function later(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, 100, undefined));
}

// Node has one since version 22.
const hasSocket = typeof globalThis.WebSocket === "function";
const transports: Transport[] = hasSocket ? ["sse", "websocket"] : ["sse"];

for (const transport of transports) {
  const options: SubscribeOptions = { transport };

  test(`${transport}: a change is heard as it is made, and gone on with behind its cursor`, async () => {
    const said = await begun();
    const like = { entity: said.entity, attribute: "likes" };
    const heard: Change[] = [];
    const listening = (async () => {
      for await (const change of doxa.subscribe(said, options)) {
        heard.push(change);
        if (heard.length === 2) return;
      }
    })();
    await doxa.store({ ...like, value: "tea" });
    await doxa.store({ ...like, value: "milk" });
    await listening;
    const again = await next(doxa.subscribe({ ...said, after: heard[0]?.cursor }, options));

    assert.deepEqual(valuesOf(heard), ["tea", "milk"]);
    assert.deepEqual(again, heard[1]);
  });

  test(`${transport}: where the connection is cut each change comes once all the same`, async () => {
    const said = await begun();
    const like = { entity: said.entity, attribute: "likes" };
    await using way = await wayToService();
    const over = client({ url: way.url });
    const heard: Change[] = [];
    await doxa.store({ ...like, value: "thing 0" });
    for await (const change of over.subscribe(said, options)) {
      heard.push(change);
      if (heard.length === 3) break;
      way.cut();
      await doxa.store({ ...like, value: `thing ${heard.length}` });
    }

    assert.deepEqual(valuesOf(heard), ["thing 0", "thing 1", "thing 2"]);
    assert.equal(way.count(), 3);
  });

  test(`${transport}: a subscription that is given up ends with the caller's reason`, async () => {
    const said = await begun();
    const like = { entity: said.entity, attribute: "likes" };
    const abort = new AbortController();
    const changes = doxa.subscribe(said, { ...options, signal: abort.signal });
    await doxa.store({ ...like, value: "tea" });
    await changes.next();
    const waiting = changes.next();
    abort.abort(new Error("it is late"));

    await assert.rejects(waiting, /it is late/);
    assert.deepEqual(await changes.next(), { done: true, value: undefined });
  });

  test(`${transport}: what is refused ends it at once`, async () => {
    await assert.rejects(next(doxa.subscribe({ after: "nonsense" }, options)), {
      code: "BAD_CURSOR",
    });
    let asked = 0;
    const stranger = client({ token: () => `a.b.${(asked += 1)}` });
    await assert.rejects(next(stranger.subscribe({}, options)), { code: "UNAUTHENTICATED" });
    assert.equal(asked, 2);
  });

  test(`${transport}: a token that is good no more is asked for anew`, async () => {
    const said = await begun();
    const tokens = ["a.b.c"];
    const renewing = client({ token: async () => tokens.pop() ?? TOKEN });
    await doxa.store({ entity: said.entity, attribute: "likes", value: "tea" });
    const change = await next(renewing.subscribe(said, options));

    assert.deepEqual(valuesOf(change ? [change] : []), ["tea"]);
  });

  test(`${transport}: who cannot be reached is tried again, as often as is set`, async () => {
    await using way = await wayToService(2);
    const over = client({ url: way.url, retries: 1 });
    await assert.rejects(next(over.subscribe({}, options)), { code: "UNAVAILABLE" });

    assert.equal(way.count(), 2);
  });

  test(`${transport}: any subscription can be heard to its end`, async () => {
    const job = await doxa.remember({ messages: "I live in Porto." });
    const document = "subscription ($id: ID!) { jobProgress(id: $id) { id status } }";
    type Told = { jobProgress: { id: string; status: string } };
    const heard = [];
    for await (const told of doxa.listen<Told>(document, { id: job.id }, options)) {
      heard.push(told.jobProgress);
    }
    assert.deepEqual(heard.at(-1), { id: job.id, status: "SUCCEEDED" });
  });
}

test("a WebSocket is the one that is given, and without any it is said what to do", async () => {
  const job = await doxa.remember({ messages: "I live in Porto." });
  const document = `subscription { jobProgress(id: "${job.id}") { id } }`;
  const options: SubscribeOptions = { transport: "websocket" };
  const platforms = globalThis.WebSocket;
  try {
    Reflect.deleteProperty(globalThis, "WebSocket");
    assert.throws(() => doxa.listen(document, undefined, options), /give one as `webSocket`/);
    if (!hasSocket) return;
    const heard = [];
    const given = client({ webSocket: platforms });
    for await (const data of given.listen(document, undefined, options)) heard.push(data);
    assert.deepEqual(heard.at(-1), { jobProgress: { id: job.id } });
  } finally {
    if (hasSocket) globalThis.WebSocket = platforms;
  }
});

test("events are read however they are cut, with signs of life between them", async () => {
  const text = "ä\u2028: tea\r";
  const stream = [
    ": ping\r\n\r\n",
    `event: next\r\ndata: ${JSON.stringify({ data: { text } })}\r\n\r\n`,
    ": ping\n\n",
    `event:next\ndata:{"data":\ndata: {"text": "milk"}}\n\n`,
    "event: complete\r\ndata: \r\n\r\n",
  ].join("");
  const service = createServer(async (_, response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    for (const byte of Buffer.from(stream)) {
      response.write(Uint8Array.of(byte));
      await new Promise(setImmediate);
    }
    response.end();
  });
  const reader = new DoxaClient({ url: await addressOf(service), token: "any" });
  const heard = [];
  for await (const data of reader.listen("subscription { text }")) heard.push(data);
  service.closeAllConnections();
  service.close();

  assert.deepEqual(heard, [{ text }, { text: "milk" }]);
});

// A WebSocket that is let in and then hears nothing more.
class SilentSocket implements SocketLike {
  static readonly sent: string[] = [];
  readonly readyState = 1;
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: never) => void) | null = null;
  onerror: ((event: never) => void) | null = null;
  onclose: ((event: never) => void) | null = null;

  constructor() {
    setImmediate(() => this.onopen?.({} as never));
  }

  send(text: string): void {
    const { type } = JSON.parse(text) as { type: string };
    SilentSocket.sent.push(type);
    if (type !== "connection_init") return;
    for (const answer of ["connection_ack", "ping"]) {
      this.onmessage?.({ data: JSON.stringify({ type: answer }) } as never);
    }
  }

  close(): void {
    SilentSocket.sent.push("closed");
  }
}

test("a connection on which nothing comes for long is lost", async (context) => {
  context.mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  const silent = client({
    webSocket: SilentSocket,
    // As the platform's does, its answer ends with its signal.
    fetch: async (_, { signal } = {}) => {
      const body = new ReadableStream({
        start: (stream) => {
          signal?.addEventListener("abort", () => stream.error(signal.reason));
        },
      });
      return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
    },
  });
  for (const transport of ["sse", "websocket"] as const) {
    const waiting = silent.listen("subscription { text }", undefined, { transport }).next();
    const lost = assert.rejects(waiting, {
      code: "UNAVAILABLE",
      message: /nothing came for 45000/,
    });
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    context.mock.timers.tick(45_000);
    await lost;
  }

  assert.deepEqual(SilentSocket.sent.slice(0, 3), ["connection_init", "subscribe", "pong"]);
  assert.deepEqual([...new Set(SilentSocket.sent.slice(3))], ["ping", "closed"]);
});

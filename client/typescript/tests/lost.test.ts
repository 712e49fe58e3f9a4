// Requests and answers that are lost on their way.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { createServer as createSilence } from "node:net";
import { test } from "node:test";
import { addressOf, client, somebody, wayToService } from "./support.js";

const doxa = client();

const MUTATION = `mutation ($name: String!, $key: String) {
  assertBelief(input: {
    entityName: $name, attribute: "likes", value: "tea", idempotencyKey: $key
  }) { outcome }
}`;

async function timesSaid(name: string): Promise<number> {
  const { entity } = await doxa.query<{
    entity: { beliefs: { edges: { node: { memories: { confirmations: number }[] } }[] } };
  }>(
    `query ($name: String) { entity(name: $name) {
      beliefs { edges { node { memories { confirmations } } } }
    } }`,
    { name },
  );
  const memories = entity.beliefs.edges.flatMap(({ node }) => node.memories);
  return memories.reduce((count, { confirmations }) => count + 1 + confirmations, 0);
}

test("a claim whose answers were lost is stored once", async () => {
  await using way = await wayToService(2);
  const entity = somebody();
  const claim = await client({ url: way.url }).store({ entity, attribute: "likes", value: "tea" });

  // The second time it would confirm the first.
  assert.equal(claim.outcome, "STORED");
  assert.equal(way.count(), 3);
  assert.equal(await timesSaid(entity), 1);
});

test("messages whose answer was lost are kept once", async () => {
  await using way = await wayToService(1);
  const speaker = somebody();
  const messages = { text: "I live in Porto.", speaker };
  const job = await client({ url: way.url }).remember({ messages, session: speaker });
  assert.equal((await doxa.wait(job)).status, "SUCCEEDED");

  assert.equal(way.count(), 2);
  assert.equal(await timesSaid(speaker), 1);
});

test("a mutation of one's own is sent once, unless it says that it may be repeated", async () => {
  await using way = await wayToService(2);
  const over = client({ url: way.url });
  const name = somebody();
  await assert.rejects(over.query(MUTATION, { name }), { code: "UNAVAILABLE" });
  assert.equal(way.count(), 1);

  const variables = { name, key: `key of ${name}` };
  await over.query(MUTATION, variables, { repeatable: true });
  assert.equal(way.count(), 3);
});

test("a question whose answers were lost is asked as often as is set", async () => {
  await using way = await wayToService(2);
  const once = client({ url: way.url, retries: 0 });
  await assert.rejects(once.beliefs({ entity: "Ana" }).toArray(), { code: "UNAVAILABLE" });
  const twice = client({ url: way.url, retries: 1 });

  assert.deepEqual(await twice.beliefs({ entity: somebody() }).toArray(), []);
  assert.equal(way.count(), 3);
});

test("who does not answer in time is unavailable", async () => {
  const silence = createSilence(() => {});
  const url = await addressOf(silence);
  const patient = client({ url, timeoutMs: 50, retries: 1 });
  await assert.rejects(patient.beliefs({ entity: "Ana" }).toArray(), { code: "UNAVAILABLE" });
  silence.close();
  const nobody = client({ url, retries: 0 });
  await assert.rejects(nobody.beliefs({ entity: "Ana" }).toArray(), { code: "UNAVAILABLE" });
});

test("a call that is given up ends with its reason and is not sent again", async () => {
  let asked = 0;
  const abort = new AbortController();
  const silence = createSilence(() => {
    asked += 1;
    abort.abort(new Error("it is late"));
  });
  const given = client({ url: await addressOf(silence) });
  const call = given.store(
    { entity: "Ana", attribute: "likes", value: "tea" },
    { signal: abort.signal },
  );
  await assert.rejects(call, /it is late/);
  assert.equal(asked, 1);

  const before = given.beliefs({ entity: "Ana" }, { signal: abort.signal }).toArray();
  await assert.rejects(before, /it is late/);
  assert.equal(asked, 1);
  silence.close();
});

test("a service that is not there yet is asked again, and a page in its place is no answer", async () => {
  const bodies = [
    ["text/html", "<h1>Bad gateway</h1>"],
    [
      "application/json",
      '{"errors": [{"message": "starting", "extensions": {"code": "UNAVAILABLE", "retryAfter": 0}}]}',
    ],
    ["application/json", '{"data": {"viewer": {"tenant": "acme"}}}'],
  ] as const;
  let asked = 0;
  const service = createServer((_, response) => {
    const [type, body] = bodies[Math.min(asked, 2)] ?? bodies[2];
    asked += 1;
    response.writeHead(asked < 3 ? 503 : 200, { "Content-Type": type }).end(body);
  });
  const found = await client({ url: await addressOf(service) }).query("{ viewer { tenant } }");
  service.closeAllConnections();
  service.close();

  assert.deepEqual(found, { viewer: { tenant: "acme" } });
  assert.equal(asked, 3);
});

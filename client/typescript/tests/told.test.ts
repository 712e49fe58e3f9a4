// What is told and asked, on both axes of time.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DoxaError, type Belief } from "doxa-client";
import { client, somebody } from "./support.js";

const doxa = client();

async function valuesOf(beliefs: AsyncIterable<Belief>): Promise<(string | null | undefined)[]> {
  const values = [];
  for await (const belief of beliefs) values.push(belief.value ?? belief.target?.name);
  return values;
}

test("what is stored is believed over its interval, in the times that were given", async () => {
  const entity = somebody();
  const claim = await doxa.store({
    entity,
    attribute: "job_title",
    value: "nurse",
    validFrom: "2021-05-01T00:00:00.000001Z",
  });
  const [now] = await doxa.beliefs({ entity }).toArray();

  assert.equal(claim.outcome, "STORED");
  assert.equal(claim.believed, true);
  assert.equal(now?.value, "nurse");
  assert.equal(now?.entity.name, entity);
  assert.equal(now?.validFrom, "2021-05-01T00:00:00.000001Z");
  assert.equal(now?.validTo, null);
  assert.deepEqual(await doxa.beliefs({ entity, validAt: "2020-01-01T00:00:00Z" }).toArray(), []);
});

test("a change supersedes what held, which stays on the timeline", async () => {
  const entity = somebody();
  await doxa.store({ entity, attribute: "lives_in", target: "Porto", validFrom: "2020" });
  await doxa.store({ entity, attribute: "lives_in", target: "Lyon", validFrom: "2023" });
  const ever = await doxa.timeline({ entity }).toArray();

  assert.deepEqual(await valuesOf(doxa.beliefs({ entity })), ["Lyon"]);
  assert.deepEqual(
    ever.map(({ target, validFromText, validToText }) => [
      target?.name,
      validFromText,
      validToText,
    ]),
    [
      ["Porto", "2020", "2023"],
      ["Lyon", "2023", null],
    ],
  );
});

test("a question is as of a time in the world, a time of knowledge, or both", async () => {
  const entity = somebody();
  const first = await doxa.store({
    entity,
    attribute: "lives_in",
    target: "Porto",
    validFrom: "2020",
  });
  await doxa.store({ entity, attribute: "lives_in", target: "Lyon", validFrom: "2023" });
  const systemAt = first.beliefs[0]?.systemFrom ?? "";
  const [then, later] = ["2021-06-01T00:00:00Z", "2024-06-01T00:00:00Z"];

  assert.deepEqual(await valuesOf(doxa.beliefs({ entity, validAt: then })), ["Porto"]);
  assert.deepEqual(await valuesOf(doxa.beliefs({ entity, validAt: later })), ["Lyon"]);
  assert.deepEqual(await valuesOf(doxa.beliefs({ entity, systemAt })), ["Porto"]);
  assert.deepEqual(await valuesOf(doxa.beliefs({ entity, systemAt, validAt: later })), ["Porto"]);
  assert.deepEqual(await valuesOf(doxa.timeline({ entity, systemAt })), ["Porto"]);
});

test("what is retracted is believed no more", async () => {
  const entity = somebody();
  const claim = await doxa.store({ entity, attribute: "works_at", target: "Acme" });
  await doxa.retract({ entity: claim.beliefs[0]?.entity.id ?? "", attribute: "works_at" });

  assert.deepEqual(await doxa.beliefs({ entity }).toArray(), []);
});

test("a name that begins like an id is a name", async () => {
  const entity = `e_coli ${somebody()}`;
  await doxa.store({ entity, attribute: "found_in", value: "salad" });

  const [belief] = await doxa.beliefs({ entity }).toArray();
  assert.equal(belief?.entity.name, entity);
});

test("a list is read page by page, and no further than somebody goes on", async () => {
  let requests = 0;
  const counting = client({
    fetch: (...request) => {
      requests += 1;
      return fetch(...request);
    },
  });
  const entity = somebody();
  const values = ["a", "b", "c", "d", "e"].map((letter) => `thing ${letter}`);
  for (const value of values) await doxa.store({ entity, attribute: "likes", value });

  const all = await valuesOf(counting.beliefs({ entity, pageSize: 2 }));
  assert.deepEqual(all.toSorted(), values);
  assert.equal(requests, 3);

  for await (const belief of counting.beliefs({ entity, pageSize: 2 })) {
    assert.ok(belief.value);
    break;
  }
  assert.equal(requests, 4);

  const ever = await valuesOf(counting.timeline({ entity, pageSize: 2 }));
  assert.deepEqual(ever.toSorted(), values);
});

test("nobody known has no beliefs", async () => {
  const entity = somebody();
  assert.deepEqual(await doxa.beliefs({ entity }).toArray(), []);
  assert.deepEqual(await doxa.timeline({ entity }).toArray(), []);
});

test("what is refused has a code, the field at fault and a hint", async () => {
  const attempt = doxa.store({
    entity: somebody(),
    attribute: "job_title",
    value: "nurse",
    validFrom: "2021-01-01T00:00:00",
  });
  await assert.rejects(attempt, (error: unknown) => {
    assert.ok(error instanceof DoxaError);
    assert.equal(error.code, "NAIVE_TIME");
    assert.equal(error.field, "input.validFrom");
    assert.ok(error.hint);
    return true;
  });
});

test("another entity than there is and another token are told apart", async () => {
  const unknown = `e_${"0".repeat(26)}`;
  const store = doxa.store({ entity: unknown, attribute: "job_title", value: "nurse" });
  await assert.rejects(store, { name: "DoxaError", code: "NOT_FOUND" });

  const stranger = client({ token: () => "a.b.c" });
  const ask = stranger.beliefs({ entity: "Ana" }).toArray();
  await assert.rejects(ask, { code: "UNAUTHENTICATED" });
});

test("a key gives its first result again", async () => {
  const entity = somebody();
  const statement = { entity, attribute: "likes", idempotencyKey: `key of ${entity}` };
  const first = await doxa.store({ ...statement, value: "tea" });
  const again = await doxa.store({ ...statement, value: "milk" });

  assert.deepEqual(again, first);
  assert.deepEqual(await valuesOf(doxa.beliefs({ entity })), ["tea"]);
});

test("what is said is read in the background and recalled", async () => {
  const speaker = somebody();
  const job = await doxa.remember({ messages: ["Hello.", { text: "I live in Porto.", speaker }] });
  const ended = await doxa.wait(job);

  assert.equal(ended.status, "SUCCEEDED");
  assert.deepEqual(
    ended.decisions.map(({ outcome }) => outcome),
    ["STORED"],
  );
  assert.deepEqual(await doxa.job(job.id), ended);
  const recalled = await doxa.recall({ query: `Where does ${speaker} live?` });
  assert.match(recalled.context, /Porto/);
  assert.match(recalled.items[0]?.memory.text ?? "", /Porto/);
});

test("waiting for a job ends in time, with it unended, or with no such job", async () => {
  let job: object | null = { id: "j_1", status: "RUNNING", error: null, decisions: [] };
  const answer = async () => Response.json({ data: { job } });
  const busy = client({ fetch: answer });

  await assert.rejects(busy.wait("j_1", { timeoutMs: 0 }), { name: "TimeoutError" });
  const signal = AbortSignal.timeout(20);
  await assert.rejects(busy.wait("j_1", { signal }), (error) => error === signal.reason);
  job = null;
  await assert.rejects(busy.wait("j_1"), { code: "NOT_FOUND" });
});

test("a time zone that there is not is refused", async () => {
  const recall = doxa.recall({ query: "Where was Ana on 3 March?", timeZone: "Europe/Atlantis" });
  await assert.rejects(recall, { field: "timeZone" });
});

test("any document can be asked, and what it gives has the type that is named", async () => {
  const entity = somebody();
  await doxa.store({ entity, attribute: "likes", value: "tea" });
  interface Named {
    entity: { name: string; slots: { attribute: string }[] } | null;
  }
  const found = await doxa.query<Named, { name: string }>(
    "query ($name: String) { entity(name: $name) { name slots { attribute } } }",
    { name: entity },
  );

  assert.deepEqual(found.entity, { name: entity, slots: [{ attribute: "likes" }] });
  const parsed = { kind: "Document", definitions: [] };
  await assert.rejects(doxa.query(parsed), /documentMode/);
});

test("a token that would go to another machine unencrypted is warned of", (context) => {
  const warn = context.mock.method(console, "warn", () => {});
  for (const url of ["https://doxa.example.com", "http://localhost:1", "http://[::1]:8000"]) {
    client({ url });
  }
  assert.equal(warn.mock.callCount(), 0);
  client({ url: "http://doxa.example.com:8000" });
  assert.match(String(warn.mock.calls[0]?.arguments[0]), /doxa\.example\.com unencrypted/);
});

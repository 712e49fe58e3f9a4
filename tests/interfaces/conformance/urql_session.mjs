// An application with urql and a normalised cache: pages, answers without a request, a mutation
// that changes what is cached, a subscription, errors. With trusted documents it sends ids alone.
import { createHash } from "node:crypto";
import { createRequire } from "node:module";

const [folder, url, token, trusted] = process.argv.slice(2);
const load = createRequire(folder + "/");
const { Client, CombinedError, fetchExchange, gql, mapExchange, subscriptionExchange } = load(
  "@urql/core",
);
const { cacheExchange } = load("@urql/exchange-graphcache");
const { relayPagination } = load("@urql/exchange-graphcache/extras");
const { print } = load("graphql");
const socketed = load("graphql-ws");
const Authorization = `Bearer ${token}`;

const DOCUMENTS = {
  say: gql`
    mutation Say($attribute: String!, $value: String!) {
      assertBelief(input: { entityName: "Ana", attribute: $attribute, value: $value }) {
        outcome
        __typename
      }
    }
  `,
  page: gql`
    query Page($first: Int!, $after: String) {
      memories(attribute: "likes", first: $first, after: $after) {
        edges { cursor node { id value status __typename } __typename }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor __typename }
        __typename
      }
    }
  `,
  one: gql`
    query One($id: ID!) {
      memory(id: $id) { id value status __typename }
    }
  `,
  revoke: gql`
    mutation Revoke($id: ID!) {
      revokeMemory(id: $id, reason: "said in error") { id status __typename }
    }
  `,
  changes: gql`
    subscription Changes {
      beliefChanges { change { inserted { id value __typename } __typename } __typename }
    }
  `,
};
const ID = (document) => createHash("sha256").update(print(document)).digest("hex");
if (trusted === "manifest") {
  const texts = Object.values(DOCUMENTS).map((document) => [ID(document), print(document)]);
  console.log(JSON.stringify(Object.fromEntries(texts)));
  process.exit(0);
}

// The hash of a document goes in its place, and the document stays with the cache.
const persisted = (operation) => {
  const extensions = { persistedQuery: { version: 1, sha256Hash: ID(operation.query) } };
  return { ...operation, extensions };
};
const bodies = [];
const socket = socketed.createClient({
  url: url.replace(/^http/, "ws"),
  connectionParams: { Authorization },
});
const client = new Client({
  url,
  preferGetMethod: false,
  fetch: (address, init) => (bodies.push(JSON.parse(init.body)), fetch(address, init)),
  fetchOptions: { headers: { Authorization } },
  exchanges: [
    cacheExchange({
      keys: {
        Attribute: ({ name }) => name,
        BeliefChangeEvent: () => null,
        BeliefChange: () => null,
        AssertResult: () => null,
      },
      resolvers: { Query: { memories: relayPagination(), memory: (_, { id }) => ({ __typename: "Memory", id }) } },
      updates: {
        Subscription: {
          beliefChanges: (_result, _variables, cache) => {
            for (const { fieldName, arguments: given } of cache.inspectFields("Query")) {
              if (fieldName === "memories") cache.invalidate("Query", fieldName, given);
            }
          },
        },
      },
    }),
    ...(trusted ? [mapExchange({ onOperation: persisted })] : []),
    fetchExchange,
    subscriptionExchange({
      forwardSubscription: (request) => ({
        // The client of graphql-ws sends none without a text.
        subscribe: (sink) => ({
          unsubscribe: socket.subscribe({ ...request, query: request.query ?? "" }, sink),
        }),
      }),
    }),
  ],
});

const told = { errors: {} };
const good = async (sent) => {
  const result = await sent.toPromise();
  if (result.error) throw result.error;
  return result.data;
};
const counted = async (act) => {
  const before = bodies.length;
  return [await act(), bodies.length - before];
};
const values = (data) => data.memories.edges.map(({ node }) => node.value);

const heard = [];
const hearing = client.subscription(DOCUMENTS.changes, {}).subscribe(({ data, error }) => {
  if (error) throw error;
  heard.push(...data.beliefChanges.change.inserted.map(({ value }) => value));
});
while (!heard.length) {
  await good(client.mutation(DOCUMENTS.say, { attribute: "hobby", value: `trial ${Date.now()}` }));
  await new Promise((resolve) => setTimeout(resolve, 200));
}
for (let number = 0; number < 5; number += 1) {
  await good(client.mutation(DOCUMENTS.say, { attribute: "likes", value: `thing ${number}` }));
}
while (!heard.includes("thing 4")) await new Promise((resolve) => setTimeout(resolve, 50));
told.heard = heard.filter((value) => value.startsWith("thing"));

// Pages: each is asked for once, and the list grows in the cache.
let after = null;
told.pages = [];
for (let number = 0; number < 3; number += 1) {
  const variables = { first: 2, after };
  const [data, requests] = await counted(() => good(client.query(DOCUMENTS.page, variables)));
  told.pages.push([values(data).length, requests]);
  after = data.memories.pageInfo.endCursor;
}
const [again, requests] = await counted(() => good(client.query(DOCUMENTS.page, { first: 2, after: null })));
told.again = [values(again), requests];

// One of the list is known by its global id, asked for by nobody.
const { id } = again.memories.edges.find(({ node }) => node.value === "thing 3").node;
const [one, asking] = await counted(() => good(client.query(DOCUMENTS.one, { id })));
told.one = [one.memory.value, one.memory.status, asking];

// A mutation changes the object wherever it stands, and nothing is asked again.
const list = [];
const watching = client
  .query(DOCUMENTS.page, { first: 2, after: null }, { requestPolicy: "cache-only" })
  .subscribe(({ data }) => list.push(data.memories.edges.find(({ node }) => node.id === id).node.status));
const [revoked, mutating] = await counted(() => good(client.mutation(DOCUMENTS.revoke, { id })));
told.revoked = [revoked.revokeMemory.status, mutating, list.at(0), list.at(-1)];
watching.unsubscribe();

// A change that is heard has the list asked for again.
const [, refetching] = await counted(async () => {
  const seen = [];
  const live = client
    .query(DOCUMENTS.page, { first: 50, after: null })
    .subscribe(({ data }) => data && seen.push(...values(data)));
  while (!seen.length) await new Promise((resolve) => setTimeout(resolve, 50));
  await good(client.mutation(DOCUMENTS.say, { attribute: "likes", value: "thing 5" }));
  while (!seen.includes("thing 5")) await new Promise((resolve) => setTimeout(resolve, 50));
  live.unsubscribe();
});
// It was asked for, the change was made, and it was asked for again.
told.refetched = refetching > 2;
hearing.unsubscribe();

const code = ({ error }) => error instanceof CombinedError && error.graphQLErrors[0]?.extensions.code;
told.errors.cursor = code(
  await client.query(DOCUMENTS.page, { first: 2, after: "nonsense" }).toPromise(),
);
told.errors.unknown = code(await client.mutation(DOCUMENTS.revoke, { id: "nobody" }).toPromise());
told.errors.free = code(await client.query(gql`{ attributes { name } }`, {}).toPromise());
told.errors.stranger = code(
  await client
    .query(DOCUMENTS.page, { first: 3 }, { fetchOptions: { headers: { Authorization: "Bearer x" } } })
    .toPromise(),
);
told.sent = [...new Set(bodies.flatMap(Object.keys))].sort();
await socket.dispose();
console.log(JSON.stringify(told));

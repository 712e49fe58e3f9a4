// The reference client of graphql-transport-ws: a mutation, a query and a subscription.
import { createRequire } from "node:module";

const [folder, url, token] = process.argv.slice(2);
const { createClient } = createRequire(folder + "/")("graphql-ws");
const client = createClient({ url, connectionParams: { Authorization: `Bearer ${token}` } });

const once = (query) =>
  new Promise((resolve, reject) => {
    let told;
    client.subscribe({ query }, { next: (one) => (told = one), error: reject, complete: () => resolve(told) });
  });
const say = (value) =>
  once(`mutation { assertBelief(input: {
    entityName: "Ana", attribute: "likes", value: "${value}"
  }) { outcome } }`);

const heard = [];
const changes = client.iterate({
  query: "subscription { beliefChanges { cursor change { inserted { value } } } }",
});
const listening = (async () => {
  for await (const event of changes) {
    heard.push(...event.data.beliefChanges.change.inserted.map((one) => one.value));
    if (heard.length === 2) break;
  }
})();
await new Promise((resolve) => setTimeout(resolve, 500));
const said = [await say("tea"), await say("milk")];
await listening;
const refused = await once("{ nope }").catch((error) => error);
const told = await once(`{ entity(name: "Ana") { beliefs { edges { node { value } } } } }`);
await client.dispose();
console.log(JSON.stringify({ heard, said, refused, told }));

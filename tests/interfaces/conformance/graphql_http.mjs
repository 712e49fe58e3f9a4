// The audits of GraphQL over HTTP, each with its result, as JSON.
import { createRequire } from "node:module";

const [folder, url, token] = process.argv.slice(2);
const { serverAudits } = createRequire(folder + "/")("graphql-http");
const fetchFn = (input, init = {}) =>
  fetch(input, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } });

const told = [];
for (const audit of serverAudits({ url, fetchFn })) {
  const result = await audit.fn();
  told.push({ name: audit.name, status: result.status, reason: result.reason });
}
console.log(JSON.stringify(told));

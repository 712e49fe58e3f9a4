// Operations over HTTP: one request with one answer, or a stream of server-sent events.

import { Deadline } from "./deadline.js";
import { refusal, unavailable, type AnswerError } from "./errors.js";

// The service says something at least every 15 seconds; thrice that is silence.
export const SILENCE_MS = 45_000;

// Where to send operations, and in whose name.
export interface Endpoint {
  url: URL;
  token: () => string | Promise<string>;
  fetch: typeof fetch;
}

// An operation, as the service takes it.
export interface Operation {
  query: string;
  variables: unknown;
}

interface Answer<Data> {
  data?: Data | null;
  errors?: AnswerError[];
}

// The data of one operation.
// Throws a DoxaError: it was refused, or nobody was reached within the time.
export async function ask<Data>(
  endpoint: Endpoint,
  operation: Operation,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Data> {
  const deadline = new Deadline(signal);
  try {
    deadline.expectWithin(timeoutMs);
    const response = await send(endpoint, operation, "application/json", deadline);
    return await dataOf<Data>(response, deadline);
  } finally {
    deadline.close();
  }
}

// The data of one event after the other, until the operation is complete; `onAlive` is called
// whenever anything comes.
// Throws a DoxaError: it was refused, or the connection was lost.
export async function* listen<Data>(
  endpoint: Endpoint,
  operation: Operation,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  onAlive: () => void,
): AsyncGenerator<Data, void, undefined> {
  const deadline = new Deadline(signal);
  try {
    deadline.expectWithin(timeoutMs);
    const response = await send(endpoint, operation, "text/event-stream", deadline);
    if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
      // What is refused before it begins is a plain answer.
      await dataOf(response, deadline);
      throw unavailable(`HTTP ${response.status}: no stream of events`);
    }
    for await (const { name, data } of eventsOf(response, deadline, onAlive)) {
      if (name === "complete") return;
      yield readAnswer<Data>(JSON.parse(data) as Answer<Data>);
    }
    throw unavailable("the stream has ended");
  } finally {
    deadline.close();
  }
}

// Data that was asked for and is there.
// Throws a DoxaError: the answer says why it is not.
export function readAnswer<Data>(answer: Answer<Data>): Data {
  if (answer.errors?.length) throw refusal(answer.errors);
  if (answer.data === undefined || answer.data === null)
    throw unavailable("an answer without data");
  return answer.data;
}

async function send(
  endpoint: Endpoint,
  operation: Operation,
  accept: string,
  deadline: Deadline,
): Promise<Response> {
  const token = await endpoint.token();
  try {
    return await endpoint.fetch(endpoint.url, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
        Accept: accept,
      },
      body: JSON.stringify(operation),
      signal: deadline.signal,
    });
  } catch (error) {
    throw deadline.reasonOf(error);
  }
}

async function dataOf<Data>(response: Response, deadline: Deadline): Promise<Data> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    throw deadline.reasonOf(error);
  }
  let answer: Answer<Data>;
  try {
    answer = JSON.parse(text) as Answer<Data>;
  } catch (error) {
    // Something between answers in the service's place.
    throw unavailable(`HTTP ${response.status}`, error);
  }
  return readAnswer(answer);
}

interface ServerEvent {
  name: string;
  data: string;
}

async function* eventsOf(
  response: Response,
  deadline: Deadline,
  onAlive: () => void,
): AsyncGenerator<ServerEvent, void, undefined> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  let name = "";
  let data: string[] = [];
  for (;;) {
    deadline.expectWithin(SILENCE_MS);
    const part = await reader.read().catch((error: unknown) => {
      throw deadline.reasonOf(error);
    });
    if (part.done) return;
    onAlive();
    rest += decoder.decode(part.value, { stream: true });
    // A line may end with either or both; one that may only be half here waits for the rest.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "") {
        if (name !== "" || data.length > 0) yield { name, data: data.join("\n") };
        [name, data] = ["", []];
      } else {
        const [, field = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
        if (field === "event") name = value;
        if (field === "data") data.push(value);
      }
    }
  }
}

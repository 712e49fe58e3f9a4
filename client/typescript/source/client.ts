// The client: what Doxa can be told and asked, as methods.

import { pause } from "./deadline.js";
import { mayWrite, textOf, type TypedDocument } from "./documents.js";
import { DoxaError, unavailable } from "./errors.js";
import {
  BeliefChangesDocument,
  BeliefsDocument,
  FindJobDocument,
  RecallDocument,
  RememberDocument,
  RetractDocument,
  StoreDocument,
  TimelineDocument,
  type AssertInput,
  type BeliefFragment,
  type ClaimFragment,
  type JobFragment,
  type MessageInput,
  type RecallQuery,
  type RememberInput,
  type RetractInput,
} from "./generated/graphql.js";
import * as http from "./http.js";
import { Pages, type Page } from "./pages.js";
import { pauseAfter } from "./retries.js";
import * as sockets from "./socket.js";

const TIMEOUT_MS = 30_000;
const RETRIES = 3;
const PAGE_SIZE = 200;
const JOB_POLL_MS = 300;
const JOB_TIMEOUT_MS = 300_000;
const ENDED = new Set(["SUCCEEDED", "FAILED", "CANCELLED"]);
// A name may begin like an id.
const ENTITY_ID = /^e_[0-9a-f]{26}$/;

export type Transport = "sse" | "websocket";

export interface DoxaClientOptions {
  // Where the service is, such as http://127.0.0.1:8000.
  url: string;
  // What `doxa token` prints. A function is asked anew for each request and connection.
  token: string | (() => string | Promise<string>);
  // Another fetch than that of the platform.
  fetch?: typeof fetch | undefined;
  // Another WebSocket than that of the platform; Node has one since version 22.
  webSocket?: sockets.SocketClass | undefined;
  // How long to wait for an answer: 30 seconds, if it is not said.
  timeoutMs?: number | undefined;
  // How often to send again what may not have arrived: three times, if it is not said.
  retries?: number | undefined;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

export interface QueryOptions extends CallOptions {
  // Whether a mutation does the same if it arrives twice, so that it may be sent again.
  repeatable?: boolean | undefined;
}

export interface SubscribeOptions {
  signal?: AbortSignal | undefined;
  // Server-sent events, if it is not said.
  transport?: Transport | undefined;
}

export type Belief = BeliefFragment;
export type Claim = ClaimFragment;
export type Job = JobFragment;
export type Recall = RecallQuery["recall"];
export type RecallItem = Recall["items"][number];
export type Memory = RecallItem["memory"];
export type Decision = Job["decisions"][number];
export type Contradiction = Claim["contradictions"][number];
export type Entity = Belief["entity"];
export type Message = MessageInput;

// A statement; `entity` and `target` are ids or names.
export type StoreInput = Omit<AssertInput, "entity" | "entityName" | "target" | "targetName"> &
  Named;
export type RetractionInput = Omit<
  RetractInput,
  "entity" | "entityName" | "target" | "targetName"
> &
  Named;
export type RememberedInput = Omit<RememberInput, "messages"> & {
  messages: string | Message | readonly (string | Message)[];
};

interface Named {
  entity: string;
  target?: string | undefined;
}

export interface TimelineInput {
  // An id or a name.
  entity: string;
  attribute?: string | undefined;
  // As known when. Absent: now.
  systemAt?: string | undefined;
  // How many are read at once, 1 to 500.
  pageSize?: number | undefined;
}

export interface BeliefsInput extends TimelineInput {
  // True when, in the world. Absent: now.
  validAt?: string | undefined;
}

export interface RecallInput {
  query: string;
  topic?: string | undefined;
  // How many at most; 5, if it is not said.
  k?: number | undefined;
  // Only what is about this entity, by id.
  entity?: string | undefined;
  validAt?: string | undefined;
  systemAt?: string | undefined;
  // Where the days begin that the question names: a name such as Europe/Berlin, or an offset.
  timeZone?: string | undefined;
}

export interface ChangesInput {
  // Only changes about this entity, by id.
  entity?: string | undefined;
  attribute?: string | undefined;
  // Go on behind the change with this cursor. Absent: with what changes from now on.
  after?: string | undefined;
}

// A change in what is believed; `cursor` is where to go on behind it.
export interface Change {
  cursor: string;
  at: string;
  inserted: readonly Belief[];
  retired: readonly Belief[];
}

// A client of one service, in the name of one token. It keeps nothing open between calls.
//
// Each method throws a DoxaError if the service refuses or cannot be reached, and the reason of
// its signal if that aborts.
export class DoxaClient {
  readonly #endpoint: http.Endpoint;
  readonly #options: DoxaClientOptions;

  constructor(options: DoxaClientOptions) {
    const { url, token } = options;
    const base = new URL(url.endsWith("/") ? url : `${url}/`);
    warnIfReadable(base);
    this.#options = options;
    this.#endpoint = {
      url: new URL("graphql", base),
      token: typeof token === "function" ? token : () => token,
      // It wants to be called without an object.
      fetch: options.fetch ?? ((...request) => fetch(...request)),
    };
  }

  // Believe one statement, now and without extraction.
  async store(input: StoreInput, options: CallOptions = {}): Promise<Claim> {
    const given = { ...input, ...named(input), idempotencyKey: input.idempotencyKey ?? newKey() };
    const asked = { ...options, repeatable: true };
    return present((await this.query(StoreDocument, { input: given }, asked)).assertBelief);
  }

  // Stop believing something; without a value whatever held.
  async retract(input: RetractionInput, options: CallOptions = {}): Promise<Claim> {
    const given = { ...input, ...named(input), idempotencyKey: input.idempotencyKey ?? newKey() };
    const asked = { ...options, repeatable: true };
    return present((await this.query(RetractDocument, { input: given }, asked)).retractBelief);
  }

  // Keep what was said; it is read in the background.
  async remember(input: RememberedInput, options: CallOptions = {}): Promise<Job> {
    const { messages } = input;
    const list = typeof messages === "string" || "text" in messages ? [messages] : messages;
    const sent = list
      .map((message) => (typeof message === "string" ? { text: message } : message))
      // The service keeps a message once whose id it knows.
      .map((message) => ({ ...message, id: message.id ?? newKey() }));
    const given = { ...input, messages: sent };
    const asked = { ...options, repeatable: true };
    return present((await this.query(RememberDocument, { input: given }, asked)).remember);
  }

  // A job, or null.
  async job(id: string, options: CallOptions = {}): Promise<Job | null> {
    return (await this.query(FindJobDocument, { id }, options)).job ?? null;
  }

  // Wait until a job has ended.
  // Throws a DOMException named TimeoutError: it has not by then.
  async wait(job: Job | string, options: CallOptions = {}): Promise<Job> {
    const { signal, timeoutMs = JOB_TIMEOUT_MS } = options;
    const id = typeof job === "string" ? job : job.id;
    const end = Date.now() + timeoutMs;
    for (;;) {
      const current = await this.job(id, { signal });
      if (current === null) throw new DoxaError(`there is no job ${id}`, { code: "NOT_FOUND" });
      if (ENDED.has(current.status)) return current;
      if (Date.now() >= end) throw new DOMException("the job has not ended", "TimeoutError");
      await pause(JOB_POLL_MS, signal);
    }
  }

  // All that is believed of an entity, as of a time on either axis.
  beliefs(input: BeliefsInput, options: CallOptions = {}): Pages<Belief> {
    const { entity, attribute, validAt, systemAt, pageSize = PAGE_SIZE } = input;
    return new Pages(async (after): Promise<Page<Belief>> => {
      const variables = {
        ...idOrName(entity),
        ...{ attribute, systemAt, after, first: pageSize, asOf: { validAt, systemAt } },
      };
      const page = (await this.query(BeliefsDocument, variables, options)).entity?.beliefs;
      const { hasNextPage = false, endCursor } = page?.pageInfo ?? {};
      const items = page?.edges.map(({ node }) => node) ?? [];
      return { items, next: hasNextPage ? (endCursor ?? undefined) : undefined };
    });
  }

  // What has been true of an entity over time, the earliest first, as known at a time.
  timeline(input: TimelineInput, options: CallOptions = {}): Pages<Belief> {
    const { entity, attribute, systemAt, pageSize = PAGE_SIZE } = input;
    return new Pages(async (after): Promise<Page<Belief>> => {
      const variables = { ...idOrName(entity), attribute, systemAt, after, first: pageSize };
      const items = (await this.query(TimelineDocument, variables, options)).entity?.timeline ?? [];
      const next = items.length === pageSize ? items.at(-1)?.cursor : undefined;
      return { items: items.map(({ cursor: _, ...belief }) => belief), next: next ?? undefined };
    });
  }

  // The few memories that matter to a question.
  async recall(input: RecallInput, options: CallOptions = {}): Promise<Recall> {
    const { validAt, systemAt, ...rest } = input;
    const variables = { ...rest, asOf: { validAt, systemAt } };
    return (await this.query(RecallDocument, variables, options)).recall;
  }

  // Every change in what is believed, once and in order, without an end.
  //
  // Where the connection is lost it is made again, behind the last change that was given; before
  // a first one, from then on.
  async *subscribe(
    input: ChangesInput = {},
    options: SubscribeOptions = {},
  ): AsyncGenerator<Change, void, undefined> {
    const { signal } = options;
    let { after } = input;
    let failures = 0;
    const onAlive = (): void => {
      failures = 0;
    };
    for (;;) {
      try {
        const variables = { ...input, after };
        const events = this.#listen(BeliefChangesDocument, variables, options, onAlive);
        for await (const { beliefChanges } of events) {
          after = beliefChanges.cursor;
          yield { cursor: beliefChanges.cursor, ...beliefChanges.change };
        }
        throw unavailable("the subscription has ended");
      } catch (error) {
        const renewed = failures === 0 && this.#canRenew(error);
        const reason = renewed ? unavailable("the token is good no more", error) : error;
        await pauseAfter(reason, failures, this.#options.retries ?? RETRIES, signal);
        failures += 1;
      }
    }
  }

  // The data of any query or mutation.
  //
  // A mutation is sent once only, unless it is `repeatable`: give its input an idempotency key.
  async query<Data, Variables = Record<string, unknown>>(
    document: TypedDocument<Data, Variables> | string,
    variables?: Variables,
    options: QueryOptions = {},
  ): Promise<Data> {
    const query = textOf(document);
    const { signal, timeoutMs = this.#options.timeoutMs ?? TIMEOUT_MS } = options;
    const again = (options.repeatable ?? !mayWrite(query)) ? (this.#options.retries ?? RETRIES) : 0;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await http.ask<Data>(this.#endpoint, { query, variables }, timeoutMs, signal);
      } catch (error) {
        await pauseAfter(error, attempt, again, signal);
      }
    }
  }

  // The data of any subscription, until it is complete. A connection that is lost ends it, because
  // only a document's author knows where it would go on.
  listen<Data, Variables = Record<string, unknown>>(
    document: TypedDocument<Data, Variables> | string,
    variables?: Variables,
    options: SubscribeOptions = {},
  ): AsyncGenerator<Data, void, undefined> {
    return this.#listen(document, variables, options, () => {});
  }

  // Whether a token that is good no more may have a successor.
  #canRenew(error: unknown): boolean {
    const isRefused = error instanceof DoxaError && error.code === "UNAUTHENTICATED";
    return isRefused && typeof this.#options.token === "function";
  }

  #listen<Data, Variables>(
    document: TypedDocument<Data, Variables> | string,
    variables: Variables | undefined,
    { signal, transport = "sse" }: SubscribeOptions,
    onAlive: () => void,
  ): AsyncGenerator<Data, void, undefined> {
    const timeoutMs = this.#options.timeoutMs ?? TIMEOUT_MS;
    const operation = { query: textOf(document), variables };
    if (transport === "sse") {
      return http.listen<Data>(this.#endpoint, operation, timeoutMs, signal, onAlive);
    }
    const Socket = this.#options.webSocket ?? globalThis.WebSocket;
    if (Socket === undefined) {
      throw new TypeError("there is no WebSocket here: give one as `webSocket`, or take events");
    }
    return sockets.listen<Data>(Socket, this.#endpoint, operation, timeoutMs, signal, onAlive);
  }
}

function named({ entity, target }: Named): Record<string, string | undefined> {
  const subject = ENTITY_ID.test(entity) ? { entity } : { entity: undefined, entityName: entity };
  if (target === undefined || ENTITY_ID.test(target)) return subject;
  return { ...subject, target: undefined, targetName: target };
}

function idOrName(entity: string): { id: string } | { name: string } {
  return ENTITY_ID.test(entity) ? { id: entity } : { name: entity };
}

function newKey(): string {
  // `randomUUID` is missing in pages that did not come over https.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function present<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) {
    throw new DoxaError("an answer without its data", { code: "INTERNAL" });
  }
  return value;
}

function warnIfReadable(url: URL): void {
  const here = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol === "http:" && !here) {
    console.warn(`the token goes to ${url.hostname} unencrypted: use https`);
  }
}

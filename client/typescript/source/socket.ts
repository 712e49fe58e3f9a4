// Subscriptions over a WebSocket, by the protocol graphql-transport-ws. Each has a connection of
// its own: it ends with it, and is made again with its own cursor.

import { Deadline } from "./deadline.js";
import { DoxaError, refusal, unavailable, type AnswerError } from "./errors.js";
import { SILENCE_MS, readAnswer, type Endpoint, type Operation } from "./http.js";

const PROTOCOL = "graphql-transport-ws";
const ID = "1";
const PING_MS = SILENCE_MS / 3;
// What the service closes a connection with whose token is not, or no longer, good.
const REFUSED = new Set([4401, 4403]);

// What a WebSocket of a browser does, and all that is needed of another one.
export interface SocketLike {
  readonly readyState: number;
  send(text: string): void;
  close(code?: number, reason?: string): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
}

export type SocketClass = new (url: string, protocol: string) => SocketLike;

type Message =
  | { type: "connection_ack" | "ping" | "pong" | "complete" }
  | { type: "next"; payload: { data?: unknown; errors?: AnswerError[] } }
  | { type: "error"; payload: AnswerError[] };

// As `listen` of HTTP does.
export async function* listen<Data>(
  Socket: SocketClass,
  endpoint: Endpoint,
  operation: Operation,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  onAlive: () => void,
): AsyncGenerator<Data, void, undefined> {
  const deadline = new Deadline(signal);
  const connection = new Connection<Data>(endpoint, operation, deadline, onAlive);
  try {
    deadline.expectWithin(timeoutMs);
    connection.open(Socket);
    yield* connection.results();
  } finally {
    connection.close();
    deadline.close();
  }
}

class Connection<Data> {
  // What came and was not taken yet, and whoever waits for more.
  readonly #waiting: Data[] = [];
  #wake = (): void => {};
  #ended: { error?: unknown } | undefined;
  #socket: SocketLike | undefined;
  #pinging: ReturnType<typeof setInterval> | undefined;

  constructor(
    readonly endpoint: Endpoint,
    readonly operation: Operation,
    readonly deadline: Deadline,
    readonly onAlive: () => void,
  ) {
    const { signal } = deadline;
    signal.addEventListener("abort", () => this.#end(deadline.reasonOf(undefined)), { once: true });
  }

  open(Socket: SocketClass): void {
    const url = new URL(this.endpoint.url);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new Socket(url.href, PROTOCOL);
    this.#socket = socket;
    socket.onopen = () => void this.#introduce();
    socket.onmessage = ({ data }: { data: unknown }) => this.#hear(String(data));
    socket.onerror = () => this.#end(unavailable("the connection was lost"));
    socket.onclose = ({ code, reason }: { code: number; reason: string }) => {
      this.#end(closed(code, reason));
    };
  }

  async *results(): AsyncGenerator<Data, void, undefined> {
    for (;;) {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        yield next;
      }
      if (this.#ended !== undefined) {
        if ("error" in this.#ended) throw this.#ended.error;
        return;
      }
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  close(): void {
    clearInterval(this.#pinging);
    this.#ended ??= {};
    this.#socket?.close(1000);
  }

  async #introduce(): Promise<void> {
    try {
      const token = await this.endpoint.token();
      this.#send({ type: "connection_init", payload: { Authorization: `Bearer ${token}` } });
    } catch (error) {
      this.#end(error);
    }
  }

  #hear(text: string): void {
    // Whatever comes shows that somebody is there.
    this.deadline.expectWithin(SILENCE_MS);
    let message: Message;
    try {
      message = JSON.parse(text) as Message;
      this.#take(message);
    } catch (error) {
      this.#end(
        error instanceof DoxaError ? error : unavailable("an answer cannot be read", error),
      );
    }
  }

  #take(message: Message): void {
    switch (message.type) {
      case "connection_ack":
        this.#send({ id: ID, type: "subscribe", payload: this.operation });
        this.#pinging = setInterval(() => this.#send({ type: "ping" }), PING_MS);
        return;
      case "ping":
        this.#send({ type: "pong" });
        return;
      case "pong":
        this.onAlive();
        return;
      case "next":
        this.onAlive();
        this.#waiting.push(readAnswer(message.payload as { data?: Data; errors?: AnswerError[] }));
        this.#wake();
        return;
      case "error":
        throw refusal(message.payload);
      case "complete":
        this.#end();
    }
  }

  #send(message: object): void {
    // One that is closing says so itself.
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(message));
  }

  #end(...[error]: [error?: unknown]): void {
    this.#ended ??= error === undefined ? {} : { error };
    this.#wake();
  }
}

function closed(code: number, reason: string): DoxaError {
  if (REFUSED.has(code)) {
    return new DoxaError("the token is not, or no longer, good", { code: "UNAUTHENTICATED" });
  }
  return unavailable(`the connection was closed: ${code}${reason && ` ${reason}`}`);
}

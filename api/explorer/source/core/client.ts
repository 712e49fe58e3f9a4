// Documents of the schema, asked by their hash over HTTP and heard over one WebSocket.

import { createClient, type Client } from "graphql-ws";
import { type TypedDocumentString } from "../generated/graphql.ts";
import * as session from "./session.ts";

const PATH = "graphql";

// An error of the service: its code, the field that it is about, and what to do.
export class Refusal extends Error {
  readonly code: string;
  readonly field: string | undefined;
  readonly hint: string | undefined;

  constructor(message: string, code: string, field?: string, hint?: string) {
    super(message);
    this.code = code;
    this.field = field;
    this.hint = hint;
  }
}

interface Told {
  message: string;
  extensions?: { code?: string; field?: string | null; hint?: string | null };
}

function refusal(told: Told): Refusal {
  const { code, field, hint } = told.extensions ?? {};
  return new Refusal(told.message, code ?? "INTERNAL", field ?? undefined, hint ?? undefined);
}

function hash(document: { __meta__?: Record<string, unknown> | undefined }): string {
  return String(document.__meta__?.["hash"]);
}

// The data of one operation.
// Throws a Refusal: the service refuses, or cannot be reached (UNREACHABLE).
export async function ask<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Data> {
  const token = session.token();
  let answer: Response;
  try {
    answer = await fetch(PATH, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/graphql-response+json, application/json",
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ documentId: hash(document), variables }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal("The service does not answer.", "UNREACHABLE");
  }
  const found = (await answer.json().catch(() => ({}))) as { data?: Data; errors?: Told[] };
  const [first] = found.errors ?? [];
  if (first !== undefined) {
    const refused = refusal(first);
    if (refused.code === "UNAUTHENTICATED") session.leave("This token is not, or no longer, good.");
    throw refused;
  }
  if (!found.data) throw new Refusal(`The service answered ${answer.status}.`, "UNREACHABLE");
  return found.data;
}

let socket: { client: Client; token: string | null } | undefined;

function client(): Client {
  const token = session.token();
  if (socket?.token !== token) {
    void socket?.client.dispose();
    const url = new URL(PATH, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.hash = "";
    const connectionParams = { Authorization: `Bearer ${token ?? ""}` };
    const made = createClient({ url: url.href, connectionParams, retryAttempts: 20, lazy: true });
    socket = { client: made, token };
  }
  return socket.client;
}

// Hear what a subscription says until the returned function is called.
export function listen<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  hear: (data: Data) => void,
  end: (error?: Refusal) => void = () => {},
): () => void {
  const payload = {
    query: "",
    variables: variables as Record<string, unknown>,
    extensions: { persistedQuery: { version: 1, sha256Hash: hash(document) } },
  };
  return client().subscribe<Data>(payload, {
    next: ({ data, errors }) => {
      const [first] = errors ?? [];
      if (first !== undefined) end(refusal(first as Told));
      else if (data) hear(data);
    },
    error: (error) => {
      const [first] = Array.isArray(error) ? (error as Told[]) : [];
      end(first ? refusal(first) : new Refusal("The connection was lost.", "UNREACHABLE"));
    },
    complete: () => end(),
  });
}

// What the tests share: clients of the service under test, and ways to it that can be cut.

import { randomUUID } from "node:crypto";
import { createServer, connect, type AddressInfo, type Server, type Socket } from "node:net";
import { DoxaClient, type DoxaClientOptions } from "doxa-client";

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

export const URL_OF_SERVICE = setting("DOXA_URL");
export const TOKEN = setting("DOXA_TOKEN");

export function client(options: Partial<DoxaClientOptions> = {}): DoxaClient {
  return new DoxaClient({ url: URL_OF_SERVICE, token: TOKEN, ...options });
}

// Somebody of whom no other test says anything.
export function somebody(): string {
  return `Ana ${randomUUID()}`;
}

export async function addressOf(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

// A way to the service, of which each connection can be cut.
export interface Way extends AsyncDisposable {
  url: string;
  // How many connections were made over it.
  count: () => number;
  cut: () => void;
}

// The first `lost` answers do not arrive: their connections are cut instead.
export async function wayToService(lost = 0): Promise<Way> {
  const open = new Set<Socket>();
  let count = 0;
  let rest = lost;
  const { hostname, port } = new URL(URL_OF_SERVICE);
  const server = createServer((near) => {
    count += 1;
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on("error", () => {});
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
    near.pipe(far);
    far.on("data", (data) => {
      if (rest > 0) {
        rest -= 1;
        near.destroy();
      } else near.write(data);
    });
  });
  const url = await addressOf(server);
  const cut = (): void => open.forEach((socket) => socket.destroy());
  return {
    url,
    count: () => count,
    cut,
    [Symbol.asyncDispose]: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

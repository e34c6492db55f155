import { once } from "node:events";
import { createServer, connect as dial, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** What ends a request of PostgreSQL's protocol: a plain query, or the mark behind a batch of prepared ones. */
const ENDS = new Set(["Q", "S"].map((letter) => letter.charCodeAt(0)));
const HEADER_BYTES = 5;

export interface CountingProxy {
  readonly url: string;
  /** Requests that were sent and must be waited for, since it was last asked. */
  take(): number;
}

/** Stands before a database server and counts how often a client sends something and waits for what comes back. */
export async function countRoundTrips(url: string): Promise<CountingProxy> {
  const sockets = new Set<Socket>();
  let trips = 0;
  const listener = createServer((client) => {
    const server = dial(Number(new URL(url).port), "127.0.0.1");
    const count = createCounter(() => {
      trips += 1;
    });
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", () => {}).once("close", () => sockets.delete(socket));
    }
    client.on("data", (bytes) => {
      count(bytes);
      server.write(bytes);
    });
    server.pipe(client);
    client.once("close", () => server.destroy());
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  onTestFinished(() => {
    listener.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: Object.assign(new URL(url), { hostname: "127.0.0.1", port: String(address.port) }).href,
    take() {
      const taken = trips;
      trips = 0;
      return taken;
    },
  };
}

/** Reads the frames of one connection, however they were cut; the first has no letter. */
function createCounter(counted: () => void): (bytes: Buffer) => void {
  let held: Buffer = Buffer.alloc(0);
  let isGreeted = false;
  return (bytes) => {
    held = Buffer.concat([held, bytes]);
    for (;;) {
      const head = isGreeted ? HEADER_BYTES : HEADER_BYTES - 1;
      if (held.length < head) return;
      const size = held.readUInt32BE(head - 4) + head - 4;
      if (held.length < size) return;
      if (isGreeted && ENDS.has(held[0] as number)) counted();
      isGreeted = true;
      held = held.subarray(size);
    }
  };
}

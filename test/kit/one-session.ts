import { once } from "node:events";
import { createServer, connect as dial, type Socket } from "node:net";

const READY = "Z".charCodeAt(0);
const GOODBYE = "X".charCodeAt(0);
const IDLE = "I".charCodeAt(0);
/** How a server tells a new connection which session it has: this, the number, and a key. */
const SESSION = Buffer.from([0x4b, 0, 0, 0, 12]);
const NOBODYS_SESSION = 2 ** 30;

/**
 * Stands before a server that has one session for all its connections, and lets each have it from its first word until the
 * server says that no transaction is open: statements that belong together are not torn apart by those of others. As behind
 * a pooler, the session that a connection is told of is not the one that answers it: nothing may be kept in it.
 */
export async function startTurns(port: number): Promise<{ readonly port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const queue: (() => void)[] = [];
  let owner: Socket | undefined;

  function release(client: Socket): void {
    if (owner !== client) return;
    owner = undefined;
    queue.shift()?.();
  }

  const listener = createServer((client) => {
    const server = dial(port, "127.0.0.1");
    let held: Buffer[] = [];
    const isReady = createReader();
    let isTold = false;
    const send = () => {
      owner = client;
      for (const bytes of held) server.write(bytes);
      held = [];
    };
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", () => {}).once("close", () => sockets.delete(socket));
    }
    client.on("data", (bytes) => {
      if (owner === client || bytes[0] === GOODBYE) return void server.write(bytes);
      held.push(bytes);
      if (owner === undefined) send();
      else if (held.length === 1) queue.push(send);
    });
    server.on("data", (bytes) => {
      const told = bytes.indexOf(SESSION);
      if (!isTold && told >= 0) {
        isTold = true;
        bytes.writeInt32BE(NOBODYS_SESSION, told + SESSION.length);
      }
      client.write(bytes);
      if (isReady(bytes)) release(client);
    });
    client.once("close", () => {
      const at = queue.indexOf(send);
      if (at >= 0) queue.splice(at, 1);
      server.destroy();
      release(client);
    });
    server.once("close", () => client.destroy());
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    close() {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Reads what a server says, however it was cut; true where it said last that it is ready, outside of a transaction. */
function createReader(): (bytes: Buffer) => boolean {
  let left: Buffer = Buffer.alloc(0);
  return (bytes) => {
    left = Buffer.concat([left, bytes]);
    let isReady = false;
    while (left.length >= 5) {
      const size = left.readUInt32BE(1) + 1;
      if (left.length < size) break;
      isReady = left[0] === READY && left[5] === IDLE;
      left = left.subarray(size);
    }
    return isReady && left.length === 0;
  };
}

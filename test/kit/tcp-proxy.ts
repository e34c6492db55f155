import { once } from "node:events";
import { createServer, connect as dial, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";

/** What can happen to a connection at the moment a request passes. */
export type Fault =
  /** Broken off, the request lost. */
  | "reset-request"
  /** Broken off once the answer comes, the answer lost. */
  | "reset-answer"
  /** The client is told goodbye, the server is told nothing; the request is lost. */
  | "half-close"
  /** Nothing comes through any more, beginning with the request; both ends think the line stands. */
  | "silence-request"
  /** The same, beginning with the answer. */
  | "silence-answer"
  /** The request comes late, and everything in its order. */
  | "delay"
  /** The request comes after the line has gone silent for the client: it hears of nothing that follows. */
  | "late-request";

export const FAULTS: readonly Fault[] = [
  "reset-request",
  "reset-answer",
  "half-close",
  "silence-request",
  "silence-answer",
  "delay",
  "late-request",
];

/** Whether it is the request that is meant, by what it holds and by what came before it on its connection. */
type Fits = (request: Buffer, before: Buffer | undefined) => boolean;

export interface TcpProxy {
  readonly port: number;
  /** Faults that have happened, by kind. */
  readonly fired: Readonly<Record<Fault, number>>;
  /** The next request that fits meets this fault; one that comes late comes then. */
  arm(fault: Fault, fits: Fits, until?: () => Promise<unknown>): void;
  /** While it is on, nothing passes and new connections are taken without a word. It may end once it has had enough. */
  blackHole(on: boolean, piecesMax?: number): void;
  /** Pieces that went into the black hole, and connections. */
  readonly swallowed: number;
}

interface Armed {
  readonly fault: Fault;
  until(): Promise<unknown>;
  readonly fits: Fits;
}

const aMoment = () => wait(50);

/**
 * A proxy on a free port before a server on loopback, which does to its connections what a network may do. It tells of each
 * connection once that its client waits for what will not come.
 */
export async function startTcpProxy(serverPort: number, wentSilent: () => void = () => {}): Promise<TcpProxy> {
  const fired = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Record<Fault, number>;
  const sockets = new Set<Socket>();
  let armed: Armed | undefined;
  let isHole = false;
  let swallowed = 0;
  let swallowsUntil = Number.POSITIVE_INFINITY;

  function keep(socket: Socket): Socket {
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
    return socket;
  }

  function swallow(): void {
    swallowed += 1;
    if (swallowed >= swallowsUntil) isHole = false;
  }

  function pass(client: Socket): void {
    keep(client);
    if (isHole) {
      swallow();
      wentSilent();
      return;
    }
    const server = keep(dial(serverPort, "127.0.0.1"));
    let passesRequests = true;
    let passesAnswers = true;
    let resetsAtAnswer = false;
    let isTold = false;
    let before: Buffer | undefined;
    let sending: Promise<void> = Promise.resolve();
    const tell = () => {
      if (!isTold) wentSilent();
      isTold = true;
    };
    const reset = () => {
      client.resetAndDestroy();
      server.resetAndDestroy();
    };

    function send(request: Buffer, until?: () => Promise<unknown>): void {
      sending = sending.then(until).then(() => void (server.writable && server.write(request)));
    }

    const does: Readonly<Record<Fault, (request: Buffer, until: () => Promise<unknown>) => void>> = {
      "reset-request": reset,
      "reset-answer": (request) => {
        resetsAtAnswer = true;
        send(request);
      },
      "half-close": () => {
        passesRequests = false;
        client.end();
      },
      "silence-request": () => {
        passesRequests = false;
        passesAnswers = false;
        tell();
      },
      "silence-answer": (request) => {
        passesAnswers = false;
        send(request);
      },
      delay: send,
      "late-request": (request, until) => {
        passesAnswers = false;
        send(request, until);
        tell();
      },
    };

    client.on("data", (request) => {
      if (isHole || !passesRequests) {
        swallow();
        tell();
        return;
      }
      const now = armed?.fits(request, before) ? armed : undefined;
      before = request;
      if (now === undefined) return send(request);
      armed = undefined;
      fired[now.fault] += 1;
      does[now.fault](request, now.until);
    });
    server.on("data", (answer) => {
      if (resetsAtAnswer) reset();
      else if (passesAnswers && !isHole) client.write(answer);
      else {
        swallow();
        tell();
      }
    });
    // A goodbye passes as everything else does, or does not.
    client.on("end", () => passesRequests && !isHole && server.end());
    client.on("close", () => passesRequests && !isHole && server.destroy());
    server.on("end", () => passesAnswers && !isHole && client.end());
  }

  const listener = createServer({ allowHalfOpen: true }, pass).listen(0, "127.0.0.1");
  await once(listener, "listening");
  onTestFinished(() => {
    listener.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    fired,
    arm(fault, fits, until = aMoment) {
      armed = { fault, fits, until };
    },
    blackHole(on, piecesMax = Number.POSITIVE_INFINITY) {
      isHole = on;
      swallowsUntil = swallowed + piecesMax;
    },
    get swallowed() {
      return swallowed;
    },
  };
}

/** The same address, through the proxy. */
export function through(proxy: TcpProxy, url: string): string {
  return Object.assign(new URL(url), { hostname: "127.0.0.1", port: String(proxy.port) }).href;
}

import { lookup } from "node:dns/promises";
import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { request as requestTls } from "node:https";
import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.ts";

const TIMEOUT_MS = 5000;
const BODY_BYTES_MAX = 64 * 1024;

/** What a test puts in the place of the network. */
export interface SafeFetchNetwork {
  resolve(hostname: string): Promise<readonly string[]>;
  request(url: URL, options: RequestOptions, onAnswer: (answer: IncomingMessage) => void): ClientRequest;
}

const REAL_NETWORK: SafeFetchNetwork = {
  resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  request: requestTls,
};

/**
 * Fetches what a stranger named. The name is resolved once, every address it has must lie on the open internet, and the
 * connection goes to the very address that was looked at: no connection is ever begun to a place inside, whatever a name
 * server says a moment later. Redirects are not followed, and what is too long or too slow is let go.
 */
export function createSafeFetch(network: SafeFetchNetwork = REAL_NETWORK) {
  return async (address: string | URL | Request, options: RequestInit = {}): Promise<Response> => {
    const url = new URL(address instanceof Request ? address.url : address);
    if (url.protocol !== "https:") throw new TypeError("Only https addresses are fetched");
    if (url.username !== "" || url.password !== "") throw new TypeError("An address with a password is not fetched");
    const pinned = await pin(network, url.hostname);
    return ask(network, url, pinned, new Headers(options.headers));
  };
}

async function pin(network: SafeFetchNetwork, hostname: string): Promise<string> {
  // The parser of addresses has brought every spelling of an IP address into one.
  const literal = hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(literal) === 0 ? await network.resolve(hostname) : [literal];
  const [first] = addresses;
  if (first === undefined || !addresses.every(isPublicAddress)) {
    throw new TypeError("This name does not lead to the open internet");
  }
  return first;
}

function ask(network: SafeFetchNetwork, url: URL, pinned: string, headers: Headers): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = network.request(
      url,
      {
        method: "GET",
        agent: false,
        headers: Object.fromEntries(headers),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        lookup: (_hostname, { all }, answer) => {
          const family = isIP(pinned);
          if (all === true) answer(null, [{ address: pinned, family }]);
          else answer(null, pinned, family);
        },
      },
      (answer) => {
        readAll(answer).then((body) => resolve(toResponse(answer, body)), reject);
      },
    );
    request.on("error", reject);
    request.end();
  });
}

async function readAll(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) {
      answer.destroy();
      throw new TypeError("The document is too long");
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const WITHOUT_BODY = new Set([204, 205, 304]);

function toResponse({ statusCode = 502, headers }: IncomingMessage, body: Buffer): Response {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return new Response(WITHOUT_BODY.has(statusCode) ? null : new Uint8Array(body), {
    status: statusCode >= 200 ? statusCode : 502,
    headers: given,
  });
}

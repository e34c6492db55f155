import { once } from "node:events";
import { type ClientRequest, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { ask, callBody, callHeaders, callTruth, openSession, rowsFrom } from "./ask.ts";

/** Something that once stopped the house. */
export interface Bomb {
  readonly name: string;
  /** Goes off, and is over when the house has dealt with it. It may fail, as a client of a house that stops does. */
  explode(url: string): Promise<void>;
}

const MB = 1_000_000;
const PIECE = Buffer.alloc(MB, "A");

const post = (url: string, tool: string, body: string) =>
  ask({ url }, "/truth/mcp", { method: "POST", headers: callHeaders(tool), body });

function expectStatus(what: string, status: number, expected: number): void {
  if (status !== expected) throw new Error(`${what} was answered with ${status} instead of ${expected}`);
}

async function millionKeys(url: string): Promise<void> {
  const fields = Object.fromEntries(Array.from({ length: 1_000_000 }, (_, n) => [`k${n}`, n]));
  const body = callBody("store_structured", { idempotency_key: "bomb", entities: [fields] });
  for (let n = 0; n < 3; n += 1)
    expectStatus("a million keys", (await post(url, "store_structured", body)).status, 413);
}

/** As many values as a message may have, none of which the tool knows. */
async function dearestMessage(url: string): Promise<void> {
  const rows = Array.from({ length: 24 }, (_, row) =>
    Object.fromEntries(Array.from({ length: 9_990 }, (_, n) => [`k${row}_${n}`, n])),
  );
  const body = callBody("retrieve_entities", { entity_type: "company", rows });
  for (let n = 0; n < 3; n += 1) await post(url, "retrieve_entities", body);
}

/** Each sends half of what it promised and then nothing more. */
async function stalledUploads(url: string): Promise<void> {
  const one = async () => {
    const headers = { ...callHeaders("store_unstructured"), "content-length": String(70 * MB) };
    const asked: ClientRequest = request(`${url}/truth/mcp`, { method: "POST", headers, agent: false });
    const ended = once(asked, "response").catch(() => {});
    asked.on("error", () => {});
    for (let sent = 0; sent < 36 && !asked.destroyed; sent += 1) {
      await Promise.race([new Promise<void>((resolve) => asked.write(PIECE, () => resolve())), ended]);
    }
    await ended;
    asked.destroy();
  };
  await Promise.all(Array.from({ length: 20 }, one));
}

async function thousandSessions(url: string): Promise<void> {
  for (let n = 0; n < 20; n += 1) await Promise.all(Array.from({ length: 50 }, () => openSession({ url })));
  // Nobody is locked out.
  await openSession({ url });
}

async function queuedWrites(url: string): Promise<void> {
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      callTruth({ url }, "store_structured", { idempotency_key: `bomb-${n}`, entities: rowsFrom(n * 50, 50) }),
    ),
  );
}

/** The largest file of rows that one call of a table usually has. */
async function longWrite(url: string): Promise<void> {
  const lines = rowsFrom(100_000, 4000).map((row) => JSON.stringify(row));
  await callTruth({ url }, "store_unstructured", {
    idempotency_key: "long",
    file_content: Buffer.from(lines.join("\n")).toString("base64"),
    mime_type: "application/x-ndjson",
  });
  await wait(100);
}

/** In the order in which they are tried. A further one needs only a line here. */
export const BOMBS: readonly Bomb[] = [
  { name: "a message of 1 M keys, 3 times", explode: millionKeys },
  { name: "a message of 240 000 fields, 3 times", explode: dearestMessage },
  { name: "20 stalled uploads of 36 of 70 MB", explode: stalledUploads },
  { name: "1 000 legacy sessions", explode: thousandSessions },
  { name: "40 writes of 50 rows at once", explode: queuedWrites },
  { name: "one write of 4 000 rows", explode: longWrite },
];

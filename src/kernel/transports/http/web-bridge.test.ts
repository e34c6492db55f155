import type { IncomingMessage } from "node:http";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { toWebRequest } from "./web-bridge.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as (options: { type: "minor" | "major" }) => void;

const REQUESTS = 200;
const VALUES_OF_ONE = 10_000;

const arriving = { method: "POST", url: "/truth/mcp?a=b", rawHeaders: ["Accept", "text/plain"] };
const asRequest = (signal: AbortSignal) => toWebRequest(arriving as IncomingMessage, signal);

test("a request reads as the SDK wants it, and ends with its signal", () => {
  const gone = new AbortController();
  const request = asRequest(gone.signal);
  const { method, url, headers } = request;
  expect([method, url, headers.get("accept")]).toEqual(["POST", "http://localhost/truth/mcp?a=b", "text/plain"]);
  expect(request.signal.aborted).toBe(false);

  gone.abort();

  expect(request.signal.aborted).toBe(true);
});

test("what listens for the end of a request is let go with it by the small collections", () => {
  function serve(): void {
    const held = new Array(VALUES_OF_ONE).fill(1);
    const gone = new AbortController();
    const { signal } = asRequest(gone.signal);
    signal.addEventListener("abort", () => held.length);
  }
  const inUse = () => getHeapSpaceStatistics().reduce((bytes, { space_used_size }) => bytes + space_used_size, 0);
  for (let warmUp = 0; warmUp < REQUESTS; warmUp += 1) serve();
  collect({ type: "major" });
  const before = inUse();

  for (let request = 0; request < REQUESTS; request += 1) serve();
  for (let small = 0; small < 3; small += 1) collect({ type: "minor" });

  expect(inUse() - before).toBeLessThan((REQUESTS * VALUES_OF_ONE * 8) / 4);
});

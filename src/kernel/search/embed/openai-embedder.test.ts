import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { createEmbedder, type Embedder } from "./index.ts";

interface Request {
  readonly model: string;
  readonly input: string[];
  readonly encoding_format: string;
}

type Handler = (body: Request, response: ServerResponse, request: IncomingMessage) => void;

/** An endpoint of somebody else's, and an embedder that asks it for vectors of three dimensions. */
async function openAgainst(
  handler: Handler,
  { sleep = () => new Promise<void>(() => {}), apiKey }: { sleep?: () => Promise<void>; apiKey?: string } = {},
): Promise<Embedder> {
  const server = createServer((request, response) => {
    void json(request).then((body) => handler(body as Request, response, request));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
  const choice = { provider: "openai", url, model: "small", apiKey, dimensions: 3 } as const;
  const embedder = await createEmbedder(choice, { env: { sleep } });
  if ("absent" in embedder) throw new Error(embedder.absent);
  return embedder;
}

const answer = (response: ServerResponse, embeddings: readonly (readonly number[])[]) =>
  response.end(JSON.stringify({ data: embeddings.map((embedding, index) => ({ index, embedding })).reverse() }));

test("asks in batches of 64 with model and key, and returns unit vectors in the order of the texts", async () => {
  const seen: { url: string | undefined; key: string | undefined; body: Request }[] = [];
  const embedder = await openAgainst(
    (body, response, request) => {
      seen.push({ url: request.url, key: request.headers.authorization, body });
      answer(
        response,
        body.input.map((text) => [Number(text), 0, 4]),
      );
    },
    { apiKey: "secret" },
  );
  const vectors = await embedder.embed(Array.from({ length: 70 }, (_, index) => String(index)));
  expect(
    seen.map(({ url, key, body: { model, input, encoding_format } }) => [
      url,
      key,
      model,
      input.length,
      encoding_format,
    ]),
  ).toEqual([
    ["/v1/embeddings", "Bearer secret", "small", 64, "float"],
    ["/v1/embeddings", "Bearer secret", "small", 6, "float"],
  ]);
  expect(vectors).toHaveLength(70);
  expect([vectors[0], vectors[3]]).toEqual([Float32Array.of(0, 0, 1), Float32Array.of(0.6, 0, 0.8)]);
  expect([embedder.model, embedder.dimensions]).toEqual(["openai:small:3", 3]);
});

test("sends no key when there is none, a blank for an empty text, and no more than 8192 characters", async () => {
  let seen: unknown;
  const embedder = await openAgainst((body, response, request) => {
    seen = [request.headers.authorization, body.input.map((text) => text.length)];
    answer(
      response,
      body.input.map(() => [1, 0, 0]),
    );
  });
  await embedder.embed(["", "x".repeat(10_000)]);
  expect(seen).toEqual([undefined, [1, 8192]]);
});

const REFUSALS: readonly [string, Handler, string, boolean][] = [
  ["a busy endpoint", (_, response) => response.writeHead(429).end(), "endpoint_busy", true],
  ["a failing endpoint", (_, response) => response.writeHead(503).end(), "endpoint_busy", true],
  ["a wrong key", (_, response) => response.writeHead(401).end("who are you"), "endpoint_refused", false],
  ["a dropped connection", (_, response) => response.destroy(), "endpoint_unreachable", true],
  [
    "a redirect",
    (_, response) => response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
    "endpoint_unreachable",
    true,
  ],
  ["an answer that is no JSON", (_, response) => response.end("<html>"), "endpoint_answer_unusable", false],
  ["vectors of other dimensions", (_, response) => answer(response, [[1, 2]]), "endpoint_answer_unusable", false],
  ["a missing vector", (_, response) => answer(response, []), "endpoint_answer_unusable", false],
  ["a vector of zeros", (_, response) => answer(response, [[0, 0, 0]]), "endpoint_answer_unusable", false],
  ["an endless answer", (_, response) => response.end(" ".repeat(1_000_000)), "endpoint_answer_unusable", false],
];

test.each(REFUSALS)("%s is an error of its own kind", async (_, handler, code, retry) => {
  const embedder = await openAgainst(handler);
  await expect(embedder.embed(["one"])).rejects.toMatchObject({ name: "EmbedderError", code, retry });
});

test("an endpoint that is silent for too long is given up", async () => {
  const waits: number[] = [];
  const sleep = async (ms?: number) => void waits.push(ms ?? 0);
  const embedder = await openAgainst(() => {}, { sleep });
  await expect(embedder.embed(["one"])).rejects.toMatchObject({ code: "endpoint_timeout", retry: true });
  expect(waits).toEqual([30_000]);
});

test("a call ends at once when its caller cancels or the embedder is closed", async () => {
  const cancel = new AbortController();
  const embedder = await openAgainst(() => cancel.abort());
  await expect(embedder.embed(["one"], cancel.signal)).rejects.toMatchObject({ code: "cancelled" });
  const silent = await openAgainst(() => void silent.close());
  await expect(silent.embed(["one"])).rejects.toMatchObject({ code: "embedder_closed" });
  await expect(silent.embed(["two"])).rejects.toMatchObject({ code: "embedder_closed" });
});

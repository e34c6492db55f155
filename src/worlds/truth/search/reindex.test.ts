import { describe, expect, test } from "vitest";
import { ENGINES, type Engine } from "../../../../test/kit/kernel.ts";
import { sampled } from "../../../../test/kit/thorough.ts";
import { openTestTruth, type TestTruth } from "../../../../test/kit/truth.ts";
import { query, type Sql } from "../../../kernel/index.ts";
import { EVERY_TENANT } from "../../../kernel/installation.ts";

/** Everything that moves words: statements that win and lose, long texts, files, merges and their undoing. */
async function openStory(engine: Engine) {
  const truth = await openTestTruth({ engine });
  const times: string[] = [];
  const pass = () => void times.push(new Date(truth.parts.env.now()).toISOString());
  const company = (name: string, more: object = {}) => ({ entity_type: "company", name, ...more });
  const [acme = "", beta = "", gamma = ""] = await truth.put(
    company("Acme", { industry: "boats", about: "hull ".repeat(2000) }),
    company("Beta", { industry: "ferries" }),
    company("Gamma", { industry: "lanterns" }),
  );
  pass();
  await truth.put(company("Acme", { industry: "barges", about: "short" }), company("Acme", { country: "CH" }));
  await truth.ask("store_structured", {
    idempotency_key: "older",
    provenance: { extracted_at: "2001-01-01T00:00:00Z" },
    entities: [company("Beta", { industry: "zeppelins" })],
  });
  await truth.ask("correct", {
    entity_id: beta,
    entity_type: "company",
    field: "industry",
    value: "tugs",
    idempotency_key: "c",
  });
  pass();
  await truth.ask("store_unstructured", {
    idempotency_key: "file",
    file_content: Buffer.from("A heron stood by the quay.\n".repeat(200)).toString("base64"),
    mime_type: "text/plain",
    original_filename: "heron.txt",
  });
  await truth.ask("merge_entities", { from_entity_id: gamma, to_entity_id: beta });
  await truth.put(company("Gamma", { industry: "candles" }));
  pass();
  const { observations } = await truth.ask("list_observations", { entity_id: acme });
  await truth.ask("split_entity", { entity_id: acme, observation_ids: [observations[0].id] });
  await truth.ask("unmerge_entities", { from_entity_id: gamma });
  await truth.ask("delete_entity", { entity_id: beta });
  pass();
  await truth.ask("restore_entity", { entity_id: beta });
  return { truth, answers: () => answersOf(truth, times) };
}

async function answersOf(truth: TestTruth, times: readonly string[]) {
  const answers = [];
  for (const search of [
    "boats",
    "hull",
    "barges",
    "tugs",
    "zeppelins",
    "lanterns",
    "candles",
    "company CH",
    "heron quay",
  ]) {
    for (const at_ingested of [undefined, ...times]) {
      const then = at_ingested === undefined ? {} : { at_ingested };
      answers.push([search, at_ingested, await truth.ask("search", { query: search, include_sources: true, ...then })]);
      answers.push([search, at_ingested, await truth.ask("retrieve_entities", { search, ...then })]);
    }
  }
  return answers;
}

const DAMAGES: Readonly<Record<string, (sql: Sql) => Promise<unknown>>> = {
  "half of it is gone": (sql) => sql.run(query`delete from search_document where key % 2 = 0`),
  "texts are wrong": (sql) =>
    sql.run(query`update search_document set text = 'a zeppelin', filters = '{}' where key % 3 > 0`),
  "all of it is gone": async (sql) => {
    await sql.run(query`delete from search_document`);
    await sql.run(query`delete from search_space`);
  },
};

describe.each(ENGINES)("on %s", (engine) => {
  test("what calls have indexed is what the log says, document by document", async () => {
    const { truth } = await openStory(engine);
    expect(await truth.reindex()).toMatchObject({
      worlds: [{ world: "truth", added: 0, changed: 0, removed: 0 }],
      texts: 0,
      unreadable: 0,
    });
  });

  test.each(sampled(Object.entries(DAMAGES), engine === "postgres" ? 3 : 1))(
    "where %s, searches of now and of then answer as before",
    async (_, damage) => {
      const { truth, answers } = await openStory(engine);
      const before = await answers();
      await (await truth.parts.database()).write(EVERY_TENANT, damage);
      expect(await answers()).not.toEqual(before);
      await truth.reindex();
      expect(await answers()).toEqual(before);
    },
  );
});

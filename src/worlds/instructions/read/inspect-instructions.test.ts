import { describe, expect, test } from "vitest";
import { inspectEdited, inspectWorlds } from "../../../../test/kit/inspect.ts";
import { authored, openTestInstructions } from "../../../../test/kit/instructions-world.ts";
import { ENGINES, type Engine } from "../../../../test/kit/kernel.ts";
import { type Query, query, sha256 } from "../../../kernel/index.ts";

async function openIndexed(engine: Engine) {
  const ids = ["tests", "reviews", "commits"];
  const instructions = await openTestInstructions({
    engine,
    environment: { features: ["semantic"] },
    files: Object.fromEntries(ids.map((id) => [`${id}.json`, authored(id)])),
  });
  await ask(instructions);
  return instructions;
}

const ask = (on: Awaited<ReturnType<typeof openTestInstructions>>) =>
  on.ask("instructions_search", { q: "body of tests", mode: "semantic" });

const TESTS = query`id = 'tests' and space = 'instructions'`;
const wrong = (reason: string) => `document instructions/tests of ~installation: ${reason}`;
const NOT_THE_FILE = "instruction tests: what is noted as indexed of it is not what its file says";

const EDITS: Readonly<Record<string, [finding: string, ...edits: Query[]]>> = {
  "a text is changed": [
    wrong("its text is not that of its instruction"),
    query`update search_document set text = 'No tests.' where ${TESTS}`,
  ],
  "a text is changed and noted so": [
    NOT_THE_FILE,
    query`update search_document set text = 'No tests.' where ${TESTS}`,
    query`update instruction_indexed set digest = ${sha256("No tests.")} where id = 'tests'`,
  ],
  "a document is gone": [
    wrong("it is missing, and is noted as indexed"),
    query`delete from search_document where ${TESTS}`,
  ],
  "a document and its note are gone": [
    NOT_THE_FILE,
    query`delete from search_document where ${TESTS}`,
    query`delete from instruction_indexed where id = 'tests'`,
  ],
  "a document is planted": [
    "document instructions/planted of ~installation: no instruction says it",
    query`insert into search_document (key, tenant_id, space, id, unit, text, group_id, position, filters, terms, since)
      values (100000, '~installation', 'instructions', 'planted', 'instruction', 'a zeppelin', 'planted', 0, '{}', 1, 1)`,
  ],
  "a document is planted and noted": [
    "instruction planted: what is noted as indexed of it is not what its file says",
    query`insert into search_document (key, tenant_id, space, id, unit, text, group_id, position, filters, terms, since)
      values (100000, '~installation', 'instructions', 'planted', 'instruction', 'a zeppelin', 'planted', 0, '{}', 1, 1)`,
    query`insert into instruction_indexed (tenant_id, id, digest)
      values ('~installation', 'planted', ${sha256("a zeppelin")})`,
  ],
  "a document stands twice": [
    wrong("it stands twice"),
    query`insert into search_document (key, tenant_id, space, id, unit, text, group_id, position, filters, terms, since)
      select key + 100000, tenant_id, space, id, unit, text, group_id, position, filters, terms, since from search_document where ${TESTS}`,
  ],
  "a document has ended": [
    wrong("it has ended, and its instruction has not"),
    query`update search_document set until = 5 where ${TESTS}`,
  ],
  "a document has filters": [
    wrong("it says more than its instruction"),
    query`update search_document set filters = '{"a":"b"}' where ${TESTS}`,
  ],
  "a document has a time": [
    wrong("it says more than its instruction"),
    query`update search_document set at = 5 where ${TESTS}`,
  ],
};

describe.each(ENGINES)("on %s", (engine) => {
  test("each edit of what follows from the files is named, and without one there is nothing to name", async () => {
    const instructions = await openIndexed(engine);
    expect(await inspectWorlds(instructions)).toEqual([]);
    for (const [what, [finding, ...edits]] of Object.entries(EDITS))
      expect(await inspectEdited(instructions, ...edits), what).toContain(finding);
    expect(await inspectWorlds(instructions)).toEqual([]);
  });

  test("files that were changed, removed and added since are no finding, nor is what follows from them later", async () => {
    const instructions = await openIndexed(engine);
    instructions.write("tests.json", authored("tests", { body: "Another body." }));
    instructions.write("new.json", authored("new"));
    instructions.write("broken.json", "{");
    instructions.remove("reviews.json");
    const texts = instructions.texts();
    expect(await inspectWorlds(instructions)).toEqual([]);
    // Reading alone: not even what is enriched at other times is written.
    expect(instructions.texts()).toEqual(texts);
    await ask(instructions);
    expect(await inspectWorlds(instructions)).toEqual([]);
    await instructions.reindex();
    expect(await inspectWorlds(instructions)).toEqual([]);
    await ask(instructions);
    expect(await inspectWorlds(instructions)).toEqual([]);
  });
});

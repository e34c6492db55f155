import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WORLDS } from "../../../src/apps/worlds.ts";
import { openAccounts } from "../../../src/kernel/accounts/index.ts";
import { allHeads } from "../../../src/kernel/events/index.ts";
import { EVERY_TENANT } from "../../../src/kernel/installation.ts";
import type { Checkpoint } from "../../../src/kernel/proof/index.ts";
import { temporaryFolder } from "../../kit/folder.ts";
import { type Engine, openTestKernel, type TestKernel } from "../../kit/kernel.ts";
import { embedAll } from "../../kit/search-check.ts";
import { placeSqliteTemplate } from "../../kit/templates.ts";

/** Everything an installation of the table has: what is edited is a copy of `data`. */
export interface Made {
  readonly root: string;
  readonly data: string;
  /** The folder as it was some entries before. */
  readonly older: string;
  /** The folder as it lay on the disk while a process had it open: its last entries are in the write-ahead log alone. */
  readonly open: string;
  /** The same, some entries before. */
  readonly openOlder: string;
  /** The folder of somebody else, who wrote other things. */
  readonly foreign: string;
  /** A database that nobody has written to. */
  readonly empty: string;
  readonly config: string;
  readonly checkpoint: Checkpoint;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
type Answer = any;
type Ask = (server: string, tool: string, args: object, user?: string) => Promise<Answer>;

const CSV = ["entity_type,name,email,city,signed_date", "contact,Otto Other,otto@other.example,Ulm,2021-02-03"];
const NOTES = { "garden/collection.json": { title: "Garden" }, "garden/notebooks/seeds.json": { title: "Seeds" } };

/** An installation that is filled and still open, for those who edit its rows where they are. */
export async function openFilled(engine: Engine): Promise<TestKernel> {
  const root = temporaryFolder();
  writeConfig(root);
  const kernel = await openIn(join(root, "data"), root, engine);
  const ask = asking(kernel);
  await fillSecond(ask, await fillFirst(ask));
  await fillLast(ask);
  return kernel;
}

/** Fills a folder through the tools of every world, verifies it halfway, goes on, and makes a checkpoint of the end. */
export async function makeInstallation(): Promise<Made> {
  const root = temporaryFolder();
  const at = (name: string) => join(root, name);
  const config = writeConfig(root);
  const foreign = await makeForeign(at("foreign"), root);
  const empty = at("empty");
  mkdirSync(empty);
  await placeSqliteTemplate(WORLDS, empty);
  const kernel = await openIn(at("data"), root);
  const ask = asking(kernel);

  const ids = await fillFirst(ask);
  await embedAll(kernel);
  await untilWitnessed(kernel);
  const halfway = await kernel.verify({ full: true });
  if (halfway.bad !== undefined || halfway.findings.length > 0) throw new Error(JSON.stringify(halfway));
  cpSync(at("data"), at("older"), { recursive: true });
  await fillSecond(ask, ids);
  await govern(kernel, ask);
  await untilWitnessed(kernel);
  cpSync(at("data"), at("openOlder"), { recursive: true });
  await fillLast(ask);
  await embedAll(kernel);
  await untilWitnessed(kernel);
  cpSync(at("data"), at("open"), { recursive: true });
  const checkpoint = await kernel.checkpoint();
  await kernel.close();
  writeFileSync(at("checkpoint.json"), JSON.stringify(checkpoint));
  return {
    root,
    data: at("data"),
    older: at("older"),
    open: at("open"),
    openOlder: at("openOlder"),
    foreign,
    empty: join(empty, "bailiwick.db"),
    config,
    checkpoint,
  };
}

/** Time passes, until what was written is in the witness as well: it may be a moment behind. */
async function untilWitnessed(kernel: TestKernel): Promise<void> {
  const database = await kernel.parts.database();
  for (;;) {
    await kernel.parts.env.sleep(1000);
    await kernel.parts.database();
    const { logs } = JSON.parse(readFileSync(join(kernel.folder, "witness.json"), "utf8"));
    const heads = await database.read(EVERY_TENANT, allHeads);
    if ([...heads].every(([tenant, { hash }]) => logs[tenant]?.hash === hash)) return;
  }
}

/** Files of people lie elsewhere: they may change as people like. */
function writeConfig(root: string): string {
  const notebooks = join(root, "notebooks");
  mkdirSync(join(notebooks, "garden", "notebooks"), { recursive: true });
  for (const [path, content] of Object.entries(NOTES)) {
    const pages = [{ text: "Beans are dry and counted." }, { text: "Carrot seed must stay cool.", page: 7 }];
    writeFileSync(join(notebooks, path), JSON.stringify({ ...content, created_at: "2025-02-20", pages }));
  }
  mkdirSync(join(root, "instructions"));
  const undated = { id: "undated", title: "Undated", body: "By hand.", priority: 9, audience: "all" };
  const entry = { ...undated, requirement: "optional", categories: ["general"] };
  writeFileSync(join(root, "instructions", "undated.json"), JSON.stringify(entry));
  const file = join(root, "bailiwick.config.json");
  writeFileSync(file, JSON.stringify(configOf(root)));
  return file;
}

function configOf(root: string) {
  return {
    embedder: { provider: "none" },
    notebook: { notebook_storage: { type: "filesystem", path: join(root, "notebooks") } },
    instructions: { folder: join(root, "instructions") },
  };
}

function openIn(folder: string, root: string, engine: Engine = "sqlite"): Promise<TestKernel> {
  const { notebook, instructions } = configOf(root);
  return openTestKernel({
    folder,
    engine,
    seed: folder,
    embedder: "none",
    config: { notebook, instructions },
    variables: { MCP_ENABLE_MUTATION: true, INDEX_FEATURES: ["semantic"] },
    limits: { budgets: { store: 0, retrieve_entities: 0 } },
  });
}

function asking(kernel: TestKernel): Ask {
  return async (server, tool, args, user) => {
    const outcome: Answer = await kernel.callTool(tool, args, { server, ...(user !== undefined && { user }) });
    const answer = outcome.structuredContent;
    if (outcome.isError === true || answer?.error !== undefined) throw new Error(`${tool}: ${JSON.stringify(outcome)}`);
    return answer;
  };
}

async function store(ask: Ask, key: string, entities: object[], user?: string): Promise<string[]> {
  const stored = await ask("truth", "store_structured", { idempotency_key: key, entities }, user);
  return stored.entities.map(({ entity_id }: { entity_id: string }) => entity_id);
}

const company = (name: string, more: object = {}) => ({ entity_type: "company", name, ...more });

/** What is known and verified before the second half. */
async function fillFirst(ask: Ask): Promise<string[]> {
  const ids = await store(ask, "first", [
    company("Acme", { industry: "steel", since: "2020-01-02" }),
    company("Akme", { industry: "iron" }),
    company("Beta", { country: "DE", shoe: "42" }),
    company("Gamma", { country: "FR" }),
  ]);
  await store(ask, "first", [
    company("Acme", { industry: "steel", since: "2020-01-02" }),
    company("Akme", { industry: "iron" }),
    company("Beta", { country: "DE", shoe: "42" }),
    company("Gamma", { country: "FR" }),
  ]);
  const [old = "", other = ""] = await store(ask, "old", [company("Oldco", { industry: "coal" }), company("Older")]);
  const edge = { relationship_type: "REFERS_TO", source_entity_id: old, target_entity_id: other };
  await ask("truth", "create_relationship", edge);
  await store(ask, "ada", [company("Adaco", { industry: "secret" })], "ada");
  for (const text of ["one", "two", "three"]) await ask("conformance", "test_write", { text });
  return ids;
}

async function fillSecond(ask: Ask, [acme, akme, beta, gamma]: readonly string[]): Promise<void> {
  const upload = { file_content: Buffer.from(CSV.join("\n")).toString("base64"), mime_type: "text/csv" };
  await ask("truth", "store_unstructured", { ...upload, idempotency_key: "file", original_filename: "otto.csv" });
  const text = { file_content: Buffer.from("Met Zelda in Ulm.").toString("base64"), mime_type: "text/plain" };
  await ask("truth", "store_unstructured", { ...text, idempotency_key: "text", original_filename: "note.txt" });
  await ask("truth", "correct", {
    entity_id: acme,
    entity_type: "company",
    field: "industry",
    value: "steel and tin",
    idempotency_key: "correct",
  });
  const link = (relationship_type: string, source_entity_id = "", target_entity_id = "") =>
    ask("truth", "create_relationship", { relationship_type, source_entity_id, target_entity_id });
  await link("PART_OF", acme, beta);
  await link("REFERS_TO", beta, gamma);
  await ask("truth", "delete_relationship", {
    relationship_type: "REFERS_TO",
    source_entity_id: beta,
    target_entity_id: gamma,
  });
  await ask("truth", "merge_entities", { from_entity_id: akme, to_entity_id: acme, merge_reason: "the same firm" });
  await ask("truth", "merge_entities", { from_entity_id: gamma, to_entity_id: beta });
  await ask("truth", "unmerge_entities", { from_entity_id: gamma });
  await store(ask, "beta again", [company("Beta", { country: "DE", industry: "tin", since: "2022-05-06" })]);
  const { observations } = await ask("truth", "list_observations", { entity_id: beta });
  await ask("truth", "split_entity", { entity_id: beta, observation_ids: [observations[0].id] });
  await ask("truth", "delete_entity", { entity_id: gamma, reason: "closed" });
  await ask("truth", "restore_entity", { entity_id: gamma });
  const [gone = ""] = await store(ask, "gone", [company("Goneco", { industry: "smoke" })]);
  await ask("truth", "delete_entity", { entity_id: gone, reason: "never was" });
  await store(ask, "ada again", [company("Adaco", { industry: "secret", country: "IT" })], "ada");
}

/** Permissions, an approval that was used, one that waits, and users. */
async function govern(kernel: TestKernel, ask: Ask): Promise<void> {
  const { permissions, approvals } = kernel.governance;
  const by = { user: "operator", source: "command line" } as const;
  await permissions.set({ agent: "robot" }, { calls_per_minute: 5 }, by);
  await permissions.set({ agent: "test", user: "grete" }, { approvals: "on" }, by);
  const [first, second] = await store(ask, "grete", [company("Greteco"), company("Otherco")], "grete");
  const remove = (entity_id = "") => ask("truth", "delete_entity", { entity_id, reason: "closed" }, "grete");
  await remove(first).catch(() => {});
  const [waiting] = await approvals.list();
  const decision = {
    approve: true,
    by: { user: "operator", agent: null, client: "bailiwick" },
    in: "command line",
  } as const;
  await approvals.decide(waiting?.id ?? "", decision);
  await remove(first);
  await remove(second).catch(() => {});
  const { env, log, database, committed } = kernel.parts;
  const { users } = openAccounts({ env, log, keysFolder: kernel.keysFolder, database, committed });
  for (const [name, role] of [
    ["olga", "operator"],
    ["mia", "member"],
    ["dora", "member"],
  ] as const) {
    await users.add({ name, role, password: `a long enough word for ${name}` });
  }
  await users.disable("dora", "olga");
}

/** The last entries, and what is indexed of files. */
async function fillLast(ask: Ask): Promise<void> {
  for (const id of ["tests", "reviews"]) {
    const entry = { id, title: `On ${id}`, body: `Body of ${id}.`, priority: 50, audience: "all" };
    await ask("instructions", "instructions_add", {
      entry: { ...entry, requirement: "optional", categories: ["general"] },
    });
  }
  await ask("instructions", "instructions_search", { q: "body of tests", mode: "semantic" });
  await ask("notebook", "enter_collection", { collection_id: "garden" });
  await ask("notebook", "semantic_search", { query: "seed" });
  await ask("conformance", "test_write", { text: "four" });
  await store(ask, "last", [company("Lastco", { industry: "paper" })]);
}

/** Another installation, with a key of its own. */
async function makeForeign(folder: string, root: string): Promise<string> {
  const kernel = await openIn(folder, root);
  const ask = asking(kernel);
  await store(ask, "foreign", [company("Foreign", { industry: "masks" }), company("Stranger")]);
  const text = { file_content: Buffer.from("Not yours.").toString("base64"), mime_type: "text/plain" };
  await ask("truth", "store_unstructured", { ...text, idempotency_key: "text", original_filename: "note.txt" });
  writeFileSync(join(root, "foreign-checkpoint.json"), JSON.stringify(await kernel.checkpoint()));
  await kernel.close();
  renameSync(folder, `${folder}-closed`);
  return `${folder}-closed`;
}

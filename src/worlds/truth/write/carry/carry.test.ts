import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DOCUMENTS } from "../../../../../test/kit/documents.ts";
import { temporaryFolder } from "../../../../../test/kit/folder.ts";
import { openTestTruth } from "../../../../../test/kit/truth.ts";
import { type ImportHost, type JsonObject, KernelError } from "../../../../kernel/index.ts";

async function openCarriers(options: ImportHost["options"] = {}) {
  const truth = await openTestTruth();
  const [world] = await truth.worlds();
  const printed: string[] = [];
  const shown: string[] = [];
  const host: ImportHost = {
    env: truth.parts.env,
    tenant: "local",
    options,
    progress: (done, total, what) => void shown.push(`${done}/${total} ${what}`),
    print: (line) => void printed.push(line),
    derive: truth.derive,
    installation: truth.installation,
    async call(_server, tool, args) {
      const answer = await truth.ask(tool, args);
      if (answer.error !== undefined) throw new KernelError("conflict", "refused", { answer });
      return answer as JsonObject;
    },
  };
  const bring = (kind: string, path: string) => world?.importers[kind]?.(path, host);
  const give = (kind: string, path: string) => world?.exporters[kind]?.(path, host);
  return { truth, bring, give, printed, shown };
}

function folderOfDocuments(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "deep"));
  for (const [name, { content }] of Object.entries(DOCUMENTS)) writeFileSync(join(folder, "deep", name), content);
  writeFileSync(join(folder, "latin.txt"), Buffer.from("Größe der Küche", "latin1"));
  writeFileSync(join(folder, "empty.txt"), "");
  writeFileSync(join(folder, "huge.csv"), "");
  truncateSync(join(folder, "huge.csv"), 2 ** 31);
  writeFileSync(join(folder, ".hidden"), "x");
  return folder;
}

test("brings in a folder file by file, tells what it left out and why, and changes nothing the second time", async () => {
  const folder = folderOfDocuments();
  const { truth, bring, printed, shown } = await openCarriers();
  const files = Object.keys(DOCUMENTS).length + 1;
  expect(await bring("folder", folder)).toMatch(
    new RegExp(`^truth: ${files} files: \\d+ new entities, \\d+ observations, 2 left out$`),
  );
  expect(printed).toEqual([
    "read as windows-1252, which it looks like: latin.txt",
    "left out: empty.txt: The file is empty: there is nothing to store.",
    "left out: huge.csv: it is larger than 50 MB",
  ]);
  expect(shown.at(-1)).toBe(`${files + 2}/${files + 2} files`);
  const root = await truth.root();
  expect(await bring("files", folder)).toBe(
    `truth: ${files} files, ${files} of them known before: 0 new entities, 0 observations, 2 left out`,
  );
  expect(await truth.root()).toBe(root);
});

test("a dry run tells the same and stores nothing", async () => {
  const { truth, bring } = await openCarriers({ "dry-run": "true" });
  const before = await truth.root();
  expect(await bring("folder", folderOfDocuments())).toMatch(/^truth: would bring in \d+ files: \d\d+ new entities/);
  expect(await truth.root()).toBe(before);
});

test("brings in other memories: chats one by one, mem0's list, Letta's agent, notes that refer to each other", async () => {
  const folder = temporaryFolder();
  const write = (name: string, value: unknown) => {
    writeFileSync(join(folder, name), JSON.stringify(value));
    return join(folder, name);
  };
  const { truth, bring } = await openCarriers();
  const gpt = JSON.parse(DOCUMENTS["chatgpt.json"]?.content.toString() ?? "");
  expect(await bring("chatgpt", write("conversations.json", [...gpt, { ...gpt[0], conversation_id: "c-2" }]))).toMatch(
    /^truth: 2 files/,
  );
  const memory = {
    id: "mem-1",
    memory: "Likes oak",
    user_id: "ada",
    created_at: "2026-01-01T00:00:00Z",
    metadata: null,
  };
  expect(await bring("mem0", write("mem0.json", { results: [memory] }))).toMatch(/1 new entities/);
  const agent = {
    name: "Helper",
    core_memory: [{ label: "human", value: "Ada builds kitchens" }],
    messages: [{ role: "user", content: [{ type: "text", text: "Hello" }], created_at: "2026-01-02T00:00:00Z" }],
  };
  expect(await bring("letta", write("helper.af", agent))).toMatch(/3 new entities/);
  await expect(bring("claude", write("other.json", [{ a: 1 }]))).rejects.toThrow("no list of conversations");
  const { entities } = await truth.ask("retrieve_entities", { entity_type: "note", limit: 10 });
  const contents = entities.map(({ snapshot }: { snapshot: { content: string } }) => snapshot.content).sort();
  expect(contents).toEqual(["Ada builds kitchens", "Likes oak"]);
});

test("writes out everything in open formats, and never over a file", async () => {
  const folder = temporaryFolder();
  const { bring, give } = await openCarriers();
  await bring("folder", folderOfDocuments());
  for (const [kind, name] of [
    ["ndjson", "all.ndjson"],
    ["graphml", "all.graphml"],
    ["markdown", "notes"],
  ] as const) {
    expect(await give(kind, join(folder, name))).toMatch(/^truth: \d\d+ entities, \d\d+ observations/);
    expect(existsSync(join(folder, name))).toBe(true);
    await expect(give(kind, join(folder, name))).rejects.toThrow("already");
  }
  const lines = readFileSync(join(folder, "all.ndjson"), "utf8").trim().split("\n");
  const kinds = lines.map((line) => Object.keys(JSON.parse(line))[0]);
  expect([...new Set(kinds)]).toEqual(["source", "entity", "observation", "relationship"]);
  expect(readFileSync(join(folder, "all.graphml"), "utf8")).toContain("Oak &amp; ash");
  const note = readdirSync(join(folder, "notes")).find((name) => name.startsWith("note-Kitchen-plan"));
  const text = readFileSync(join(folder, "notes", note ?? ""), "utf8");
  expect(text).toMatch(/^---\nid: "ent_[0-9a-f]{24}"\nentity_type: "note"\n/);
  expect(text).toContain("- refers_to [[");
});

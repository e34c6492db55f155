import { expect, test } from "vitest";
import { complete, openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";
import { sha256 } from "../../../../../kernel/index.ts";

const projection = (id: string) => ({
  id,
  title: `Title of ${id}`,
  version: "1.0.0",
  owner: "ada",
  priorityTier: "P3",
  nextReviewDue: "2025-05-30T00:00:00.000Z",
  semanticSummarySha256: sha256(`Body of ${id}.`),
  changeLogLength: 1,
});
const FILES = {
  "b.json": complete("b"),
  "a-1.json": complete("a-1"),
  "a_1.json": complete("a_1"),
  "a.json": complete("a"),
};
const IDS = ["a", "a-1", "a_1", "b"];
const LINES = IDS.map((id) => JSON.stringify(projection(id))).join("\n");

test("hashes the projections of all entries in the order of their ids", async () => {
  const world = await openTestInstructions({ files: FILES });
  const answer = { count: 4, governanceHash: sha256(LINES), items: IDS.map(projection) };

  expect(await world.ask("instructions_governance_hash")).toEqual(answer);
  expect(await world.method("instructions/governanceHash")).toEqual(answer);
});

test("ends with a line break where the operator asks for it", async () => {
  const world = await openTestInstructions({ files: FILES, environment: { trailingNewline: true } });

  expect((await world.ask("instructions_governance_hash")).governanceHash).toBe(sha256(`${LINES}\n`));
});

test("pages its items, never its hash", async () => {
  const world = await openTestInstructions({ files: FILES });

  expect(await world.ask("instructions_governance_hash", { limit: 3 })).toEqual({
    count: 4,
    governanceHash: sha256(LINES),
    items: IDS.slice(0, 3).map(projection),
    truncated: true,
    next_offset: 3,
  });
});

test("an empty catalog has a hash too; a foreign argument is refused", async () => {
  const world = await openTestInstructions();

  expect(await world.ask("instructions_governance_hash")).toEqual({ count: 0, governanceHash: sha256(""), items: [] });
  expect(await world.method("instructions/governanceHash", { id: "a" })).toMatchObject({ rpc: { code: -32602 } });
});

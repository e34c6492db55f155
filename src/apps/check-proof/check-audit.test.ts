import { expect, test } from "vitest";
import { openTestYard } from "../../../test/kit/yard.ts";
import { checkProof } from "./check-proof.ts";

// biome-ignore lint/suspicious/noExplicitAny: forged exports have every shape.
type Forged = any;

async function exported(filter = {}) {
  const yard = await openTestYard();
  await yard.ask("set_posts", { names: ["a", "b"], reasoning: "a fence" });
  const { approval_id } = (await yard.refused("pull_posts", { names: ["a"] })).details;
  await yard.approve(approval_id, "ada");
  await yard.ask("pull_posts", { names: ["a"], approval_id });
  const { key } = await yard.checkpoint();
  return { yard, key, approval_id, audit: (await yard.exportAudit(filter)) as Forged };
}

test("an exported audit is checked by a program that shares nothing with the writer, and a whole log is told as whole", async () => {
  const { key, audit } = await exported();
  expect(checkProof(JSON.stringify(audit), { key })).toEqual({ shown: "all 7 entries of the log of local" });
});

test("a part of it is checked as a part: only what one approval is about", async () => {
  const { yard, key, approval_id } = await exported();
  const part = await yard.exportAudit({ approval: approval_id });
  expect(checkProof(JSON.stringify(part), { key })).toEqual({ shown: "5 of 7 entries of the log of local" });
  const lines = [];
  for await (const line of yard.audit({ approval: approval_id })) lines.push([line.kind, line.outcome, line.user]);
  expect(lines).toEqual([
    ["approval.requested", "done", "local"],
    ["refused", "refused: approval_required", "local"],
    ["approval.decided", "done", "ada"],
    ["approval.used", "done", "local"],
    ["post.pulled", "done", "local"],
  ]);
});

test("the filters narrow it: agent, tool, time, user", async () => {
  const { yard } = await exported();
  const count = async (filter: object) => {
    let n = 0;
    for await (const _line of yard.audit(filter)) n += 1;
    return n;
  };
  expect(await count({ agent: "test" })).toBe(6);
  // What was asked about a tool belongs to it.
  expect(await count({ tool: "yard/pull_posts" })).toBe(3);
  expect(await count({ user: "bob" })).toBe(0);
  expect(await count({ since: Date.UTC(2030, 0, 1) })).toBe(0);
});

test.each<[string, (audit: Forged) => void]>([
  ["another word in an entry", (audit) => Object.assign(audit.entries[0].body, { reasoning: "a wall" })],
  ["another agent", (audit) => Object.assign(audit.entries[0].entry.actor, { agent: "somebody" })],
  ["an entry twice", (audit) => audit.entries.push(audit.entries[0])],
  ["an entry in another's place", (audit) => Object.assign(audit.entries[0].entry, { seq: 2 })],
  ["a hash left out", (audit) => audit.logs[0].hashes.pop()],
  ["a head of another size", (audit) => Object.assign(audit.logs[0].head, { size: 6 })],
  ["no log", (audit) => audit.logs.pop()],
])("%s is found", async (_what, forge) => {
  const { key, audit } = await exported();
  forge(audit);
  expect(checkProof(JSON.stringify(audit), { key })).toHaveProperty("refused");
});

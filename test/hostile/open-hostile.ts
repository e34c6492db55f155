import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { REFUSED } from "../../src/kernel/event.ts";
import { query } from "../../src/kernel/query.ts";
import { temporaryFolder } from "../kit/folder.ts";
import type { Engine } from "../kit/kernel.ts";
import { type Answer, openTestTruth, type TestTruth, type TruthOptions } from "../kit/truth.ts";

export interface Hostile extends TestTruth {
  /** The folder that may be read, and the one around it, where a secret lies. */
  readonly opened: string;
  readonly top: string;
  /** Sees to it that a write is refused, changes nothing known and is in the log of its caller; answers with the error. */
  refusedAndLogged(tool: string, args: Record<string, unknown>, user?: string): Promise<Answer>;
}

/** The truth world with one open folder, a secret beside it, and something known that must stay as it is. */
export async function openHostile(engine: Engine, options: TruthOptions = {}): Promise<Hostile> {
  const top = temporaryFolder();
  const root = join(top, "root");
  for (const folder of [join(root, "in"), join(top, "root-evil")]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(root, "in/a.txt"), "inside");
  writeFileSync(join(top, "secret.txt"), "the secret");
  writeFileSync(join(top, "root-evil/a.txt"), "the secret");
  const truth = await openTestTruth({ engine, filesRoots: [root], workingFolder: root, ...options });
  await truth.put({ entity_type: "company", name: "Known before" });

  async function lastEntry(user: string) {
    const [entry] = await (await truth.parts.database()).read(user, (sql) =>
      sql.all<{ kind: string; tool: string; seq: number; payload: string }>(
        query`select kind, tool, seq, payload from event where tenant_id = ${user} order by seq desc limit 1`,
      ),
    );
    return entry;
  }

  return {
    ...truth,
    opened: root,
    top,
    async refusedAndLogged(tool, args, user = "local") {
      const before = await lastEntry(user);
      const error = await truth.refused(tool, args, { user });
      const entry = await lastEntry(user);
      expect(entry).toMatchObject({ kind: REFUSED, tool, seq: (before?.seq ?? 0) + 1 });
      // What was refused must not be stored after all, not even in the log.
      expect(Object.keys(JSON.parse(entry?.payload ?? "{}")).sort()).toEqual(["arguments_hash", "code"]);
      return error;
    },
  };
}

import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Blobs } from "../../src/kernel/blob.ts";
import type { Env } from "../../src/kernel/env.ts";
import type { Files } from "../../src/kernel/file.ts";
import { type CallFiles, createCallFiles, writeWithFiles } from "../../src/kernel/files/index.ts";
import type { Sql } from "../../src/kernel/sql.ts";
import { type Database, openDatabase } from "../../src/kernel/storage/index.ts";
import { temporaryFolder } from "./folder.ts";
import { createMemoryLog } from "./kernel.ts";
import { createSimulatedEnv } from "./simulated-env.ts";

export interface TestCallFiles extends CallFiles {
  readonly folder: string;
  readonly database: Database;
  readonly log: ReturnType<typeof createMemoryLog>;
  /** Writes as a call of this tenant would, and keeps it unless the work fails. */
  write<Value>(work: (of: CallWork) => Promise<Value>, tenant?: string): Promise<Value>;
}

interface CallWork {
  readonly blobs: Blobs;
  readonly files: Files;
  readonly sql: Sql;
  removeBlob(sha256: string): Promise<void>;
}

/** A file room on a real database: blobs in `blobs`, and unless said otherwise a folder `pages` that people share. */
export async function openTestCallFiles(
  options: { folder?: string; databaseUrl?: string | undefined; env?: Env; roots?: Record<string, string> } = {},
): Promise<TestCallFiles> {
  const { folder = temporaryFolder(), databaseUrl, env = createSimulatedEnv("files") } = options;
  const log = createMemoryLog();
  const database = await openDatabase({ folder, url: databaseUrl, readOnly: false, migrations: [] }, env, log);
  onTestFinished(() => database.close());
  const { roots = { pages: join(folder, "pages") } } = options;
  const room = createCallFiles({ blobs: join(folder, "blobs"), roots, env, log, database: async () => database });
  return {
    ...room,
    folder,
    database,
    log,
    async write(work, tenant = "local") {
      const staged = room.stage(tenant);
      try {
        return await writeWithFiles(database, tenant, staged, (sql) =>
          work({
            sql,
            blobs: staged.blobs(sql),
            files: staged.files(sql, () => true),
            removeBlob: (sha256) => staged.removeBlob(sha256),
          }),
        );
      } finally {
        await staged.discard();
      }
    },
  };
}

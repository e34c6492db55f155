import { z } from "zod";

/** The last file of a backup: what it holds. */
export const MANIFEST = "backup.json";

const HASH = z.string().regex(/^[0-9a-f]{64}$/);

export const Manifest = z.strictObject({
  format: z.literal("bailiwick-backup-1"),
  /** Of the product that made it. */
  version: z.string(),
  at: z.number(),
  engine: z.enum(["sqlite", "postgres"]),
  /** Where each log ended. */
  logs: z.record(z.string(), z.strictObject({ entries: z.int(), head: HASH })),
  files: z.record(z.string(), z.strictObject({ bytes: z.int(), sha256: HASH })),
});
export type Manifest = z.infer<typeof Manifest>;

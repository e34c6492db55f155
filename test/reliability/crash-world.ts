import { join } from "node:path";
import { z } from "zod";
import {
  type Blobs,
  defineServer,
  defineTool,
  type Event,
  type Files,
  query,
  type Scope,
  type Sql,
  sha256 as sha256Of,
} from "../../src/kernel/index.ts";
import { defineTestWorld } from "../kit/worlds.ts";

interface Crash {
  readonly blobs: Blobs;
  readonly files: Files;
  readonly record: Scope["record"];
}

export const FILE_KEPT = "file.kept";
const Payload = z.object({ sha256: z.string(), size: z.int() });

const keepFile = defineTool({
  name: "keep_file",
  title: "Keep a file",
  description: "Store a text as a blob and record its hash. A failure means that nothing was recorded.",
  effect: "write",
  input: z.object({ text: z.string() }),
  output: z.object({ event_id: z.string(), seq: z.int(), sha256: z.string() }),
  run: async ({ text }, { blobs, record }: Crash) => {
    const { sha256, size } = await blobs.put(Buffer.from(text));
    const event = await record({ kind: FILE_KEPT, payload: { sha256, size } });
    return { event_id: event.id, seq: event.seq, sha256 };
  },
});

const PAGES = "pages";
export const PAGE_WRITTEN = "page.written";
const PAGE_COUNT = 8;

/** Which pages a text is written to, and which it removes: few, so that they replace each other all the time. */
function pagesOf(text: string): { puts: readonly string[]; drops: string } {
  const [first = 0, second = 0, third = 0] = Buffer.from(sha256Of(text), "hex");
  const name = (number: number) => `page-${number % PAGE_COUNT}.txt`;
  const puts = [...new Set([name(first), name(second)])];
  return { puts, drops: name(third) };
}

const writePage = defineTool({
  name: "write_page",
  title: "Write pages",
  description:
    "Write a text to one or two shared pages, remove another, and record it. A failure means that nothing was.",
  effect: "write",
  input: z.object({ text: z.string() }),
  output: z.object({ event_id: z.string(), seq: z.int() }),
  run: async ({ text }, { files, record }: Crash) => {
    const { puts, drops } = pagesOf(text);
    await files.begin(PAGES);
    if (!puts.includes(drops)) await files.remove(PAGES, drops);
    for (const page of puts) await files.put(PAGES, page, text);
    const event = await record({ kind: PAGE_WRITTEN, payload: { text, puts, drops } });
    return { event_id: event.id, seq: event.seq };
  },
});

async function applyFileKept(event: Event, sql: Sql): Promise<void> {
  if (event.kind !== FILE_KEPT) return;
  const { sha256, size } = Payload.parse(event.payload);
  await sql.run(query`insert into crash_file (tenant_id, sha256, size) values (${event.tenant}, ${sha256}, ${size})
    on conflict (tenant_id, sha256) do nothing`);
}

/** A world that writes blobs and shared files, for crash tests: no world of the product so small does. */
export const crashWorld = defineTestWorld<Crash>({
  name: "crash",
  servers: [
    defineServer<Crash>({
      name: "crash",
      title: "Crash",
      instructions: "For crash tests only.",
      tools: [keepFile, writePage],
    }),
  ],
  migrations: [
    {
      name: "crash-001-file",
      up: (schema, { text, integer }) => [
        schema
          .createTable("crash_file")
          .addColumn("tenant_id", text, (column) => column.notNull())
          .addColumn("sha256", text, (column) => column.notNull())
          .addColumn("size", integer, (column) => column.notNull())
          .addPrimaryKeyConstraint("crash_file_key", ["tenant_id", "sha256"]),
      ],
    },
  ],
  projections: [{ table: "crash_file", columns: ["tenant_id", "sha256", "size"], orderBy: ["tenant_id", "sha256"] }],
  roots: ({ folder }) => ({ [PAGES]: join(folder, PAGES) }),
  open: ({ blobs, files, record }) => ({ blobs, files, record }),
  apply: applyFileKept,
  blobsOf: ({ kind, payload }) =>
    kind === FILE_KEPT ? [{ sha256: Payload.parse(payload).sha256, isDerivable: false }] : [],
});

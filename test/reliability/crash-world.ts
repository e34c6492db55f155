import { z } from "zod";
import {
  type Blobs,
  defineServer,
  defineTool,
  type Event,
  query,
  type Scope,
  type Sql,
} from "../../src/kernel/index.ts";
import { defineTestWorld } from "../kit/worlds.ts";

interface Crash {
  readonly blobs: Blobs;
  readonly record: Scope["record"];
}

const FILE_KEPT = "file.kept";
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

async function applyFileKept(event: Event, sql: Sql): Promise<void> {
  if (event.kind !== FILE_KEPT) return;
  const { sha256, size } = Payload.parse(event.payload);
  await sql.run(query`insert into crash_file (tenant_id, sha256, size) values (${event.tenant}, ${sha256}, ${size})
    on conflict (tenant_id, sha256) do nothing`);
}

/** A world that writes blobs, for crash tests: no world of the product so small does. */
export const crashWorld = defineTestWorld<Crash>({
  name: "crash",
  servers: [
    defineServer<Crash>({
      name: "crash",
      title: "Crash",
      instructions: "For crash tests only.",
      tools: [keepFile],
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
  open: ({ blobs, record }) => ({ blobs, record }),
  apply: applyFileKept,
});

import { z } from "zod";
import { defineServer, defineTool, KernelError, query, type Scope } from "../../src/kernel/index.ts";
import { defineTestWorld } from "./worlds.ts";

/** What the tools below work with. */
interface Shelf {
  readonly scope: Scope;
}

const Item = z.object({ name: z.string(), sha256: z.string() });

const keepFile = defineTool({
  name: "keep_file",
  title: "Keep a file",
  description: "Keeps a text as a file and records its hash under a name.",
  effect: "write",
  aliases: ["keepFile", "shelf/keep"],
  methods: ["shelf/keep"],
  input: z.object({ name: z.string().min(1), text: z.string() }),
  output: Item,
  async run({ name, text }, { scope }: Shelf) {
    const { sha256 } = await scope.blobs.put(Buffer.from(text));
    await scope.record({ kind: "file.kept", payload: { name, sha256 }, reasoning: "asked to" });
    if (text === "refuse me") throw new KernelError("conflict", "This text is never kept");
    if (text === "break me") throw new TypeError("a bug of ours with a secret in it");
    return { name, sha256 };
  },
});

const dropFile = defineTool({
  name: "drop_file",
  title: "Drop a file",
  description: "Forgets the file of a name; fails when there is none.",
  effect: "destructive",
  input: z.object({ name: z.string() }),
  output: z.object({ dropped: z.string() }),
  async run({ name }, { scope }: Shelf) {
    await scope.record({ kind: "file.dropped", payload: { name } });
    return { dropped: name };
  },
});

const listFiles = defineTool({
  name: "list_files",
  title: "List files",
  description: "Lists what the shelf of this user holds, by name.",
  effect: "read",
  input: z.object({ padding: z.int().optional() }),
  output: z.object({ files: z.array(Item), padding: z.string() }),
  async run({ padding = 0 }, { scope }: Shelf) {
    const files = await scope.sql.all(
      query`select name, sha256 from shelf_file where tenant_id = ${scope.caller.tenant} order by name`,
    );
    return { files, padding: "x".repeat(padding) };
  },
});

/** A small world of our own for tests of the kernel: it uses blobs, records, deletes, and fails on request. */
export const shelf = defineTestWorld<Shelf>({
  name: "shelf",
  servers: [
    defineServer<Shelf>({
      name: "shelf",
      title: "Shelf",
      instructions: "A shelf of files.",
      tools: [keepFile, dropFile, listFiles],
    }),
  ],
  migrations: [
    {
      name: "shelf-001-file",
      up: (schema, { text }) => [
        schema
          .createTable("shelf_file")
          .addColumn("tenant_id", text, (column) => column.notNull())
          .addColumn("name", text, (column) => column.notNull())
          .addColumn("sha256", text, (column) => column.notNull())
          .addPrimaryKeyConstraint("shelf_file_key", ["tenant_id", "name"]),
      ],
    },
  ],
  projections: [{ table: "shelf_file", columns: ["tenant_id", "name", "sha256"], orderBy: ["tenant_id", "name"] }],
  open: (scope) => ({ scope }),
  blobsOf({ kind, payload }) {
    const { sha256 = "" } = payload as { sha256?: string };
    return kind === "file.kept" ? [{ sha256, isDerivable: false }] : [];
  },
  async apply(event, sql) {
    const { name, sha256 } = event.payload as { name: string; sha256?: string };
    if (event.kind === "file.kept") {
      await sql.run(query`insert into shelf_file (tenant_id, name, sha256) values (${event.tenant}, ${name}, ${sha256 ?? ""})
        on conflict (tenant_id, name) do update set sha256 = excluded.sha256`);
    }
    if (event.kind === "file.dropped") {
      await sql.run(query`delete from shelf_file where tenant_id = ${event.tenant} and name = ${name}`);
    }
  },
});

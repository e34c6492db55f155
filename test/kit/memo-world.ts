import { buffer } from "node:stream/consumers";
import { z } from "zod";
import {
  defineServer,
  defineTool,
  list,
  nearestOf,
  query,
  type Scope,
  vectorBytes,
  vectorFrom,
} from "../../src/kernel/index.ts";
import { defineTestWorld } from "./worlds.ts";

/** What the tools below work with. */
interface Memos {
  readonly scope: Scope;
}

const SPACE = "memo";

const keepMemo = defineTool({
  name: "keep_memo",
  title: "Keep a memo",
  description: "Keeps texts under their ids, each as an entry of its own, and answers with what this call finds then.",
  effect: "write",
  input: z.object({ memos: z.array(z.object({ id: z.string(), text: z.string() })), find: z.string().optional() }),
  output: z.object({ kept: z.int(), found: z.array(z.string()) }),
  async run({ memos, find }, { scope }: Memos) {
    for (const memo of memos) await scope.record({ kind: "memo.kept", payload: memo });
    return { kept: memos.length, found: find === undefined ? [] : await idsFor(scope, find) };
  },
});

const dropMemo = defineTool({
  name: "drop_memo",
  title: "Drop a memo",
  description: "Drops the memo of an id, or all of them.",
  effect: "destructive",
  input: z.object({ id: z.string().optional() }),
  output: z.object({ dropped: z.string() }),
  async run({ id = "*" }, { scope }: Memos) {
    await scope.record({ kind: "memo.dropped", payload: { id } });
    return { dropped: id };
  },
});

const keepFile = defineTool({
  name: "keep_file",
  title: "Keep a file",
  description: "Keeps a text as a stored file; its words are found by the file's hash.",
  effect: "write",
  input: z.object({ text: z.string() }),
  output: z.object({ sha256: z.string() }),
  async run({ text }, { scope }: Memos) {
    const { sha256 } = await scope.blobs.put(Buffer.from(text));
    await scope.record({ kind: "file.kept", payload: { sha256 } });
    return { sha256 };
  },
});

const findMemo = defineTool({
  name: "find_memo",
  title: "Find a memo",
  description: "Finds memos by their words, now or as of a time.",
  effect: "read",
  input: z.object({ text: z.string(), as_of: z.int().optional() }),
  output: z.object({ found: z.array(z.string()) }),
  async run({ text, as_of }, { scope }: Memos) {
    return { found: await idsFor(scope, text, as_of) };
  },
});

const keepThrough = defineTool({
  name: "keep_through",
  title: "Keep a memo through another call",
  description: "Calls keep_memo and then find_memo, all in one call.",
  effect: "write",
  input: z.object({ id: z.string(), text: z.string(), find: z.string() }),
  output: z.object({ found: z.array(z.string()) }),
  async run({ id, text, find }, { scope }: Memos) {
    await scope.call("memo", "keep_memo", { memos: [{ id, text }] });
    const { found } = await scope.call("memo", "find_memo", { text: find });
    return { found: found as string[] };
  },
});

const keepMeaning = defineTool({
  name: "keep_meaning",
  title: "Keep a meaning",
  description: "Keeps the vector of a text in a table of this world's own; embeds where it is told to.",
  effect: "write",
  input: z.object({ id: z.string(), text: z.string(), inside: z.boolean().optional() }),
  output: z.object({ model: z.string(), dimensions: z.int() }),
  async prepare({ text, inside }, { scope }: Memos) {
    return inside === true ? undefined : scope.embed([text]);
  },
  async run({ id, text }, { scope }: Memos, prepared: unknown) {
    const embedded = (prepared ?? (await scope.embed([text]))) as Awaited<ReturnType<Scope["embed"]>>;
    if ("absent" in embedded) return { model: embedded.absent, dimensions: 0 };
    const [vector = new Float32Array()] = embedded.vectors;
    await scope.record({ kind: "meaning.kept", payload: { id, vector: [...vector] } });
    return { model: embedded.model, dimensions: vector.length };
  },
});

const nearestMeaning = defineTool({
  name: "nearest_meaning",
  title: "Nearest meanings",
  description: "The kept meanings nearest to that of an id, among some ids.",
  effect: "read",
  input: z.object({ id: z.string(), among: z.array(z.string()), limit: z.int() }),
  output: z.object({ nearest: z.array(z.object({ id: z.string(), likeness: z.number() })) }),
  async run({ id, among, limit }, { scope }: Memos) {
    const { tenant } = scope.caller;
    const row = await scope.sql.first<{ vector: Uint8Array }>(
      query`select vector from memo_meaning where tenant_id = ${tenant} and id = ${id}`,
    );
    const candidates = query`select id, vector from memo_meaning where tenant_id = ${tenant} and id in (${list(among)})`;
    const nearest = await nearestOf(scope.sql, candidates, vectorFrom(row?.vector ?? new Uint8Array()), limit);
    return { nearest: [...nearest] };
  },
});

async function idsFor(scope: Scope, text: string, asOf?: number): Promise<string[]> {
  const { hits } = await scope.search.find({ space: SPACE, text, limit: 10, ...(asOf !== undefined && { asOf }) });
  return hits.map(({ document }) => document.id);
}

/** A small world for tests of the index: memos with a past, files, and vectors of its own. */
export const memos = defineTestWorld<Memos>({
  name: "memo",
  servers: [
    defineServer<Memos>({
      name: "memo",
      title: "Memos",
      instructions: "Memos that can be found.",
      tools: [keepMemo, dropMemo, keepFile, findMemo, keepThrough, keepMeaning, nearestMeaning],
    }),
  ],
  migrations: [
    {
      name: "memo-001-meaning",
      up: (schema, { text, bytes }) => [
        schema
          .createTable("memo_meaning")
          .addColumn("tenant_id", text, (column) => column.notNull())
          .addColumn("id", text, (column) => column.notNull())
          .addColumn("vector", bytes, (column) => column.notNull())
          .addPrimaryKeyConstraint("memo_meaning_key", ["tenant_id", "id"]),
      ],
    },
  ],
  projections: [{ table: "memo_meaning", columns: ["tenant_id", "id"], orderBy: ["tenant_id", "id"] }],
  open: (scope) => ({ scope }),
  blobsOf({ kind, payload }) {
    const { sha256 = "" } = payload as { sha256?: string };
    return kind === "file.kept" ? [{ sha256, isDerivable: false }] : [];
  },
  async apply(event, sql, index) {
    const said = event.payload as { id: string; text: string; sha256: string; vector: number[] };
    const past = { history: true };
    if (event.kind === "memo.kept") {
      index.put([{ space: SPACE, id: said.id, unit: "passage", text: said.text }], past);
    }
    if (event.kind === "memo.dropped") index.remove(SPACE, said.id === "*" ? undefined : [said.id], past);
    if (event.kind === "file.kept") {
      index.putFromFiles(async (files) => {
        const content = await buffer(await files.open(said.sha256));
        return [{ space: SPACE, id: said.sha256, unit: "passage", text: content.toString() }];
      });
    }
    if (event.kind === "meaning.kept") {
      await sql.run(query`insert into memo_meaning (tenant_id, id, vector)
        values (${event.tenant}, ${said.id}, ${vectorBytes(Float32Array.from(said.vector))})
        on conflict (tenant_id, id) do update set vector = excluded.vector`);
    }
  },
});

import { describe, expect, test } from "vitest";
import { ENGINES, type Engine } from "../../../../test/kit/kernel.ts";
import { openTestMemos } from "../../../../test/kit/memos.ts";
import { EVERY_TENANT } from "../../installation.ts";
import { query } from "../../query.ts";

const open = (engine: Engine) => openTestMemos({ engine });

describe.each(ENGINES)("on %s", (engine) => {
  test("what an entry says is found by the next call, and by the call that recorded it", async () => {
    const { ask, keep, found } = await open(engine);
    await keep(["a", "a heron by the river"], ["b", "a kettle of tea"]);
    expect(await found("heron")).toEqual(["a"]);
    expect(await ask("keep_memo", { memos: [{ id: "c", text: "another heron" }], find: "heron" })).toMatchObject({
      found: expect.arrayContaining(["a", "c"]),
    });
    expect(await found("heron")).toEqual(["a", "c"]);
  });

  test("an inner call's entries are found within the outer call and after it", async () => {
    const { ask, found } = await open(engine);
    expect(await ask("keep_through", { id: "a", text: "a heron", find: "heron" })).toEqual({ found: ["a"] });
    expect(await found("heron")).toEqual(["a"]);
  });

  test("a rehearsal finds what it would have said, and leaves nothing to find", async () => {
    const { ask, found, rows } = await open(engine);
    expect(
      await ask("keep_memo", { memos: [{ id: "a", text: "a heron" }], find: "heron", dry_run: true }),
    ).toMatchObject({ found: ["a"], dry_run: true });
    expect([await found("heron"), await rows()]).toEqual([[], []]);
  });

  test("of one id, the later text of a call counts, and the earlier is seen by those who look back to its time", async () => {
    const { parts, keep, found, rows } = await open(engine);
    await keep(["a", "a heron"], ["a", "a kettle"]);
    expect([await found("heron"), await found("kettle")]).toEqual([[], ["a"]]);
    const [first, second] = await rows();
    expect(first).toMatchObject({ text: "a heron", until: second?.since });
    const events = await (await parts.database()).read(EVERY_TENANT, (sql) =>
      sql.all<{ at: number }>(query`select at from event order by seq`),
    );
    expect(events.map(({ at }) => at)).toEqual([first?.since, second?.since]);
    expect(await found("heron", first?.since)).toEqual(["a"]);
    expect(await found("heron", second?.since)).toEqual([]);
  });

  test("a text that came and went at one time was never there", async () => {
    const { parts, rows } = await open(engine);
    const index = parts.gatherIndex("local");
    const put = (at: number, text: string) =>
      index.writer(at).put([{ space: "memo", id: "a", unit: "passage", text }], { history: true });
    const write = async () =>
      (await parts.database()).write("local", (sql) => index.write(sql, parts.files.blobs("local")));
    put(5, "a heron");
    await write();
    put(5, "a kettle");
    await write();
    put(5, "a lantern");
    put(6, "a ferry");
    await write();
    expect(await rows()).toEqual([
      { id: "a", text: "a lantern", since: 5, until: 6 },
      { id: "a", text: "a ferry", since: 6, until: null },
    ]);
  });

  test.each([true, false])(
    "what a call says in several steps stands since the same times as if each were a call, with history %s",
    async (history) => {
      const said = ["a heron", "a kettle", "a heron", "a heron", undefined, "a heron", "*", "a heron"];
      const inOneCall = async (steps: readonly (readonly number[])[]) => {
        const { parts, rows } = await open(engine);
        const database = await parts.database();
        for (const step of steps) {
          const index = parts.gatherIndex("local");
          for (const at of step) {
            const text = said[at % said.length];
            const writer = index.writer(at);
            if (text === undefined) writer.remove("memo", ["a"], { history });
            else if (text === "*") writer.remove("memo", undefined, { history });
            else writer.put([{ space: "memo", id: "a", unit: "passage", text }], { history });
          }
          await database.write("local", (sql) => index.write(sql, parts.files.blobs("local")));
        }
        return rows();
      };
      const all = said.map((_, at) => at);
      const singly = await inOneCall(all.map((at) => [at]));
      expect(await inOneCall([all])).toEqual(singly);
      expect(await inOneCall([all.slice(0, 1), all.slice(1, 3), all.slice(3)])).toEqual(singly);
      expect(await inOneCall([all.slice(0, 4), all.slice(4, 6), all.slice(6)])).toEqual(singly);
    },
  );

  test("all that was said is removed, and what is said after that stays", async () => {
    const { parts, ask, keep, found } = await open(engine);
    await keep(["a", "a heron"], ["b", "another heron"]);
    const then = parts.env.now();
    await ask("drop_memo", {});
    expect([await found("heron"), await found("heron", then)]).toEqual([[], ["a", "b"]]);
    await keep(["a", "a heron"]);
    expect(await found("heron")).toEqual(["a"]);
  });

  test("the words of a stored file are read when the index is written, and not by a replay", async () => {
    const { replay, ask, found } = await open(engine);
    const { sha256 } = await ask("keep_file", { text: "a heron in a file" });
    expect(await found("heron")).toEqual([sha256]);
    const { live, rebuilt } = await replay();
    expect(rebuilt).toEqual(live);
  });

  test("a call that fails after its entry leaves nothing to find", async () => {
    const { result, rows } = await open(engine);
    const stopped = new AbortController();
    stopped.abort();
    await result("keep_memo", { memos: [{ id: "a", text: "a heron" }] }, { signal: stopped.signal });
    expect(await rows()).toEqual([]);
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ENGINES, openTestKernel } from "../../test/kit/kernel.ts";
import { memos } from "../../test/kit/memo-world.ts";
import { EVERY_TENANT } from "./installation.ts";
import { query } from "./query.ts";
import { nearestOf, vectorBytes, vectorFrom } from "./vectors.ts";

const SOME = [
  ["north", [0, 1, 0]],
  ["northeast", [3, 3, 0]],
  ["east", [2, 0, 0]],
  ["south", [0, -5, 0]],
  ["nowhere", [0, 0, 0]],
] as const;

async function openWith(engine: (typeof ENGINES)[number], vectors: Iterable<readonly [string, ArrayLike<number>]>) {
  const kernel = await openTestKernel({ engine, worlds: [memos], embedder: "none" });
  const database = await kernel.parts.database();
  await database.write(EVERY_TENANT, async (sql) => {
    for (const [id, vector] of vectors) {
      await sql.run(query`insert into memo_meaning (tenant_id, id, vector)
        values ('local', ${id}, ${vectorBytes(Float32Array.from(vector))})`);
    }
  });
  return database;
}

test("any vector comes back from its bytes as it was, also from bytes that stand anywhere in memory", () => {
  fc.assert(
    fc.property(fc.float32Array(), fc.nat(7), (vector, offset) => {
      const moved = new Uint8Array(vector.byteLength + offset);
      moved.set(vectorBytes(vector), offset);
      expect(vectorFrom(moved.subarray(offset))).toEqual(vector);
    }),
  );
});

describe.each(ENGINES)("on %s", (engine) => {
  test("what is stored is the bytes, and the nearest of a filtered set come in order", async () => {
    const database = await openWith(engine, SOME);
    const bytes = await database.read(EVERY_TENANT, (sql) =>
      sql.first<{ vector: Uint8Array }>(
        query`select vector from memo_meaning where tenant_id = 'local' and id = 'northeast'`,
      ),
    );
    expect(Buffer.from(bytes?.vector ?? [])).toEqual(Buffer.from("000040400000404000000000", "hex"));
    const near = (condition = query`true`, limit = 9) =>
      database.read(EVERY_TENANT, (sql) =>
        nearestOf(
          sql,
          query`select id, vector from memo_meaning where tenant_id = 'local' and ${condition}`,
          Float32Array.of(0, 2, 0),
          limit,
        ),
      );
    const all = await near();
    expect(all.map(({ id }) => id)).toEqual(["north", "northeast", "east", "nowhere", "south"]);
    expect(all.map(({ likeness }) => likeness)).toEqual([1, expect.closeTo(Math.SQRT1_2, 12), 0, 0, -1]);
    expect((await near(query`id <> 'north'`, 2)).map(({ id }) => id)).toEqual(["northeast", "east"]);
  });

  test("vectors of two lengths are not compared", async () => {
    const database = await openWith(engine, [["a", [1, 2]]]);
    const near = database.read(EVERY_TENANT, (sql) =>
      nearestOf(sql, query`select id, vector from memo_meaning where tenant_id = 'local'`, Float32Array.of(1), 1),
    );
    await expect(near).rejects.toMatchObject({ code: "internal" });
  });
});

test("both engines give the same order and likeness to the last bit, however many there are", async () => {
  const vectors = Array.from(
    { length: 1500 },
    (_, n) => [`v${n}`, Array.from({ length: 64 }, (_, i) => Math.sin(n * 64 + i * 7))] as const,
  );
  const answers = [];
  for (const engine of ENGINES) {
    const database = await openWith(engine, vectors);
    const to = Float32Array.from({ length: 64 }, (_, i) => Math.cos(i));
    answers.push(
      await database.read(EVERY_TENANT, (sql) =>
        nearestOf(sql, query`select id, vector from memo_meaning where tenant_id = 'local'`, to, 20),
      ),
    );
  }
  expect(answers[0]).toHaveLength(20);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});

import { batchesOf, list, query } from "../../query.ts";
import { vectorBytes, vectorFrom } from "../../vectors.ts";
import type { VectorIndex } from "./vector-index.ts";

/** Candidates by sign bits are this many times more than asked for; exact scores choose among them. */
const OVERSAMPLING = 4;
const KEYS_PER_QUERY = 500;

/** Finds candidates by comparing one bit per dimension, then scores those exactly. */
export const sqliteVectorIndex: VectorIndex = {
  async missing(sql) {
    return sql.first(query`select vec_version() as version`).then(
      () => undefined,
      () => "the vector extension of SQLite is not available on this platform",
    );
  },

  async put(sql, space, key, vector) {
    await sql.run(query`insert into search_vector (key, embedding) values (${key}, ${vectorBytes(vector)})
      on conflict (key) do update set embedding = excluded.embedding`);
    await sql.run(query`insert into search_bits (number, key, bits) values (${space.number}, ${key}, ${signBits(vector)})
      on conflict (number, key) do update set bits = excluded.bits`);
  },

  async remove(sql, space, keys) {
    for (let from = 0; from < keys.length; from += KEYS_PER_QUERY) {
      const some = list(keys.slice(from, from + KEYS_PER_QUERY));
      await sql.run(query`delete from search_vector where key in (${some})`);
      await sql.run(query`delete from search_bits where number = ${space.number} and key in (${some})`);
    }
  },

  async nearest(sql, space, vector, condition, limit) {
    const distance = query`vec_distance_hamming(vec_bit(b.bits), vec_bit(${signBits(vector)}))`;
    const source =
      condition === undefined ? query`search_bits b` : query`search_bits b join search_document d on d.key = b.key`;
    const rows = await sql.all<{ key: number }>(
      query`select c.key from (select b.key as key from ${source} where b.number = ${space.number}
          ${condition === undefined ? query`` : query`and ${condition}`} order by ${distance}, b.key limit ${limit * OVERSAMPLING}) c
        join search_vector v on v.key = c.key
        order by vec_distance_cosine(v.embedding, ${vectorBytes(vector)}), c.key limit ${limit}`,
    );
    return rows.map((row) => row.key);
  },

  async mend(sql, space, keys) {
    const vectors = await this.of(sql, keys);
    const kept = new Map<number, Buffer>();
    for (const some of batchesOf(keys)) {
      const rows = await sql.all<{ key: number; bits: Buffer }>(
        query`select key, bits from search_bits where number = ${space.number} and key in (${list(some)})`,
      );
      for (const { key, bits } of rows) kept.set(key, bits);
    }
    for (const [key, vector] of vectors) {
      if (kept.get(key)?.equals(signBits(vector)) !== true) await this.put(sql, space, key, vector);
    }
    return keys.filter((key) => !vectors.has(key));
  },

  async sweep(sql) {
    const gone = await sql.run(query`delete from search_vector where key not in (select key from search_document)`);
    await sql.run(query`delete from search_bits where not exists (select 1 from search_document d
      join search_space s on s.tenant_id = d.tenant_id and s.space = d.space
      where d.key = search_bits.key and s.number = search_bits.number)`);
    return gone;
  },

  async of(sql, keys) {
    const found = new Map<number, Float32Array>();
    for (let from = 0; from < keys.length; from += KEYS_PER_QUERY) {
      const some = keys.slice(from, from + KEYS_PER_QUERY);
      const rows = await sql.all<{ key: number; embedding: Buffer }>(
        query`select key, embedding from search_vector where key in (${list(some)})`,
      );
      for (const { key, embedding } of rows) found.set(key, vectorFrom(embedding));
    }
    return found;
  },
};

function signBits(vector: Float32Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(vector.length / 8));
  vector.forEach((value, index) => {
    if (value > 0) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
  });
  return bits;
}

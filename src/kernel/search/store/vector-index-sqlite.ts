import { batchesOf, list, type Query, query } from "../../query.ts";
import type { Sql } from "../../sql.ts";
import { vectorBytes, vectorFrom } from "../../vectors.ts";
import type { SpaceRow } from "./text-index.ts";
import { type Embeddable, vectorHash } from "./vector-hash.ts";
import type { VectorFault, VectorIndex } from "./vector-index.ts";

/** Candidates by sign bits are this many times more than asked for; exact scores choose among them. */
const OVERSAMPLING = 4;
const KEYS_PER_QUERY = 500;

const NO_DOCUMENT = query`not exists (select 1 from search_document d
  join search_space s on s.tenant_id = d.tenant_id and s.space = d.space
  where d.key = b.key and s.number = b.number)`;

/** Finds candidates by comparing one bit per dimension, then scores those exactly. */
export const sqliteVectorIndex: VectorIndex = {
  async missing(sql) {
    return sql.first(query`select vec_version() as version`).then(
      () => undefined,
      () => "the vector extension of SQLite is not available on this platform",
    );
  },

  async put(sql, space, document, vector) {
    const { key } = document;
    await sql.run(query`insert into search_vector (key, embedding, hash)
      values (${key}, ${vectorBytes(vector)}, ${vectorHash(document, vector)})
      on conflict (key) do update set embedding = excluded.embedding, hash = excluded.hash`);
    await putBits(sql, space, key, vector);
  },

  async remove(sql, space, keys) {
    for (let from = 0; from < keys.length; from += KEYS_PER_QUERY) {
      const some = list(keys.slice(from, from + KEYS_PER_QUERY));
      await sql.run(query`delete from search_vector as v where v.key in (${some}) and ${isOf(space)}`);
      await sql.run(query`delete from search_bits where number = ${space.number} and key in (${some})`);
    }
  },

  async nearest(sql, space, vector, condition, limit) {
    const distance = query`vec_distance_hamming(vec_bit(b.bits), vec_bit(${signBits(vector)}))`;
    const source =
      condition === undefined
        ? query`search_bits b`
        : query`search_bits b join search_document d on d.key = b.key and d.tenant_id = ${space.tenant_id}`;
    const rows = await sql.all<{ key: number }>(
      query`select c.key from (select b.key as key from ${source} where b.number = ${space.number}
          ${condition === undefined ? query`` : query`and ${condition}`} order by ${distance}, b.key limit ${limit * OVERSAMPLING}) c
        join search_vector v on v.key = c.key
        order by vec_distance_cosine(v.embedding, ${vectorBytes(vector)}), c.key limit ${limit}`,
    );
    return rows.map((row) => row.key);
  },

  async faults(sql, space, documents) {
    const found: VectorFault[] = [];
    for (const some of batchesOf(documents)) {
      const rows = await sql.all<{ key: number; embedding: unknown; hash: unknown; bits: unknown }>(
        query`select v.key, v.embedding, v.hash, b.bits from search_vector v
          left join search_bits b on b.number = ${space.number} and b.key = v.key
          where v.key in (${list(some.map(({ key }) => key))})`,
      );
      const kept = new Map(rows.map((row) => [row.key, row]));
      for (const document of some) {
        const row = kept.get(document.key);
        const fault = row === undefined ? "missing" : faultOf(document, row);
        if (fault !== undefined) found.push({ key: document.key, fault });
      }
    }
    return found;
  },

  async mend(sql, space, documents) {
    const faults = await this.faults(sql, space, documents);
    const beside = faults.flatMap(({ key, fault }) => (fault === "beside" ? [key] : []));
    for (const [key, vector] of await this.of(sql, space, beside)) await putBits(sql, space, key, vector);
    return faults.flatMap(({ key, fault }) => (fault === "beside" ? [] : [key]));
  },

  async stray(sql) {
    const whole = await sql.first<{ key: number }>(
      query`select v.key from search_vector v where not exists (select 1 from search_document d where d.key = v.key) limit 1`,
    );
    if (whole !== undefined) return whole.key;
    const bits = await sql.first<{ key: number }>(query`select b.key from search_bits b where ${NO_DOCUMENT} limit 1`);
    return bits?.key;
  },

  async sweep(sql) {
    const gone = await sql.change(query`delete from search_vector where key not in (select key from search_document)`);
    await sql.run(query`delete from search_bits as b where ${NO_DOCUMENT}`);
    return gone;
  },

  async of(sql, space, keys) {
    const found = new Map<number, Float32Array>();
    for (let from = 0; from < keys.length; from += KEYS_PER_QUERY) {
      const some = keys.slice(from, from + KEYS_PER_QUERY);
      const rows = await sql.all<{ key: number; embedding: Buffer }>(
        query`select v.key, v.embedding from search_vector v where v.key in (${list(some)}) and ${isOf(space)}`,
      );
      for (const { key, embedding } of rows) found.set(key, vectorFrom(embedding));
    }
    return found;
  },
};

/** A vector belongs to whom its document does. */
const isOf = ({ tenant_id, space }: Pick<SpaceRow, "tenant_id" | "space">): Query =>
  query`exists (select 1 from search_document d where d.key = v.key and d.tenant_id = ${tenant_id} and d.space = ${space})`;

async function putBits(sql: Sql, space: SpaceRow, key: number, vector: Float32Array): Promise<void> {
  await sql.run(query`insert into search_bits (number, key, bits) values (${space.number}, ${key}, ${signBits(vector)})
    on conflict (number, key) do update set bits = excluded.bits`);
}

function faultOf(
  document: Embeddable,
  // Whoever edits the file may put anything anywhere.
  { embedding, hash, bits }: { embedding: unknown; hash: unknown; bits: unknown },
): VectorFault["fault"] | undefined {
  if (!Buffer.isBuffer(embedding) || embedding.byteLength % Float32Array.BYTES_PER_ELEMENT !== 0) return "changed";
  const vector = vectorFrom(embedding);
  if (!(Buffer.isBuffer(hash) && hash.equals(vectorHash(document, vector)))) return "changed";
  return Buffer.isBuffer(bits) && bits.equals(signBits(vector)) ? undefined : "beside";
}

function signBits(vector: Float32Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(vector.length / 8));
  vector.forEach((value, index) => {
    if (value > 0) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
  });
  return bits;
}

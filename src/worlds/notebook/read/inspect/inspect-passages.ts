import { type Sql, sha256 } from "../../../../kernel/index.ts";
import { referenceIdOf } from "../../model/passages.ts";
import { createPassageStore } from "../../store/passage-store.ts";
import type { Wrong } from "./wrong.ts";

/** What a passage says of itself, whether or not its file is still there: checksum and reference follow from the rest. */
export async function* inspectPassages(sql: Sql, tenant: string, collectionId: string): AsyncIterable<Wrong> {
  for await (const some of createPassageStore(sql, tenant).walk(collectionId)) {
    for (const row of some) {
      const what = `passage ${row.reference_id}`;
      if (sha256(row.text) !== row.checksum)
        yield { what, kind: "checksum", reason: "its text does not have its checksum" };
      const place = { part: row.part, start: row.start_byte, end: row.end_byte, checksum: row.checksum };
      if (referenceIdOf(row.collection_id, row.notebook_id, place) !== row.reference_id)
        yield { what, kind: "reference", reason: "its reference is not that of its place and text" };
    }
  }
}

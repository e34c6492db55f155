import { type Finding, INSTALLATION, type InspectHost } from "../../../../kernel/index.ts";
import type { Lifetime } from "../../notebook.ts";
import { collectionOf } from "../../search/vectors.ts";
import { createPassageStore } from "../../store/passage-store.ts";
import { changedByHand } from "./changed-by-hand.ts";
import { inspectCollection } from "./inspect-collection.ts";
import { inspectDocuments } from "./inspect-documents.ts";
import { inspectPassages } from "./inspect-passages.ts";
import type { Wrong } from "./wrong.ts";

/**
 * Whether catalog, passages and index are what the files say, as far as the files are still those that were looked at:
 * a file that has changed since is no finding, its passages say `verified: false` until the next look. Nothing is written.
 */
export async function* inspectNotebooks(lifetime: Lifetime, host: InspectHost): AsyncIterable<Finding> {
  const { sql, progress } = host;
  const kept = await createPassageStore(sql, INSTALLATION).collectionIds();
  for (const collectionId of await lifetime.library.collectionIds()) {
    progress(0, 0, `looking at the files of ${collectionId}`);
    yield* firstOfEach(inspectCollection(lifetime, host, INSTALLATION, collectionId));
  }
  yield* changedByHand(lifetime, host);
  for (const collectionId of kept) {
    progress(0, 0, `checking the passages of ${collectionId}`);
    yield* firstOfEach(inspectPassages(sql, INSTALLATION, collectionId));
  }
  // With a storage elsewhere, the index here is not asked.
  const { type } = lifetime.config.vector_storage;
  if (type !== "embedded" && type !== "pgvector") return;
  const index = host.index(INSTALLATION);
  const ours = (await index.spaces()).flatMap((space) => collectionOf(space) ?? []);
  const collections = new Set([...kept, ...ours]);
  for (const collectionId of collections) {
    progress(0, 0, `checking the index of ${collectionId}`);
    yield* firstOfEach(inspectDocuments(sql, index, INSTALLATION, collectionId));
  }
}

async function* firstOfEach(found: AsyncIterable<Wrong>): AsyncIterable<Finding> {
  const kinds = new Set<string>();
  for await (const { kind, what, reason } of found) {
    if (!kinds.has(kind)) yield { what, reason };
    kinds.add(kind);
  }
}

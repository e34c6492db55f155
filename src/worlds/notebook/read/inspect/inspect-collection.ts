import { type InspectHost, sha256 } from "../../../../kernel/index.ts";
import type { CollectionFiles } from "../../files/collection-files.ts";
import type { FoundFile, RefusedFile } from "../../files/sources/file-source.ts";
import type { CollectionSum } from "../../model/catalog.ts";
import type { Lifetime } from "../../notebook.ts";
import { createCollectionStore } from "../../store/collection-store.ts";
import { createFileStore } from "../../store/file-store.ts";
import { inspectFile } from "./inspect-file.ts";
import type { Wrong } from "./wrong.ts";

type Found = FoundFile | RefusedFile;

const FILES_PER_STEP = 100;
const SUMS = {
  notebooks: "notebooks",
  created_from: "first date",
  created_until: "last date",
  modified_at: "last change",
  skipped: "skipped files",
} as const satisfies Record<keyof CollectionSum, string>;

/**
 * The catalog of a collection against its files. What is known of a file holds while its stamp is the same: then the
 * next look would not read it again either. Where the folder as a whole is as it was looked at, nothing may be missing.
 */
export async function* inspectCollection(
  lifetime: Lifetime,
  { sql, signal }: Pick<InspectHost, "sql" | "signal">,
  tenant: string,
  collectionId: string,
): AsyncIterable<Wrong> {
  const known = await createCollectionStore(sql, tenant).find(collectionId);
  // Never looked at yet.
  if (known === undefined) return;
  const store = createFileStore(sql, tenant);
  const files = await lifetime.library.filesOf(collectionId);
  const digest = Buffer.alloc(32);
  let seen = 0;
  let unknown: string | undefined;
  for await (const step of stepsOf(files)) {
    const rows = await store.findAt(
      collectionId,
      step.map(({ path }) => path),
    );
    for (const file of step) {
      addTo(digest, `${file.path}\0${stampOf(file)}`);
      seen += 1;
      const row = rows.get(file.path);
      if (row?.stamp === stampOf(file)) yield* inspectFile(lifetime, { sql, signal, tenant, collectionId, files }, row);
      else unknown ??= file.path;
    }
  }
  if (digest.toString("hex") !== known.digest) return;
  const what = `collection ${collectionId}`;
  if (unknown !== undefined)
    yield { what: `file ${unknown} of ${what}`, kind: "unknown", reason: "the catalog does not know it as it is" };
  if ((await store.count(collectionId, "all")) > seen)
    yield { what, kind: "surplus", reason: "the catalog has files that the folder does not have" };
  for (const { path } of await store.unsettled(collectionId))
    yield { what: `file ${path} of ${what}`, kind: "id", reason: "its notebook id is another" };
  const sum = await store.sum(collectionId);
  for (const [column, name] of Object.entries(SUMS) as [keyof CollectionSum, string][]) {
    if (sum[column] !== known[column]) yield { what, kind: column, reason: `its ${name} do not follow from its files` };
  }
}

async function* stepsOf(files: CollectionFiles): AsyncGenerator<Found[]> {
  let step: Found[] = [];
  for await (const file of files.walk()) {
    step.push(file);
    if (step.length < FILES_PER_STEP) continue;
    yield step;
    step = [];
  }
  if (step.length > 0) yield step;
}

function stampOf(file: Found): string {
  return "refused" in file ? `refused-${file.refused}` : file.stamp;
}

function addTo(sum: Buffer, text: string): void {
  const one = Buffer.from(sha256(text), "hex");
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) ^ (one[at] ?? 0);
}

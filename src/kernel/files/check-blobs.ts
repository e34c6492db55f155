import { join } from "node:path";
import type { OwnedBlob } from "../blob.ts";
import type { Sql } from "../sql.ts";
import type { Finding, InspectHost } from "../world.ts";
import { type BlobState, BY_HASH, blobPath, findBlob, isBlobName, stateOfBlob } from "./blob-store.ts";
import { createJournalStore } from "./journal-store.ts";
import type { FileRoot } from "./root.ts";
import { tenantFolder } from "./tenant-folder.ts";
import { namesIn, shown, strayAt, walkBlobs } from "./walk-blobs.ts";

/** So many of a kind are told one by one. */
const TOLD_MAX = 100;

/** What was found among the blobs. */
export interface BlobReport {
  /** Blobs that were read to their end. */
  readonly checked: number;
  /** Blobs that are missing or not what was stored, in the order of the log. */
  readonly findings: readonly Finding[];
  /** What does no harm and does not belong there, or is not in its place yet. */
  readonly remarks: readonly string[];
}

export interface BlobCheckOptions {
  /** Passes over what else lies among the blobs: for a look at some entries only. */
  readonly onlyNamed?: boolean;
  readonly progress?: InspectHost["progress"] | undefined;
}

const WRONG: Readonly<Record<Exclude<BlobState, "right">, string>> = {
  missing: "is missing",
  corrupt: "its content does not match its name",
  "not a file": "something else than a file is in its place",
  unreadable: "cannot be read",
};

/**
 * Looks at every blob that the log names, and then at whatever else lies among the blobs. `named` gives those of one
 * tenant one after another. Whatever lies there, it is told and not stumbled over.
 */
export async function checkBlobs(
  root: FileRoot,
  sql: Sql,
  named: Iterable<OwnedBlob>,
  { onlyNamed = false, progress = () => {} }: BlobCheckOptions = {},
): Promise<BlobReport> {
  const check = createCheck(root, sql, progress);
  const folders = new Set<string>();
  let tenant: string | undefined;
  let known = new Set<string>();
  const endTenant = async () => {
    if (tenant === undefined || onlyNamed) return;
    folders.add(tenantFolder(tenant));
    await check.folder(tenantFolder(tenant), known);
  };
  for (const blob of named) {
    if (blob.tenant !== tenant) {
      await endTenant();
      tenant = blob.tenant;
      known = new Set();
    }
    if (known.has(blob.sha256)) continue;
    known.add(blob.sha256);
    await check.named(blob);
  }
  await endTenant();
  if (!onlyNamed) await check.rest(folders);
  return check.report();
}

function createCheck(root: FileRoot, sql: Sql, progress: InspectHost["progress"]) {
  const bad = createTold();
  const remarks = createTold();
  let checked = 0;

  async function look(path: string, sha256: string): Promise<BlobState> {
    const state = await stateOfBlob(path, sha256);
    if (state === "right" || state === "corrupt") progress(++checked, 0, "blobs checked");
    return state;
  }

  async function folder(name: string, known: ReadonlySet<string>): Promise<void> {
    for (const inside of await namesIn(root, name, remarks.add)) {
      if (inside !== BY_HASH) remarks.add(strayAt(`${name}/${inside}`));
    }
    await unnamed(`${name}/${BY_HASH}`, known, "is named by no entry of the log");
  }

  async function unnamed(below: string, known: ReadonlySet<string>, reason: string): Promise<void> {
    for await (const { path, sha256 } of walkBlobs(root, below, remarks.add)) {
      if (known.has(sha256)) continue;
      const state = await look(join(root.folder, path), sha256);
      const what = shown(`${root.name}/${path}`);
      if (state === "corrupt") bad.add({ what, reason: WRONG.corrupt });
      else if (state !== "missing") remarks.add({ what, reason: state === "right" ? reason : WRONG[state] });
    }
  }

  return {
    /** A blob that must be there, unless its content can be made again. */
    async named({ tenant, sha256, isDerivable }: OwnedBlob): Promise<void> {
      const what = `blob ${shown(sha256)} of tenant ${shown(tenant)}`;
      if (!isBlobName(sha256)) return bad.add({ what, reason: "is no hash" });
      const path = blobPath(tenant, sha256);
      const inPlace = await look(join(root.folder, path), sha256);
      if (inPlace === "right") return;
      // Whoever wants it reads it where it waits, but only as long as nothing lies in its place.
      const journal = createJournalStore(sql);
      const waiting = () => journal.waitingAt(tenant, root.name, path);
      const found = await findBlob(root, path, waiting).catch(() => undefined);
      const state = found === undefined ? inPlace : await look(found, sha256);
      if (state === "right") {
        const reason = "is committed and waits to be moved to its place: the next start that may write does it";
        remarks.add({ what, reason });
      } else if (state !== "missing" || !isDerivable) {
        bad.add({ what, reason: WRONG[state] });
      }
    },
    /** What lies in the folder of a tenant besides the blobs that its log names. */
    folder,
    /** What lies beside the folders that were looked at. */
    async rest(seen: ReadonlySet<string>): Promise<void> {
      for (const name of await namesIn(root, "", remarks.add)) {
        if (name === BY_HASH) {
          await unnamed(BY_HASH, new Set(), "is where an earlier version put it, and named by no entry of the log");
        } else if (name === root.aside) {
          await namesIn(root, name, remarks.add);
        } else if (!seen.has(name)) {
          await folder(name, new Set());
        }
      }
    },
    report: (): BlobReport => ({
      checked,
      findings: bad.told,
      remarks: remarks.lines(),
    }),
  };
}

function createTold() {
  const told: Finding[] = [];
  let left = 0;
  return {
    told,
    lines: () => [
      ...told.map(({ what, reason }) => `${what}: ${reason}`),
      ...(left > 0 ? [`${left} more things among the blobs are not named one by one`] : []),
    ],
    add(finding: Finding): void {
      if (told.length < TOLD_MAX) told.push(finding);
      else left += 1;
    },
  };
}

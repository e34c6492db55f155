import { cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Lays the blobs of all tenants together, as earlier builds did. */
export function layBlobsFlat(folder: string): void {
  const blobs = join(folder, "blobs");
  for (const tenant of readdirSync(blobs).filter((name) => name !== "incoming" && name !== "sha256")) {
    cpSync(join(blobs, tenant, "sha256"), join(blobs, "sha256"), { recursive: true });
    rmSync(join(blobs, tenant), { recursive: true });
  }
}

/** Every blob by its path below the folder of blobs, without those that wait. */
export function blobFiles(folder: string): string[] {
  const blobs = join(folder, "blobs");
  return readdirSync(blobs, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith("incoming"))
    .map((entry) => join(entry.parentPath, entry.name).slice(blobs.length + 1))
    .sort();
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";

/** A folder of this test's own, gone when the test ends; in memory, where the machine has room there. */
export function temporaryFolder(): string {
  return folderIn(tmpdir());
}

/** The same on a disk, for tests of what a disk does. */
export function diskFolder(): string {
  return folderIn(inject("diskFolder"));
}

function folderIn(parent: string): string {
  const folder = mkdtempSync(join(parent, "bailiwick-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

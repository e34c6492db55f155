import { expect, test } from "vitest";
import { diskFolder } from "../kit/folder.ts";
import { backUpWhileWriting } from "../kit/live-backup.ts";

test("a backup during 200 writes a second restores to a folder that verifies and has all that was acknowledged before", async () => {
  const found = await backUpWhileWriting(diskFolder(), 3000, 5);

  expect(found.said.map((line) => line.slice(0, 2))).toEqual(["0 ", "0 ", "0 "]);
  expect(found.missing).toBe(0);
  expect(found.written).toBeGreaterThan(found.before);
}, 600_000);

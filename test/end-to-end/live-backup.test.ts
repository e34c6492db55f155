import { expect, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { backUpWhileWriting } from "../kit/live-backup.ts";

test("a backup that is made while two processes write restores to a folder that verifies and has all that was acknowledged before", async () => {
  const { before, written, missing, restored, said } = await backUpWhileWriting(temporaryFolder(), 60, 10);

  expect(said).toEqual([
    expect.stringMatching(/^0 backed up: \d+ entries, \d+ files, \d+ KiB, verified; /),
    expect.stringMatching(/^0 restored: \d+ entries, \d+ files, verified; /),
    expect.stringMatching(/^0 ok: \d+ entries of 1 tenant, \d+ blobs; tables, index and quotes follow from them/),
  ]);
  expect({ missing, isLive: written > before, isWhole: restored >= before }).toEqual({
    missing: 0,
    isLive: true,
    isWhole: true,
  });
});

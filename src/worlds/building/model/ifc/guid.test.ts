import { expect, test } from "vitest";
import { uuidOfGuid } from "./guid.ts";

test("reads the 128 bits of a GlobalId", () => {
  expect(uuidOfGuid("0000000000000000000000")).toBe("00000000-0000-0000-0000-000000000000");
  expect(uuidOfGuid("3$$$$$$$$$$$$$$$$$$$$$")).toBe("ffffffff-ffff-ffff-ffff-ffffffffffff");
  expect(uuidOfGuid("0000000000000000000010")).toBe("00000000-0000-0000-0000-000000000040");
});

test.each(["", "short", "4000000000000000000000", "000000000000000000000-", "00000000000000000000000"])(
  "%s is none",
  (guid) => {
    expect(uuidOfGuid(guid)).toBeUndefined();
  },
);

import { describe, test } from "vitest";
import { ENGINES } from "../kit/kernel.ts";
import { eraseAndProve } from "../reliability/erase-canaries.ts";

describe.each(ENGINES)("on %s", (engine) => {
  test("no byte of a source with twenty fields among ten thousand entities is left", {
    timeout: 1_200_000,
  }, async () => {
    await eraseAndProve(engine, 10_000);
  });
});

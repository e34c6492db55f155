import { afterAll } from "vitest";
import { createParses } from "../../src/kernel/parsers/index.ts";
import { createMemoryLog } from "./kernel.ts";
import { createSimulatedEnv } from "./simulated-env.ts";

/** Parsing as a kernel does it, for the tests of one file; its processes end with them. */
export function parsingForTests() {
  const parses = createParses(createMemoryLog());
  afterAll(() => parses.close());
  return { parse: parses.parse, env: createSimulatedEnv("parsing"), signal: new AbortController().signal };
}

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { demoDrawings } from "./kit/demo-drawings.ts";
import { temporaryFolder } from "./kit/folder.ts";

test("the guide shows the demo house as its tools draw it", async () => {
  const drawings = await demoDrawings(temporaryFolder());
  for (const [name, svg] of Object.entries(drawings)) {
    const shown = readFileSync(new URL(`../docs/guide/building-${name}.svg`, import.meta.url), "utf8");
    // Where it differs: node scripts/building-drawings.ts draws them anew.
    expect(shown === svg, name).toBe(true);
  }
});

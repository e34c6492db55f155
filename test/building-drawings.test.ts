import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { demoDrawings } from "./kit/demo-drawings.ts";
import { temporaryFolder } from "./kit/folder.ts";

test("the guide shows the demo house as its tools draw it", async () => {
  const drawings = await demoDrawings(temporaryFolder());
  for (const [name, { svg, png }] of Object.entries(drawings)) {
    const shown = (ending: string) =>
      readFileSync(new URL(`../docs/guide/building-${name}.${ending}`, import.meta.url));
    // Where it differs: node scripts/building-drawings.ts draws them anew.
    expect(shown("svg").toString() === svg, name).toBe(true);
    expect(shown("png").equals(png), `${name}.png`).toBe(true);
  }
});

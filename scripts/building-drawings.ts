import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoDrawings } from "../test/kit/demo-drawings.ts";

// Draws the demo house and puts what the guide shows into docs/guide, as SVG and as PNG:
//   node scripts/building-drawings.ts

const OUT = new URL("../docs/guide/", import.meta.url);

const folder = mkdtempSync(join(tmpdir(), "bailiwick-drawings-"));
try {
  const drawings = await demoDrawings(folder);
  for (const [name, { svg, png }] of Object.entries(drawings)) {
    writeFileSync(new URL(`building-${name}.svg`, OUT), svg);
    writeFileSync(new URL(`building-${name}.png`, OUT), png);
  }
  process.stdout.write(`${Object.keys(drawings).length} drawings\n`);
} finally {
  rmSync(folder, { recursive: true });
}

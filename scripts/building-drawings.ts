import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { demoDrawings } from "../test/kit/demo-drawings.ts";

// Draws the demo house and puts what the guide shows into docs/guide, as SVG and, through an installed Chromium, as PNG:
//   node scripts/building-drawings.ts [PATH OF CHROMIUM]

const OUT = new URL("../docs/guide/", import.meta.url);
const PIXELS_PER_MM = 96 / 25.4;

const folder = mkdtempSync(join(tmpdir(), "bailiwick-drawings-"));
try {
  const drawings = await demoDrawings(folder);
  const browser = await chromium.launch({
    executablePath: process.argv[2] ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  for (const [name, svg] of Object.entries(drawings)) {
    const size = (side: string) =>
      Math.ceil(Number(new RegExp(`${side}="([\\d.]+)mm"`).exec(svg)?.[1]) * PIXELS_PER_MM);
    const viewport = { width: size("width"), height: size("height") };
    const scale = viewport.width > 1200 ? 1 : 1.5;
    const page = await browser.newPage({ viewport, deviceScaleFactor: scale });
    await page.setContent(`<body style="margin:0">${svg}</body>`);
    writeFileSync(new URL(`building-${name}.svg`, OUT), svg);
    await page.screenshot({ path: new URL(`building-${name}.png`, OUT).pathname });
    await page.close();
  }
  await browser.close();
  process.stdout.write(`${Object.keys(drawings).length} drawings\n`);
} finally {
  rmSync(folder, { recursive: true });
}

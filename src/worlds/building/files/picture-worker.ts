import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

// The thread of make-picture.ts: it paints one drawing and ends. The fonts are brought along, so that a picture is the
// same bytes on every machine.

const FAMILY = "Arimo";
const SCRIPTS = ["latin", "latin-ext", "greek", "greek-ext", "cyrillic", "cyrillic-ext", "vietnamese"];
const WEIGHTS = [400, 700];

const read = (specifier: string) => readFileSync(fileURLToPath(import.meta.resolve(specifier)));

const { svg, zoom } = workerData as { readonly svg: string; readonly zoom: number };
await initWasm(read("@resvg/resvg-wasm/index_bg.wasm"));
const fontBuffers = SCRIPTS.flatMap((script) =>
  WEIGHTS.map((weight) => read(`@fontsource/arimo/files/arimo-${script}-${weight}-normal.woff2`)),
);
const painter = new Resvg(svg, {
  fitTo: { mode: "zoom", value: zoom },
  font: { loadSystemFonts: false, fontBuffers, defaultFontFamily: FAMILY, sansSerifFamily: FAMILY },
});
parentPort?.postMessage({ outcome: painter.render().asPng() });

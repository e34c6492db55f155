import { readFileSync } from "node:fs";
import { checkProof } from "./check-proof.ts";

// A program of its own: whoever was given a proof needs this file, the key, and nothing else of ours.
const [file, ...rest] = process.argv.slice(2);
const flag = (name: string) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined);
const key = flag("--key");
const checkpoint = flag("--checkpoint");

if (file === undefined || key === undefined) {
  process.stderr.write("usage: node check-proof.js PROOF --key KEY [--checkpoint FILE]\n");
  process.exitCode = 2;
} else {
  const checked = checkProof(readFileSync(file, "utf8"), {
    key: readIfFile(key),
    ...(checkpoint !== undefined && { checkpoint: readFileSync(checkpoint, "utf8") }),
  });
  process.stdout.write("shown" in checked ? `ok: ${checked.shown}\n` : `bad proof: ${checked.refused}\n`);
  process.exitCode = "shown" in checked ? 0 : 1;
}

function readIfFile(text: string): string {
  try {
    return readFileSync(text, "utf8");
  } catch {
    return text;
  }
}

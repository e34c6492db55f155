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
  const checked = check(file, key, checkpoint);
  process.stdout.write("shown" in checked ? `ok: ${checked.shown}\n` : `bad proof: ${checked.refused}\n`);
  process.exitCode = "shown" in checked ? 0 : 1;
}

function check(proof: string, trusted: string, kept: string | undefined): ReturnType<typeof checkProof> {
  try {
    return checkProof(readFileSync(proof, "utf8"), {
      key: readIfFile(trusted),
      ...(kept !== undefined && { checkpoint: readFileSync(kept, "utf8") }),
    });
  } catch {
    return { refused: "a file that was named cannot be read" };
  }
}

function readIfFile(text: string): string {
  try {
    return readFileSync(text, "utf8");
  } catch {
    return text;
  }
}

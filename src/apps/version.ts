import { readFileSync } from "node:fs";

/** The version in package.json, which stands two folders above both src/apps and dist/apps. */
export function productVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

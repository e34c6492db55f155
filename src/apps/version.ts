import { readFileSync } from "node:fs";
import { join } from "node:path";
import { productRoot } from "./product-root.ts";

/** The version in package.json. */
export function productVersion(): string {
  return (JSON.parse(readFileSync(join(productRoot(), "package.json"), "utf8")) as { version: string }).version;
}

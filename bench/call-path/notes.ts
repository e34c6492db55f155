import { createHash } from "node:crypto";
import { DOOR } from "../kit/server-process.ts";
import { load } from "./lane.ts";
import { openStdioLane } from "./stdio-lane.ts";

const NOTES = 1000;

/** Fills a data folder through the product itself; answers with the notes' ids. */
export async function writeNotes(folder: string): Promise<string[]> {
  const texts = Array.from({ length: NOTES }, (_, index) => `note ${index}: ${"the quick brown fox ".repeat(4)}`);
  const lane = await openStdioLane([DOOR, "mcp", "conformance", "--data", folder], "legacy");
  const question = { tool: "test_write", arguments: texts.map((text) => ({ text })) };
  await load(lane, question, 32, { calls: NOTES });
  await lane.close();
  return texts.map((text) => createHash("sha256").update(text).digest("hex"));
}

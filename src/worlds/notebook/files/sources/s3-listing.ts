import type { FoundFile } from "./file-source.ts";

/** One page of ListObjectsV2. */
export interface Listing {
  readonly files: readonly FoundFile[];
  readonly folders: readonly string[];
  readonly nextToken: string | undefined;
}

/** Reads one page. Keys come URL-encoded (`encoding-type=url`), so the XML around them is plain. */
export function readListing(xml: string, start: string): Listing {
  return {
    files: blocks(xml, "Contents").map((block) => ({
      path: keyOf(block, "Key").slice(start.length),
      stamp: `${field(block, "Size") ?? ""}-${unescapeXml(field(block, "ETag") ?? "")}`,
      modifiedAt: Date.parse(field(block, "LastModified") ?? "") || 0,
    })),
    folders: blocks(xml, "CommonPrefixes").map((block) =>
      keyOf(block, "Prefix").slice(start.length).replace(/\/$/, ""),
    ),
    nextToken:
      field(xml, "IsTruncated") === "true" ? unescapeXml(field(xml, "NextContinuationToken") ?? "") : undefined,
  };
}

function blocks(xml: string, tag: string): string[] {
  return [...xml.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, "g"))].map((match) => match[1] ?? "");
}

function field(xml: string, tag: string): string | undefined {
  return new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(xml)?.[1];
}

function keyOf(block: string, tag: string): string {
  return decodeURIComponent(unescapeXml(field(block, tag) ?? "").replaceAll("+", " "));
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  "#34": '"',
  "#39": "'",
};

function unescapeXml(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, entity: string) => ENTITIES[entity] ?? whole);
}

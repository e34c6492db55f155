import type { RE2JS } from "re2js";
import { isJsonObject } from "../../../kernel/index.ts";
import { compilePattern } from "./compile-pattern.ts";

/** Who owns what, as owners.json says it. */
export interface Owners {
  of(id: string): string | undefined;
  /** Rules that could not be used, and why. */
  readonly problems: readonly string[];
}

export const NO_OWNERS: Owners = { of: () => undefined, problems: [] };

/** Reads owners.json: the first pattern that is found in an id gives the owner. */
export async function readOwners(text: string): Promise<Owners> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { ...NO_OWNERS, problems: ["not valid JSON"] };
  }
  const ownership = isJsonObject(parsed) ? parsed.ownership : undefined;
  if (!Array.isArray(ownership)) return { ...NO_OWNERS, problems: ["no list named ownership"] };
  const problems: string[] = [];
  const rules: { pattern: RE2JS; owner: string }[] = [];
  for (const [index, rule] of ownership.entries()) {
    if (
      !isJsonObject(rule) ||
      typeof rule.pattern !== "string" ||
      typeof rule.owner !== "string" ||
      rule.owner === ""
    ) {
      problems.push(`rule ${index}: needs a pattern and an owner`);
      continue;
    }
    const pattern = await compilePattern(rule.pattern);
    if (pattern === undefined) problems.push(`rule ${index}: the pattern is not supported`);
    else rules.push({ pattern, owner: rule.owner });
  }
  return { of: (id) => rules.find(({ pattern }) => pattern.matcher(id).find())?.owner, problems };
}

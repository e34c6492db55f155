import type { RE2JS } from "re2js";
import { isJsonObject } from "../../../../kernel/index.ts";
import { compilePattern } from "../compile-pattern.ts";

const SEVERITIES = ["info", "low", "medium", "high", "critical"] as const;

/** From the mildest to the worst. */
export type Severity = (typeof SEVERITIES)[number];

export function rankOf(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}

/** Looks at a prompt; gives what it objects to, with the text that offends where there is one. */
export interface Rule {
  readonly ruleId: string;
  readonly severity: Severity;
  readonly description: string;
  objection(prompt: string): { readonly match?: string } | undefined;
}

/** A rule that could not be used, and why. */
export interface SkippedRule {
  readonly ruleId: string;
  readonly reason: string;
}

/** The rules that hold where no file says otherwise. */
const DEFAULT_CATEGORIES = [
  {
    id: "security",
    rules: [
      {
        id: "no-secrets",
        pattern: "AKIA[0-9A-Z]{16}|ghp_[A-Za-z0-9]{36}|-----BEGIN [A-Z ]*PRIVATE KEY-----",
        severity: "critical",
        description: "Prompts must not carry credentials",
      },
      {
        id: "no-hardcoded-api",
        pattern: "api[_-]?key",
        severity: "high",
        description: "Refer to a secret by where it is kept, not by an API key",
      },
    ],
  },
  {
    id: "clarity",
    rules: [
      {
        id: "mention-jsonrpc",
        mustContain: "json-?rpc",
        severity: "info",
        description: "Say that the protocol is JSON-RPC",
      },
      {
        id: "avoid-ambiguous",
        pattern: "\\b(stuff|things)\\b",
        severity: "medium",
        description: "Name what is meant instead of stuff or things",
      },
    ],
  },
  {
    id: "governance",
    rules: [
      { id: "encourage-tags", mustContain: "categories", severity: "info", description: "Name the categories" },
      { id: "require-audience", mustContain: "audience", severity: "high", description: "Name the audience" },
      {
        id: "require-requirement",
        mustContain: "mandatory|critical|recommended|optional|deprecated",
        severity: "high",
        description: "Name the level of requirement",
      },
    ],
  },
];

export type RuleSet = { readonly rules: readonly Rule[]; readonly skipped: readonly SkippedRule[] };

/** The rules of a file, or the built-in ones where there is no file. A file that cannot be read is an error. */
export async function readRules(
  file: { readonly text: string } | undefined,
): Promise<RuleSet | { readonly error: string }> {
  const given = file === undefined ? { categories: DEFAULT_CATEGORIES } : parse(file.text);
  if (!isJsonObject(given) || !Array.isArray(given.categories))
    return {
      error: 'The rules file must be JSON of the form {"version": ..., "categories": [{"id", "rules": [...]}]}',
    };
  const rules: Rule[] = [];
  const skipped: SkippedRule[] = [];
  for (const [index, category] of given.categories.entries()) {
    if (!isJsonObject(category) || !Array.isArray(category.rules)) {
      skipped.push({ ruleId: `category ${index + 1}`, reason: "a category must be an object with a list of rules" });
      continue;
    }
    for (const [at, rule] of category.rules.entries()) {
      const read = await readRule(rule, `rule ${index + 1}.${at + 1}`);
      if ("reason" in read) skipped.push(read);
      else rules.push(read);
    }
  }
  return { rules, skipped };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readRule(rule: unknown, place: string): Promise<Rule | SkippedRule> {
  if (!isJsonObject(rule)) return { ruleId: place, reason: "a rule must be an object" };
  const { id, pattern, mustContain, severity, description = "" } = rule;
  const ruleId = typeof id === "string" && id !== "" ? id : place;
  const skip = (reason: string): SkippedRule => ({ ruleId, reason });
  if (ruleId === place) return skip("a rule needs an id");
  if (!isSeverity(severity)) return skip(`severity must be one of ${SEVERITIES.join(", ")}`);
  if (typeof description !== "string") return skip("description must be a text");
  if ((pattern === undefined) === (mustContain === undefined)) return skip("a rule has either pattern or mustContain");
  const source = pattern ?? mustContain;
  if (typeof source !== "string") return skip("pattern and mustContain must be a text");
  const expression = await compilePattern(source, { anyCase: true });
  if (expression === undefined) return skip("this is no regular expression of the RE2 syntax");
  return {
    ruleId,
    severity,
    description,
    objection:
      pattern === undefined
        ? (prompt) => (expression.test(prompt) ? undefined : {})
        : (prompt) => firstMatch(expression, prompt),
  };
}

const MATCH_CHARS_MAX = 120;

function firstMatch(expression: RE2JS, prompt: string): { match: string } | undefined {
  const matcher = expression.matcher(prompt);
  return matcher.find() ? { match: (matcher.group() ?? "").slice(0, MATCH_CHARS_MAX) } : undefined;
}

function isSeverity(value: unknown): value is Severity {
  return (SEVERITIES as readonly unknown[]).includes(value);
}

import { expect, test } from "vitest";
import { reviewPrompt } from "./review-prompt.ts";

const NONE = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
const GOOD = "JSON-RPC, categories: web, audience: all, requirement: optional.";

const rulesFile = (...rules: object[]) => ({
  text: JSON.stringify({ version: "1", categories: [{ id: "c", rules }] }),
});

test("a prompt that names everything has no issue and no highest severity", async () => {
  expect(await reviewPrompt(GOOD, undefined)).toEqual({ issues: [], summary: { counts: NONE }, length: GOOD.length });
});

test("the built-in rules name what is missing and what offends, one issue a rule", async () => {
  const prompt = "Use the API_KEY for stuff, and other things with the api-key.";

  expect(await reviewPrompt(prompt, undefined)).toEqual({
    issues: [
      {
        ruleId: "no-hardcoded-api",
        severity: "high",
        description: "Refer to a secret by where it is kept, not by an API key",
        match: "API_KEY",
      },
      { ruleId: "mention-jsonrpc", severity: "info", description: "Say that the protocol is JSON-RPC" },
      {
        ruleId: "avoid-ambiguous",
        severity: "medium",
        description: "Name what is meant instead of stuff or things",
        match: "stuff",
      },
      { ruleId: "encourage-tags", severity: "info", description: "Name the categories" },
      { ruleId: "require-audience", severity: "high", description: "Name the audience" },
      { ruleId: "require-requirement", severity: "high", description: "Name the level of requirement" },
    ],
    summary: { counts: { ...NONE, high: 3, medium: 1, info: 2 }, highestSeverity: "high" },
    length: prompt.length,
  });
});

test.each([
  ["an access key of AWS", `AKIA${"A1".repeat(8)}`],
  ["a token of GitHub", `ghp_${"aB3".repeat(12)}`],
  ["a private key", "-----BEGIN RSA PRIVATE KEY-----"],
  ["a private key in the plain form", "-----BEGIN PRIVATE KEY-----"],
])("%s is critical", async (_case, secret) => {
  expect(await reviewPrompt(`${GOOD} ${secret}`, undefined)).toEqual({
    issues: [
      { ruleId: "no-secrets", severity: "critical", description: "Prompts must not carry credentials", match: secret },
    ],
    summary: { counts: { ...NONE, critical: 1 }, highestSeverity: "critical" },
    length: GOOD.length + 1 + secret.length,
  });
});

test("10 240 bytes are read and one more is not, also where a character has four", async () => {
  const face = "\u{1f600}".repeat(2560);
  const tooLong = { truncated: true, message: "The prompt is longer than 10240 bytes", max: 10_240 };

  expect(await reviewPrompt(face, undefined)).toMatchObject({ length: 5120 });
  expect(await reviewPrompt("x".repeat(10_240), undefined)).toMatchObject({ length: 10_240 });
  expect(await reviewPrompt(`${face}x`, undefined)).toEqual(tooLong);
  expect(await reviewPrompt("x".repeat(10_241), undefined)).toEqual(tooLong);
});

test("NUL characters are taken out before anything is looked at", async () => {
  const prompt = GOOD.replace("audience", "audi\0ence");

  expect(await reviewPrompt(prompt, undefined)).toEqual({ issues: [], summary: { counts: NONE }, length: GOOD.length });
});

test("a rules file takes the place of the built-in rules; case does not count", async () => {
  const file = rulesFile(
    { id: "no-shouting", pattern: "please!+", severity: "low", description: "Do not plead" },
    { id: "greet", mustContain: "hello", severity: "medium", description: "Greet" },
  );

  expect(await reviewPrompt("HELLO, PLEASE!!", file)).toEqual({
    issues: [{ ruleId: "no-shouting", severity: "low", description: "Do not plead", match: "PLEASE!!" }],
    summary: { counts: { ...NONE, low: 1 }, highestSeverity: "low" },
    length: 15,
  });
});

test.each(["{", "[]", '{"version":"1"}'])(
  "a rules file that reads %j is an error, not the built-in rules",
  async (text) => {
    expect(await reviewPrompt(GOOD, { text })).toEqual({
      error: 'The rules file must be JSON of the form {"version": ..., "categories": [{"id", "rules": [...]}]}',
    });
  },
);

// Each of these takes a backtracking engine longer than anybody waits: were it one, the test would never end.
test.each([
  ["(a+)+$", undefined],
  ["(a|aa)+$", undefined],
  ["(a|a?)+$", ""],
  ["([a-zA-Z]+)*$", ""],
  ["(.*a){20}", "a".repeat(120)],
])("%s over ten thousand characters is answered", async (pattern, match) => {
  const file = rulesFile({ id: "slow", pattern, severity: "info", description: "" });
  const prompt = `${"a".repeat(10_000)}!`;
  const issues = match === undefined ? [] : [{ ruleId: "slow", severity: "info", description: "", match }];

  expect(await reviewPrompt(prompt, file)).toEqual({
    issues,
    summary: issues.length === 0 ? { counts: NONE } : { counts: { ...NONE, info: 1 }, highestSeverity: "info" },
    length: 10_001,
  });
});

test("rules that cannot be used are named with the reason, and the others still hold", async () => {
  const rule = { id: "r", pattern: "x", severity: "info", description: "" };
  const file = {
    text: JSON.stringify({
      version: "1",
      categories: [
        {
          id: "c",
          rules: [
            { ...rule, id: "back", pattern: "(a)\\1" },
            { ...rule, id: "ahead", mustContain: "(?=a)b", pattern: undefined },
            { ...rule, id: "broken", pattern: "(" },
            { ...rule, id: "vast", pattern: "((a{900}){900}){900}" },
            { ...rule, id: "both", mustContain: "y" },
            { ...rule, id: "neither", pattern: undefined },
            { ...rule, id: "loud", severity: "fatal" },
            { ...rule, id: "odd", pattern: 5 },
            { ...rule, id: "mute", description: 5 },
            { ...rule, id: undefined },
            "text",
            { ...rule, id: "fine" },
          ],
        },
        "text",
        { id: "d" },
      ],
    }),
  };
  const notRe2 = "this is no regular expression of the RE2 syntax";

  expect(await reviewPrompt("x", file)).toEqual({
    issues: [{ ruleId: "fine", severity: "info", description: "", match: "x" }],
    summary: { counts: { ...NONE, info: 1 }, highestSeverity: "info" },
    length: 1,
    skippedRules: [
      { ruleId: "back", reason: notRe2 },
      { ruleId: "ahead", reason: notRe2 },
      { ruleId: "broken", reason: notRe2 },
      { ruleId: "vast", reason: notRe2 },
      { ruleId: "both", reason: "a rule has either pattern or mustContain" },
      { ruleId: "neither", reason: "a rule has either pattern or mustContain" },
      { ruleId: "loud", reason: "severity must be one of info, low, medium, high, critical" },
      { ruleId: "odd", reason: "pattern and mustContain must be a text" },
      { ruleId: "mute", reason: "description must be a text" },
      { ruleId: "rule 1.10", reason: "a rule needs an id" },
      { ruleId: "rule 1.11", reason: "a rule must be an object" },
      { ruleId: "category 2", reason: "a category must be an object with a list of rules" },
      { ruleId: "category 3", reason: "a category must be an object with a list of rules" },
    ],
  });
});

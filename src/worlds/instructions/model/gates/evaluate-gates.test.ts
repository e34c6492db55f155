import { expect, test } from "vitest";
import type { InstructionEntry } from "../entry.ts";
import { evaluateGates } from "./evaluate-gates.ts";

const NOW = Date.UTC(2025, 5, 1);

function entry(id: string, fields: Partial<InstructionEntry> = {}): InstructionEntry {
  return {
    id,
    title: `Title of ${id}`,
    body: `Body of ${id}`,
    priority: 50,
    audience: "all",
    requirement: "optional",
    categories: [],
    sourceHash: "0".repeat(64),
    schemaVersion: "1",
    createdAt: "2025-01-01T00:00:00.000Z",
    updatedAt: "2025-01-02T00:00:00.000Z",
    version: "1.0.0",
    status: "approved",
    owner: "unowned",
    priorityTier: "P3",
    classification: "internal",
    lastReviewedAt: "2025-01-01T00:00:00.000Z",
    nextReviewDue: "2025-07-01T00:00:00.000Z",
    changeLog: [{ version: "1.0.0", changedAt: "2025-01-01T00:00:00.000Z", summary: "initial import" }],
    semanticSummary: `Body of ${id}`,
    ...fields,
  } as InstructionEntry;
}

const CATALOG = [
  entry("a", {
    priority: 5,
    requirement: "mandatory",
    categories: ["security", "web"],
    owner: "ada",
    priorityTier: "P1",
    riskScore: 145,
    rationale: "Because of the Breach",
    teamIds: ["blue"],
    usageCount: 7,
    lastUsedAt: "2025-05-30T00:00:00.000Z",
  }),
  entry("b", { priority: 40, requirement: "critical", categories: ["security"], audience: "group", status: "draft" }),
  entry("c", {
    priority: 90,
    categories: ["style"],
    classification: "public",
    nextReviewDue: "2025-05-31T23:59:59.999Z",
    deprecatedBy: "a",
    workspaceId: "w",
    userId: "u",
    supersedes: "z",
  }),
];

const gate = (where: unknown, rest: object = {}) => ({
  id: "g",
  type: "count",
  where,
  op: ">=",
  value: 1,
  severity: "error",
  ...rest,
});
const evaluate = (...gates: unknown[]) => evaluateGates({ text: JSON.stringify({ gates }) }, CATALOG, NOW);

/** How many entries fit, or the note that says why nobody asked them. */
function countOf(where: unknown): number | string {
  const outcome = evaluate(gate(where));
  if (!("results" in outcome)) throw new Error("no results");
  const [result] = outcome.results;
  return result?.note ?? result?.count ?? "nothing";
}

test("without a file nothing is configured", () => {
  expect(evaluateGates(undefined, CATALOG, NOW)).toEqual({ notConfigured: true });
});

test.each(["{", "[]", '{"gates":{}}', "null", ""])(
  "a file that reads %j is an error, never an empty success",
  (text) => {
    expect(evaluateGates({ text }, CATALOG, NOW)).toEqual({
      error: 'gates.json must be JSON of the form {"gates": [...]}',
    });
  },
);

test("each gate answers with its count, and only failed ones are summed up", () => {
  expect(
    evaluate(
      {
        id: "some-mandatory",
        type: "count",
        where: { requirement: "mandatory" },
        op: ">=",
        value: 1,
        severity: "error",
      },
      {
        id: "no-low",
        description: "x",
        type: "count",
        where: { priorityGt: 80 },
        op: "==",
        value: 0,
        severity: "warn",
      },
      { id: "all-owned", where: { missing: "owner" }, op: "<", value: 2, severity: "error" },
      { id: "everything", op: "!=", value: 3 },
    ),
  ).toEqual({
    generatedAt: "2025-06-01T00:00:00.000Z",
    results: [
      { id: "some-mandatory", passed: true, count: 1, op: ">=", value: 1, severity: "error" },
      { id: "no-low", passed: false, count: 1, op: "==", value: 0, severity: "warn" },
      { id: "all-owned", passed: false, count: 2, op: "<", value: 2, severity: "error" },
      { id: "everything", passed: false, count: 3, op: "!=", value: 3, severity: "error" },
    ],
    summary: { errors: 2, warnings: 1, total: 4 },
  });
});

test.each([
  [">=", 3, true],
  [">=", 4, false],
  [">", 2, true],
  [">", 3, false],
  ["<=", 3, true],
  ["<=", 2, false],
  ["<", 4, true],
  ["<", 3, false],
  ["==", 3, true],
  ["==", 2, false],
  ["!=", 2, true],
  ["!=", 3, false],
])("3 %s %d is %s", (op, value, passed) => {
  expect(evaluate(gate({}, { op, value }))).toMatchObject({ results: [{ passed, count: 3, op, value }] });
});

test.each([
  [{ id: "a" }, 1],
  [{ title: "Title of b" }, 1],
  [{ body: "Body of c" }, 1],
  [{ rationale: "Because of the Breach" }, 1],
  [{ audience: "group" }, 1],
  [{ requirement: "critical" }, 1],
  [{ sourceHash: "0".repeat(64) }, 3],
  [{ schemaVersion: "1" }, 3],
  [{ deprecatedBy: "a" }, 1],
  [{ workspaceId: "w" }, 1],
  [{ userId: "u" }, 1],
  [{ version: "1.0.0" }, 3],
  [{ status: "draft" }, 1],
  [{ owner: "ada" }, 1],
  [{ priorityTier: "P1" }, 1],
  [{ classification: "public" }, 1],
  [{ supersedes: "z" }, 1],
  [{ semanticSummary: "Body of a" }, 1],
  [{ priority: 40 }, 1],
  [{ usageCount: 7 }, 1],
  [{ riskScore: 145 }, 1],
  [{ createdAt: "2025-01-01" }, 3],
  [{ updatedAt: "2025-01-02T00:00:00Z" }, 3],
  [{ lastUsedAt: "2025-05-30" }, 1],
  [{ lastReviewedAt: "2025-01-01" }, 3],
  [{ nextReviewDue: "2025-07-01" }, 2],
  [{ categories: ["web", "security"] }, 1],
  [{ categories: "security" }, 2],
  [{ teamIds: ["blue"] }, 1],
  [{ changeLog: [{ summary: "initial import", version: "1.0.0", changedAt: "2025-01-01T00:00:00.000Z" }] }, 3],
])("equality: %j fits %d", (where, count) => {
  expect(countOf(where)).toBe(count);
});

test.each([
  [{ requirementIn: ["mandatory", "critical"] }, 2],
  [{ priorityIn: [5, 90] }, 2],
  [{ categoriesIn: ["style", "WEB"] }, 2],
  [{ nextReviewDueIn: ["2025-07-01", "now"] }, 2],
  [{ priorityGt: 40 }, 1],
  [{ priorityGte: 40 }, 2],
  [{ priorityLt: 40 }, 1],
  [{ priorityLte: 40 }, 2],
  [{ category: "Security" }, 2],
  [{ categoriesContains: ["security", "web"] }, 1],
  [{ titleContains: "OF A" }, 1],
  [{ rationaleContains: "breach" }, 1],
  [{ nextReviewDueBefore: "now" }, 1],
  [{ nextReviewDueAfter: "2025-06-30" }, 2],
  [{ reviewOverdue: true }, 1],
  [{ reviewOverdue: false }, 2],
  [{ missing: "owner" }, 2],
  [{ missing: ["rationale", "teamIds"] }, 2],
  [{ missing: "categories" }, 0],
  [{ requirement: "mandatory", priorityLt: 10 }, 1],
  [{ requirement: "mandatory", priorityGt: 10 }, 0],
])("%j fits %d", (where, count) => {
  expect(countOf(where)).toBe(count);
});

test.each([
  [{ all: [{ category: "security" }, { not: { owner: "ada" } }] }, 1],
  [{ any: [{ owner: "ada" }, { classification: "public" }] }, 2],
  [{ not: { any: [{ owner: "ada" }, { all: [{ status: "draft" }, { audience: "group" }] }] } }, 1],
  [{ category: "security", any: [{ owner: "ada" }, { classification: "public" }] }, 1],
  [{ not: { not: { id: "a" } } }, 1],
])("combined: %j fits %d", (where, count) => {
  expect(countOf(where)).toBe(count);
});

const nested = (depth: number): unknown => (depth === 0 ? { id: "a" } : { not: nested(depth - 1) });

test("sixteen levels are answered, seventeen are not", () => {
  expect([countOf(nested(16)), countOf(nested(17))]).toEqual([1, "where is nested deeper than 16"]);
});

test.each([
  [{ ownr: "ada" }, 'unknown condition "ownr"'],
  [{ priorityGtt: 5 }, 'unknown condition "priorityGtt"'],
  [{ toString: "x" }, 'unknown condition "toString"'],
  [{ none: [{ id: "a" }] }, 'unknown condition "none"'],
  [{ missing: "ownr" }, 'unknown field "ownr" in missing'],
  [{ missing: [] }, "missing must name a field"],
  [{ not: { all: [{ id: "a" }, { ownr: "x" }] } }, 'unknown condition "ownr"'],
  [{ any: [{ id: "a" }, { ownr: "x" }] }, 'unknown condition "ownr"'],
  [{ all: { id: "a" } }, "all must be a list of conditions"],
  [{ any: [] }, "any must be a list of conditions"],
  [{ not: [] }, "where must be an object"],
  [null, "where must be an object"],
  [{ owner: 5 }, "owner cannot be used with this value: owner is a text"],
  [{ ownerIn: "ada" }, "ownerIn cannot be used with this value: owner is a text"],
  [{ ownerGt: "ada" }, "ownerGt cannot be used with this value: owner is a text"],
  [{ priority: "5" }, "priority cannot be used with this value: priority is a number"],
  [{ priorityGt: null }, "priorityGt cannot be used with this value: priority is a number"],
  [{ nextReviewDueBefore: "soon" }, "nextReviewDueBefore cannot be used with this value: nextReviewDue is a date"],
  [
    { nextReviewDueAfter: "2025-06-01T00:00:00" },
    "nextReviewDueAfter cannot be used with this value: nextReviewDue is a date",
  ],
  [{ nextReviewDueGt: "now" }, "nextReviewDueGt cannot be used with this value: nextReviewDue is a date"],
  [{ categoriesGt: "x" }, "categoriesGt cannot be used with this value: categories is a list"],
  [{ changeLogContains: "x" }, "changeLogContains cannot be used with this value: changeLog is a record list"],
  [{ reviewOverdue: "yes" }, "reviewOverdue must be true or false"],
  [{ category: 5 }, "category must be a text"],
])("%j is not understood, so its gate fails whatever it compares", (where, note) => {
  expect(evaluate(gate(where, { op: ">=", value: 0 }))).toMatchObject({
    results: [{ id: "g", passed: false, count: null, op: ">=", value: 0, severity: "error", note }],
    summary: { errors: 1, warnings: 0, total: 1 },
  });
});

test.each([
  [gate({}, { op: "=>" }), { id: "g", count: 3, op: "=>", value: 1, severity: "error", note: 'unknown op "=>"' }],
  [gate({}, { op: 5 }), { id: "g", count: 3, op: "", value: 1, severity: "error", note: 'unknown op "5"' }],
  [
    gate({}, { op: "toString" }),
    { id: "g", count: 3, op: "toString", value: 1, severity: "error", note: 'unknown op "toString"' },
  ],
  [
    gate({}, { value: "1" }),
    { id: "g", count: 3, op: ">=", value: null, severity: "error", note: "value must be a number" },
  ],
  [gate({}, { type: "sum" }), { id: "g", count: 3, op: ">=", value: 1, severity: "error", note: 'unknown type "sum"' }],
  [
    gate({}, { severity: "fatal" }),
    { id: "g", count: 3, op: ">=", value: 1, severity: "error", note: 'unknown severity "fatal"' },
  ],
  [
    { id: "g", wher: { id: "a" }, op: ">=", value: 1, severity: "warn" },
    { id: "g", count: 3, op: ">=", value: 1, severity: "warn", note: 'unknown key "wher"' },
  ],
  [
    { op: ">=", value: 1 },
    { id: "gate 1", count: 3, op: ">=", value: 1, severity: "error", note: "a gate needs an id" },
  ],
  ["x", { id: "gate 1", count: 3, op: "", value: null, severity: "error", note: "a gate must be an object" }],
])("%j fails with a note", (given, result) => {
  const errors = result.severity === "error" ? 1 : 0;
  expect(evaluate(given)).toEqual({
    generatedAt: "2025-06-01T00:00:00.000Z",
    results: [{ ...result, passed: false }],
    summary: { errors, warnings: 1 - errors, total: 1 },
  });
});

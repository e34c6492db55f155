import { expect, test } from "vitest";
import { openTestTruth } from "../../../../test/kit/truth.ts";

type Row = Record<string, unknown>;

/** Type by type: two rows, and how many things they are. */
const PAIRS: readonly [string, 1 | 2, Row, Row][] = [
  // Notes: a title recurs.
  ["note", 2, { title: "Meeting notes", content: "The budget" }, { title: "Meeting notes", content: "Hiring" }],
  ["note", 1, { title: "Meeting notes", content: "The budget" }, { title: "Meeting notes", tags: ["money"] }],
  ["note", 1, { title: "Shopping", content: "Milk" }, { title: "Shopping", content: "Milk, eggs" }],
  ["note", 2, { title: "Standup", project: "Alpha" }, { title: "Standup", project: "Beta" }],
  ["note", 2, { title: "Diary", date: "2026-01-01" }, { title: "Diary", date: "2026-01-02" }],
  ["note", 1, { note_id: "n1", title: "Diary", content: "a" }, { note_id: "n1", title: "Diary", content: "b" }],
  ["memo", 2, { title: "Minutes", content: "one" }, { title: "Minutes", content: "two" }],
  // Tasks: a title recurs.
  ["task", 2, { title: "Pay rent", due_date: "2026-01-01" }, { title: "Pay rent", due_date: "2026-02-01" }],
  ["task", 2, { title: "Pay rent", period: "2026-01" }, { title: "Pay rent", period: "2026-02" }],
  ["task", 2, { title: "Review", task_id: "T-1" }, { title: "Review", task_id: "T-2" }],
  ["task", 2, { title: "Review", project_id: "a" }, { title: "Review", project_id: "b" }],
  ["task", 1, { title: "Review", task_id: "T-1" }, { title: "Review it", task_id: "T-1" }],
  ["task", 1, { title: "Review", due_date: "2026-01-01" }, { title: "Review", status: "done" }],
  ["task", 1, { title: "Review", due_date: "2026-01-01" }, { title: "review", due_date: "2026-01-01T00:00:00Z" }],
  ["todo", 2, { title: "Pay rent", due_date: "2026-01-01" }, { title: "Pay rent", due_date: "2026-02-01" }],
  // Documents and messages.
  ["document", 2, { title: "Report", date: "2026-01-31" }, { title: "Report", date: "2026-02-28" }],
  ["document", 2, { title: "Report", version: "1" }, { title: "Report", version: "2" }],
  ["contract", 2, { name: "Lease", signed_date: "2020-01-01" }, { name: "Lease", signed_date: "2025-01-01" }],
  ["contract", 1, { name: "Lease", type: "flat" }, { name: "Lease", signed_date: "2025-01-01" }],
  ["research", 2, { title: "Introduction", doi: "10.1/a" }, { title: "Introduction", doi: "10.1/b" }],
  ["message", 2, { subject: "Re: lunch", content: "Yes" }, { subject: "Re: lunch", content: "No" }],
  ["message", 2, { message_id: "1", content: "Yes" }, { message_id: "2", content: "Yes" }],
  ["email", 2, { subject: "Hello", body: "a", from: "x" }, { subject: "Hello", body: "b", from: "x" }],
  // Companies: a legal form does not tell them apart, a country or a register does.
  ["company", 2, { name: "Acme Inc.", country: "US" }, { name: "Acme Corp", country: "CA" }],
  ["company", 1, { name: "Acme Inc.", country: "US" }, { name: "Acme Corp", country: "United States" }],
  ["company", 1, { name: "Acme Inc." }, { name: "Acme Corp", country: "CA" }],
  ["company", 2, { name: "Acme", tax_id: "11-1" }, { name: "Acme", tax_id: "22-2" }],
  ["company", 1, { name: "Acme", tax_id: "DE 811" }, { name: "Acme Holding", tax_id: "DE811" }],
  // People: one has several addresses; another address at another employer is another of that name.
  ["person", 1, { name: "Ann Lee", email: "ann@a.example" }, { name: "Ann Lee", email: "ann@b.example" }],
  [
    "person",
    2,
    { name: "Ann Lee", email: "ann@a.example", organization: "A" },
    { name: "Ann Lee", email: "lee@b.example", organization: "B" },
  ],
  ["person", 1, { name: "Ann Lee", email: "ann@a.example" }, { name: "Ann Smith", email: "Ann@A.example" }],
  ["person", 2, { name: "Ann Lee", email: "ann@a.example" }, { name: "Bob Roy", email: "ann@a.example" }],
  ["contact", 2, { name: "Ann Lee", email: "info@a.example" }, { name: "Ann Roy", email: "info@a.example" }],
  ["contact", 1, { email: "ann@a.example" }, { name: "Ann Lee", email: "ann@a.example" }],
  ["person", 2, { name: "Ann Lee", phone: "+49 30 123456" }, { name: "Kai Roy", phone: "+49 30 123456" }],
  // Money.
  ["invoice", 1, { invoice_number: "R-100", vendor_name: "Acme" }, { invoice_number: "R-100", notes: "paid" }],
  ["invoice", 1, { invoice_number: "R-100", notes: "paid" }, { invoice_number: "R-100", vendor_name: "Acme" }],
  ["invoice", 2, { invoice_number: "R-100", vendor_name: "Acme" }, { invoice_number: "R-100", vendor_name: "Zenith" }],
  [
    "transaction",
    2,
    { date: "2026-01-05", amount: -3, counterparty: "Café", balance: 100 },
    { date: "2026-01-05", amount: -3, counterparty: "Café", balance: 97 },
  ],
  [
    "transaction",
    1,
    { date: "2026-01-05", amount: -3, counterparty: "Café", balance: 100 },
    { date: "2026-01-05", amount: -3, counterparty: "Café", category: "food" },
  ],
  [
    "payment",
    2,
    { date: "2026-01-05", amount: -3, counterparty: "Café", reference: "a" },
    { date: "2026-01-05", amount: -3, counterparty: "Café", reference: "b" },
  ],
  [
    "receipt",
    2,
    { merchant_name: "Shop", date_purchased: "2026-01-05", amount_total: 3, time: "10:00" },
    { merchant_name: "Shop", date_purchased: "2026-01-05", amount_total: 3, time: "17:00" },
  ],
  ["order", 1, { order_number: "77", merchant_name: "Shop" }, { order_number: "77", status: "sent" }],
  // What nobody has described.
  ["book", 2, { title: "Collected works", year: 1990 }, { title: "Collected works", year: 1999 }],
  ["book", 1, { title: "Ulysses", year: 1922 }, { title: "Ulysses", rating: 5 }],
  ["trip", 2, { name: "Paris", date: "2025-05-01" }, { name: "Paris", date: "2026-05-01" }],
  ["project", 2, { name: "Website", id: "p1" }, { name: "Website", id: "p2" }],
];

type Way = (one: Row, other: Row) => Row[][];
const inOne: Way = (one, other) => [[one, other]];
const inTwo: Way = (one, other) => [[one], [other]];
const turned: Way = (one, other) => [[other], [one]];

const told = ([type, count, one, other]: (typeof PAIRS)[number], is: number = count) =>
  `${is} ${type}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`;

test.each([
  ["one call", inOne, "sqlite"],
  ["two calls", inTwo, "sqlite"],
  ["two calls, the other first", turned, "sqlite"],
  ["two calls", inTwo, "postgres"],
] as const)("pairs of rows are as many things as they should be, in %s (%s)", async (_, way, engine) => {
  const truth = await openTestTruth({ engine });
  const found: string[] = [];
  for (const [n, pair] of PAIRS.entries()) {
    const [entity_type, , one, other] = pair;
    const ids = new Set<string>();
    // Each pair is stored by somebody who knows nothing else.
    for (const [call, rows] of way(one, other).entries()) {
      const request = { idempotency_key: `${call}`, entities: rows.map((row) => ({ entity_type, ...row })) };
      const answer = await truth.ask("store_structured", request, { user: `u${n}` });
      for (const { entity_id } of answer.entities) ids.add(entity_id);
    }
    found.push(told(pair, ids.size));
  }
  expect(found).toEqual(PAIRS.map((pair) => told(pair)));
  await truth.close();
});

import type { JsonObject } from "../../../kernel/index.ts";

/** A small workshop and a customer, made up: their addresses end in .example. */
export const COMPANIES: readonly JsonObject[] = [
  {
    entity_type: "company",
    name: "Larkfield Joinery Ltd",
    website: "https://larkfield.example",
    email: "office@larkfield.example",
    country: "GB",
    industry: "joinery",
  },
  {
    entity_type: "company",
    name: "Harbour Bakery",
    email: "hello@harbourbakery.example",
    country: "GB",
    industry: "food",
  },
];

export const PEOPLE: readonly JsonObject[] = [
  {
    entity_type: "person",
    name: "Ines Calder",
    email: "ines@larkfield.example",
    organization: "Larkfield Joinery Ltd",
    role: "joiner",
  },
  {
    entity_type: "person",
    name: "Tom Abara",
    email: "tom@harbourbakery.example",
    phone: "+44 20 7946 0101",
    organization: "Harbour Bakery",
    role: "owner",
    favourite_wood: "larch",
  },
];

export const WORK: readonly JsonObject[] = [
  {
    entity_type: "task",
    title: "Fit the bakery counter",
    status: "open",
    assignee: "Ines Calder",
    due_date: "2026-03-20",
    description: "Larch counter, four metres, rounded corners.",
  },
  {
    entity_type: "event",
    title: "Counter measured on site",
    start_time: "2026-03-02T09:00:00Z",
    location: "Harbour Bakery",
    attendees: ["Ines Calder", "Tom Abara"],
  },
];

export const INVOICE: JsonObject = {
  entity_type: "invoice",
  invoice_number: "LJ-2026-014",
  vendor_name: "Larkfield Joinery Ltd",
  customer_name: "Harbour Bakery",
  invoice_date: "2026-03-21",
  date_due: "2026-04-20",
  amount_due: 2480,
  currency: "GBP",
};

export const PAYMENT: JsonObject = {
  entity_type: "transaction",
  posting_date: "2026-04-02",
  amount: 2480,
  currency: "GBP",
  counterparty: "Harbour Bakery",
  description: "Payment of LJ-2026-014",
};

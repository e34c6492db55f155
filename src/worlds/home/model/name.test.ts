import { expect, test } from "vitest";
import { nameIn } from "./name.ts";

test("a thing is called by its name, else by its number, else by whose it is", () => {
  const invoice = { amount_due: 1200, currency: "EUR", invoice_date: "2026-02-01", vendor_name: "Acme GmbH" };
  expect(nameIn({ ...invoice, invoice_number: "INV-7", title: "Spring" }, "invoice")).toBe("Spring");
  expect(nameIn({ ...invoice, invoice_number: "INV-7" }, "invoice")).toBe("INV-7");
  expect(nameIn(invoice, "invoice")).toBe("Acme GmbH");
  expect(nameIn({ amount_due: 1200, currency: "EUR" }, "invoice")).toBe("EUR");
  expect(nameIn({ amount_due: 1200 }, "invoice")).toBe("invoice");
});

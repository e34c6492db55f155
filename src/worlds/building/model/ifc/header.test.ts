import { expect, test } from "vitest";
import { writeIfc } from "../../../../../test/kit/ifc.ts";
import { headerFault, saysLengthUnit } from "./header.ts";

const whole = writeIfc().finish();

test.each(["IFC2X3", "IFC4", "IFC4X3_ADD2"] as const)("finds nothing wrong with a whole file of %s", (schema) => {
  expect(headerFault(writeIfc({ schema }).finish())).toBeUndefined();
});

test.each(["IFC2X3_TC1", "IFC4_ADD2", "IFC4X3_ADD1", "ifc4"])("takes %s for what it is", (declared) => {
  const commented = whole.toString("latin1").replace("HEADER;", "HEADER; /* not 'FILE_SCHEMA'(('IFC1')) */");
  expect(headerFault(Buffer.from(commented.replace("'IFC4'", `'${declared}'`), "latin1"))).toBeUndefined();
});

test.each([
  ["cut off", whole.subarray(0, whole.length - 40), { fault: "truncated" }],
  ["empty of words", Buffer.alloc(500, 32), { fault: "not_ifc" }],
  ["something else", Buffer.from("%PDF-1.7 and so on"), { fault: "not_ifc" }],
  ["packed", Buffer.from("PK\u0003\u0004"), { fault: "packed" }],
  ["without a schema", Buffer.from("ISO-10303-21;\nHEADER;\nENDSEC;\nEND-ISO-10303-21;"), { fault: "not_ifc" }],
  [
    "of another edition",
    Buffer.from(whole.toString("latin1").replace("'IFC4'", "'IFC4X1'"), "latin1"),
    { fault: "schema", declared: "IFC4X1" },
  ],
])("says why a file that is %s is not read", (_what, bytes, fault) => {
  expect(headerFault(bytes)).toEqual(fault);
});

test("knows whether a file says what its lengths are in", () => {
  const silent = whole.toString("latin1").replace(/^#\d+=.*LENGTHUNIT.*$/gm, "");
  expect([saysLengthUnit(whole), saysLengthUnit(Buffer.from(silent, "latin1"))]).toEqual([true, false]);
});

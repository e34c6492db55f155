import { expect, test } from "vitest";
import { nameShape } from "./name-shape.ts";

test("accents, titles, commas and the order of words do not change the shape of a name", () => {
  const shape = nameShape("Jose Garcia");
  for (const name of ["José García", "GARCÍA, José", "Dr. José García", "Prof. Dr. Garcia Jose", "Jose  Garcia PhD"]) {
    expect(nameShape(name)).toBe(shape);
  }
  expect(nameShape("Łukasz Østergård")).toBe(nameShape("Ostergard Lukasz"));
});

test("other names have other shapes, and a name of titles alone keeps them", () => {
  expect(nameShape("Jose Garcia Lopez")).not.toBe(nameShape("Jose Garcia"));
  expect(nameShape("Dr")).toBe("dr");
  // Vowel signs are letters there, no accents.
  expect(nameShape("कि")).not.toBe(nameShape("का"));
  expect(nameShape("!!")).toBe("");
});

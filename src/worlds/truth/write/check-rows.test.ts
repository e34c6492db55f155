import { expect, test } from "vitest";
import type { KernelError } from "../../../kernel/index.ts";
import { checkRows } from "./check-rows.ts";

const TYPE = "must be lower-case words with _, such as invoice or feature_unit";

test.each([
  [
    "nothing but a type",
    { entity_type: "task" },
    [{ path: "entities[0]", message: "must say something besides its type" }],
  ],
  ["no type", { name: "x" }, [{ path: "entities[0].entity_type", message: expect.any(String) }]],
  ["a type that is none", { entity_type: "A b", name: "x" }, [{ path: "entities[0].entity_type", message: TYPE }]],
  [
    "a NUL",
    { entity_type: "task", a: ["\0"] },
    [{ path: "entities[0].a[0]", message: "must not contain a NUL character" }],
  ],
  [
    "a NUL in a name",
    { entity_type: "task", "\0": 1 },
    [{ path: "entities[0]", message: "has a field name with a NUL character" }],
  ],
])("names all that is wrong with a row of %s, and nothing else", (_what, row, problems) => {
  const refused = () => checkRows([row]);
  expect(refused).toThrow("Row 0 cannot be stored");
  try {
    refused();
  } catch (error) {
    expect((error as KernelError).details.problems).toEqual(problems);
  }
});

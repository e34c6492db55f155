import { expect, test } from "vitest";
import { KernelError } from "../../kernel/serve.ts";
import { failureLine } from "./failure-line.ts";
import { RefusedCall } from "./refused-call.ts";

const line = (...[code, message, details]: ConstructorParameters<typeof KernelError>) =>
  failureLine(new KernelError(code, message, details), "/data");

test("a failure is told in words that help at a terminal", () => {
  expect([
    line("not_found", "There is no such folder or file to import", { path: "/none" }),
    line("not_found", "There is no such collection", {
      collection: "nope",
      collections: ["notes", "more"],
      others: [],
    }),
    line("invalid_arguments", "A password has at least 10 characters.", {}),
    line("invalid_arguments", "The entry does not fit", { problems: [{ path: "id", message: "is missing" }] }),
    line("storage_missing", "The data folder holds no database yet"),
    line("not_found", "A line is no entity", { line: 1, problem: "" }),
    failureLine(new RefusedCall("This is no IFC file", { tool: "import_ifc", code: 1407 }), "/data"),
  ]).toEqual([
    "There is no such folder or file to import (path: /none). Check the path.",
    "There is no such collection (collection: nope; collections: notes, more). Check the id, or search for it.",
    "A password has at least 10 characters.",
    "The entry does not fit. id: is missing.",
    "The data folder holds no database yet. Looked in /data: choose another with --data; the first write makes one, such as `bailiwick remember`.",
    "A line is no entity (line: 1). Check the id, or search for it.",
    "This is no IFC file (tool: import_ifc; code: 1407).",
  ]);
});

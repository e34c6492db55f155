import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { STORE_BUDGET } from "../../../model/budgets.ts";
import { requireOwnUser } from "../../../read/own-user.ts";
import type { Truth } from "../../../truth.ts";
import { storeFile } from "../../../write/store-file.ts";
import { ORIGINAL_FILENAME, SHARED, UNSTRUCTURED } from "../../../write/store-inputs.ts";
import { prepareFile } from "../../../write/store-request.ts";
import { StoredAnswer } from "../../../write/stored-answer.ts";
import { clientAnswer, questionOf } from "../ask-client.ts";

export const storeUnstructured = defineTool({
  name: "store_unstructured",
  title: "Store a file",
  description: [
    "Keep a file as it is, by its content; give it raw, do not read it first. Entities are read by rules from JSON, tables, mail, calendars, address books, Markdown, HTML, Word, PDF, pictures, notebooks and chat exports.",
    "Pass file_content (base64) with mime_type, or file_path where the server can read the file.",
    "FILE_TOO_LARGE begins at 50 MB. VALIDATION_ERROR: broken base64, a mime_type that is not the content's, a path outside the allowed folders.",
    "For what was said in a conversation use store_structured.",
  ].join("\n"),
  effect: "write",
  permission: "CREATE",
  idempotent: true,
  budget: STORE_BUDGET,
  input: z.object({ ...SHARED, ...UNSTRUCTURED, original_filename: ORIGINAL_FILENAME }),
  output: StoredAnswer,
  prepare(input, truth: Truth) {
    requireOwnUser(truth, input.user_id);
    return prepareFile(truth, input, clientAnswer(truth));
  },
  run: (_input, truth: Truth, file) => questionOf(file.interpretation) ?? storeFile(truth, file),
});

import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { STORE_BUDGET } from "../../../model/budgets.ts";
import { requireOwnUser } from "../../../read/own-user.ts";
import type { Truth } from "../../../truth.ts";
import { storeFile } from "../../../write/store-file.ts";
import { ORIGINAL_FILENAME, SHARED, STRUCTURED, UNSTRUCTURED } from "../../../write/store-inputs.ts";
import { prepareFile, wrong } from "../../../write/store-request.ts";
import { storeRows } from "../../../write/store-rows.ts";
import { StoredAnswer } from "../../../write/stored-answer.ts";
import { clientAnswer, questionOf } from "../ask-client.ts";

const FORMS = ["entities", "file_content", "file_path"] as const;
const ROWS_ONLY = ["source_priority", "provenance", "offset"] as const;
const FILES_ONLY = ["mime_type", "interpret", "interpretation_config"] as const;

export const store = defineTool({
  name: "store",
  title: "Store anything",
  description: [
    "Store what you know, in one of three forms: entities (rows with entity_type and every field there is), file_content (base64) with mime_type, or file_path.",
    "What comes from a conversation or a tool goes in as entities; a file goes in raw, without reading it first.",
    "Set common types directly: contact, person, company, task, invoice, transaction, receipt, note, contract, event. For others call list_entity_types.",
    "VALIDATION_ERROR stores nothing and names what is wrong. The same content again is answered with deduplicated: true.",
  ].join("\n"),
  effect: "write",
  permission: "CREATE",
  idempotent: true,
  budget: STORE_BUDGET,
  input: z.object({
    ...SHARED,
    ...STRUCTURED,
    entities: STRUCTURED.entities.optional(),
    ...UNSTRUCTURED,
    original_filename: ORIGINAL_FILENAME,
  }),
  output: StoredAnswer,
  async prepare(input, truth: Truth) {
    requireOwnUser(truth, input.user_id);
    const given = FORMS.filter((form) => input[form] !== undefined);
    if (given.length !== 1) throw wrong("", "give exactly one of entities, file_content and file_path");
    const { entities } = input;
    const stray = (entities === undefined ? ROWS_ONLY : FILES_ONLY).find((name) => input[name] !== undefined);
    if (stray !== undefined) throw wrong(stray, `does not belong to ${given[0] ?? ""}`);
    return entities === undefined ? prepareFile(truth, input, clientAnswer(truth)) : undefined;
  },
  run(input, truth: Truth, file) {
    if (file !== undefined) return questionOf(file.interpretation) ?? storeFile(truth, file);
    const { entities = [] } = input;
    return storeRows(truth, {
      idempotency_key: input.idempotency_key,
      entities,
      source_priority: input.source_priority,
      provenance: input.provenance,
      original_filename: input.original_filename,
      offset: input.offset ?? 0,
    });
  },
});

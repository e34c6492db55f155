import { type Migration, query } from "../../../kernel/index.ts";

/** Talk is cut into turns: all files are cut anew, and JSON that was no notebook is looked at again. What stays keeps its vector. */
export const speakers: Migration = {
  name: "notebook-004-speakers",
  up: (schema, { text }) => [
    schema.alterTable("notebook_passage").addColumn("speaker", text),
    query`update notebook_file set indexed_at = null`,
    query`update notebook_file set stamp = '' where skipped = 'not_a_notebook'`,
  ],
};

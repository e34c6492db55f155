import { type Migration, query } from "../../../kernel/index.ts";

/** Pages are read otherwise than before, and files in other letters and exported chats can be read at all: those are looked at again. */
export const readAnew: Migration = {
  name: "notebook-005-read-anew",
  up: () => [
    query`update notebook_file set indexed_at = null where format = 'html'`,
    query`update notebook_collection set digest = ''`,
    query`update notebook_file set stamp = '', sha256 = '' where skipped in ('not_text', 'not_a_notebook')`,
  ],
};

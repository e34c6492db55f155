import { join } from "node:path";
import { z } from "zod";
import { defineTool, type JsonObject, KernelError, sha256, type Tool } from "../../../kernel/index.ts";
import type { Building, Where } from "../building.ts";
import { EXPORTS_ROOT } from "../config.ts";
import type { WhereAsked } from "../model/parameters/inputs.ts";
import { READ, readFrom } from "../read/answers.ts";
import { recordAll } from "./change.ts";

/** Something made of a branch as it stands: what is asked for again to make it anew, and the file it comes to. */
export interface MadeDocument {
  /** The kind of its entry in the log. */
  readonly kind: string;
  readonly document: JsonObject;
  /** What its file is called, without its id and ending. */
  readonly stem: string;
  readonly format: string;
  readonly content: string | Uint8Array;
  readonly answer: JsonObject;
  readonly warnings?: readonly string[];
}

interface DocumentDefinition<Input extends z.ZodObject, Output extends z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** What its id is called in the answer. */
  readonly idName: string;
  make(input: z.output<Input>, where: Where, building: Building): Promise<MadeDocument> | MadeDocument;
}

/** What every document tells besides its own. */
const WRITTEN = {
  file_path: z.string().describe("The file, in exports/ of the data folder"),
  format: z.string(),
  sha256: z.string().describe("Of the file, as the log keeps it"),
  bytes: z.int(),
  ...READ,
};

interface Prepared {
  readonly made: MadeDocument;
  readonly headEventId: string;
}

/**
 * A tool that makes a file of a branch. It is made of a snapshot, where it holds nobody up; in the transaction the branch
 * must still stand where it stood, so that what is written is the state at the call.
 */
export function defineDocument<Input extends z.ZodObject, Output extends z.ZodRawShape>(
  definition: DocumentDefinition<Input, Output>,
): Tool<Building> {
  const { output, idName, make, ...rest } = definition;
  return defineTool<Input, z.ZodObject, Building, Prepared>({
    ...rest,
    effect: "write",
    permission: "CREATE",
    output: z.object({ [idName]: z.string(), ...output, ...WRITTEN }),
    async prepare(input, building) {
      const where = await building.where(input as WhereAsked);
      return { made: await make(input, where, building), headEventId: where.branch.head_event_id };
    },
    async run(input, building, { made, headEventId }) {
      const where = await building.where(input as WhereAsked);
      if (where.branch.head_event_id !== headEventId)
        throw new KernelError("outdated", "The branch changed while the document was made");
      const id = building.scope.env.id();
      const content = typeof made.content === "string" ? new TextEncoder().encode(made.content) : made.content;
      // The end of an id is chance; its beginning is the time.
      const name = `${where.project.id}/${made.stem}-${id.slice(-8)}.${made.format}`;
      const file = { name, format: made.format, sha256: sha256(content), bytes: content.length };
      await building.scope.files.put(EXPORTS_ROOT, name, content);
      await recordAll(building, where, [
        {
          kind: made.kind,
          aggregate_id: id,
          payload: { document: made.document, file, model_version: where.branch.head_seq },
        },
      ]);
      return {
        [idName]: id,
        ...made.answer,
        file_path: join(building.exportsFolder, name),
        format: file.format,
        sha256: file.sha256,
        bytes: file.bytes,
        ...readFrom(where),
        warnings: [...(made.warnings ?? [])],
      };
    },
  });
}

/** Letters of Latin scripts that are no letter with an accent. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { ł: "l", ø: "o", đ: "d", ß: "ss", æ: "ae", œ: "oe" };

/** Words as a part of a file's name. */
export function slug(words: string): string {
  const plain = words
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[łøđßæœ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);
  return plain === "" ? "untitled" : plain;
}

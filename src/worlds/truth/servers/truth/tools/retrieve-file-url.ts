import { z } from "zod";
import { defineTool, KernelError } from "../../../../../kernel/index.ts";
import { refuse } from "../../../errors.ts";
import { structuredContent } from "../../../files/source-content.ts";
import { sourceId } from "../../../model/ids.ts";
import { isoTime } from "../../../model/time.ts";
import type { Truth } from "../../../truth.ts";

const EXPIRES_S = { least: 1, most: 604_800, default: 3600 };
const PATH = /^([0-9a-f-]{36})\/([0-9a-f]{64})$/;

export const retrieveFileUrl = defineTool({
  name: "retrieve_file_url",
  title: "Get a link to a file",
  description: [
    "An address under which a stored file can be fetched for a while, by whoever holds it.",
    "file_path is the storage_path that store answered with; neotoma://source/{id} shows it too.",
    "FILE_NOT_FOUND means nothing is stored under that path, or it is not yours.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    file_path: z.string().min(1).max(500).describe("storage_path of a source"),
    expires_in: z
      .int()
      .min(EXPIRES_S.least)
      .max(EXPIRES_S.most)
      .optional()
      .describe(`Seconds the address is good for (default ${EXPIRES_S.default})`),
  }),
  output: z.object({ signed_url: z.string(), expires_at: z.string() }),
  async run({ file_path, expires_in = EXPIRES_S.default }, truth: Truth) {
    const { scope, tenant, userId } = truth;
    const [, user, hash] = PATH.exec(file_path) ?? [];
    const source = user === userId && hash !== undefined ? await truth.sources.find(sourceId(tenant, hash)) : undefined;
    if (source === undefined) throw fileNotFound();
    if (source.erased === true) {
      throw refuse("SOURCE_ERASED", "The content of this source was erased. Facts that others learnt from it stay.", {
        source_id: source.id,
      });
    }
    if (!(await scope.blobs.has(source.content_hash))) {
      const content = await structuredContent(truth.observations, source);
      if (content === undefined) throw fileNotFound();
      // The JSON of a call becomes a file when somebody asks for one.
      await scope
        .derive(({ blobs }) => blobs.put(content))
        .catch((error: unknown) => {
          throw isReadOnly(error) ? notAFileYet() : error;
        });
    }
    const expiresAtMs = scope.env.now() + expires_in * 1000;
    const file = { path: file_path, mimeType: source.mime_type, name: source.original_filename };
    const signed = await scope.links.sign(file, expiresAtMs).catch((error: unknown) => {
      scope.log.error({ err: error }, "a link could not be signed");
      throw refuse("SIGNING_FAILED", "No link could be made. Try again; the file itself is kept.");
    });
    return { signed_url: signed, expires_at: isoTime(expiresAtMs) };
  },
});

function isReadOnly(error: unknown): boolean {
  return error instanceof KernelError && error.code === "read_only";
}

/** A link opens a file by its content, and only a server that may write can make the file. */
function notAFileYet() {
  return refuse(
    "SIGNING_FAILED",
    "What a call stored becomes a file when a link to it is first asked for, and this server is read-only.",
    {
      reason: "read_only",
      hint: "Ask a server of the same data that is not read-only; from then on every server gives the link.",
    },
  );
}

function fileNotFound() {
  return refuse("FILE_NOT_FOUND", "There is no file under this path. store answers with storage_path.");
}

import { basename } from "node:path";
import type { JsonObject } from "../../../kernel/index.ts";
import { refuse } from "../errors.ts";
import { decodeBase64 } from "../files/decode-base64.ts";
import { declaredType, detectedType } from "../files/mime-type.ts";
import type { Truth } from "../truth.ts";
import type { ClientAnswer } from "./interpretation.ts";
import { type FileToStore, readFileOnce } from "./store-file.ts";

export interface FileRequest {
  readonly idempotency_key: string;
  readonly file_content?: string | undefined;
  readonly file_path?: string | undefined;
  readonly mime_type?: string | undefined;
  readonly original_filename?: string | undefined;
  readonly interpret?: boolean | undefined;
  readonly interpretation_config?: object | undefined;
}

/** Reads the file that a call carries or names, and interprets it, where nobody waits for that. */
export async function prepareFile(truth: Truth, request: FileRequest, client: ClientAnswer): Promise<FileToStore> {
  const file = await fileOf(truth, request);
  const asked = {
    idempotency_key: request.idempotency_key,
    interpret: request.interpret ?? true,
    interpretation_config: request.interpretation_config as JsonObject | undefined,
    ...file,
  };
  return { ...asked, interpretation: await readFileOnce(truth, asked, client) };
}

type File = Pick<FileToStore, "content" | "type" | "original_filename">;

async function fileOf(truth: Truth, request: FileRequest): Promise<File> {
  const { file_content, file_path, mime_type, original_filename } = request;
  if (file_content !== undefined && file_path !== undefined) {
    throw wrong("file_path", "cannot stand beside file_content: give one of them");
  }
  if (file_content !== undefined) {
    if (mime_type === undefined) throw wrong("mime_type", "is needed with file_content");
    const content = decodeBase64(file_content);
    return { content, type: declaredType(mime_type, content), original_filename: original_filename ?? null };
  }
  if (file_path === undefined) throw wrong("file_content", "or file_path is needed");
  const content = await truth.files.read(file_path, truth.scope.caller.transport);
  const name = basename(file_path);
  const type = mime_type === undefined ? detectedType(name, content) : declaredType(mime_type, content);
  return { content, type, original_filename: original_filename ?? name };
}

/** A refusal of one argument. */
export function wrong(path: string, message: string) {
  return refuse("VALIDATION_ERROR", `The arguments do not fit the tool: ${path}: ${message}`, {
    problems: [{ path, message }],
  });
}

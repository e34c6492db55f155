import { type ImportHost, isJsonObject, type Json, KernelError } from "../../../../kernel/index.ts";
import { placeJson } from "../../files/quote/json-places.ts";
import { readBytes, walkFiles } from "../../files/walk-folder.ts";
import type { Lifetime } from "../../truth.ts";
import { bringFile, nothingBrought, tellBrought } from "./bring-file.ts";

const FILE = "conversations.json";

/**
 * Brings in the chats that ChatGPT or Claude gave out, from the file or from the folder it lies in. Each conversation is
 * a source of its own, with the bytes it has in the file: years of chats would be more than one file may hold.
 */
export async function importChats(_lifetime: Lifetime, path: string, host: ImportHost): Promise<string> {
  const files = await walkFiles(path);
  const file = files.length === 1 ? files[0] : files.find(({ name }) => name === FILE || name.endsWith(`/${FILE}`));
  if (file === undefined) throw new KernelError("not_found", `There is no ${FILE} at this path`, { path });
  const text = (await readBytes(file.path)).toString("utf8").replace(/^\ufeff/, "");
  const conversations = placeJson(text, 0, 1)?.items ?? [];
  const brought = nothingBrought();
  for (const [index, { start, end }] of conversations.entries()) {
    const written = text.slice(start, end);
    if (!isChat(written)) throw notChats(path);
    await bringFile(host, brought, `${file.name}#${index + 1}.json`, Buffer.from(written));
    host.progress(index + 1, conversations.length, "conversations");
  }
  if (conversations.length === 0) throw notChats(path);
  return tellBrought(host, brought);
}

function isChat(written: string): boolean {
  let value: Json;
  try {
    value = JSON.parse(written) as Json;
  } catch {
    return false;
  }
  return isJsonObject(value) && (isJsonObject(value.mapping ?? null) || Array.isArray(value.chat_messages));
}

function notChats(path: string): KernelError {
  return new KernelError("invalid_arguments", "The file is no list of conversations of ChatGPT or Claude", { path });
}

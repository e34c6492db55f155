import { readdirSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { type ImportHost, KernelError } from "../../../kernel/index.ts";
import { codeOf, parseEntryText, readEntryFile } from "../files/read-file.ts";
import { writeFiles } from "../files/write-files.ts";
import type { House } from "../instructions.ts";
import { isObject } from "../model/authored.ts";
import { byCodeUnit, mayHoldEntry } from "../model/names.ts";
import { planImport } from "../model/plan-import.ts";

const NEVER = new AbortController().signal;

type Raw = Readonly<Record<string, unknown>>;

/** Brings entries in from a folder or a JSON file: one entry, a list, or what instructions/export answered. */
export async function importInstructions(house: House, path: string, host: ImportHost): Promise<string> {
  const found = findEntries(path, host);
  if (found.length === 0) throw new KernelError("not_found", "There is no instruction to import", { path });
  const mode = host.options.overwrite === undefined ? "skip" : "overwrite";
  const { catalog } = house;
  const nowMs = host.env.now();
  // Within one transaction, which is the lock of the data folder: no other process writes meanwhile.
  return host.derive(async () => {
    await catalog.refresh(nowMs);
    const plan = planImport(found, mode, catalog.entries, nowMs);
    for (const { id, error } of plan.errors) host.print(`not imported: ${JSON.stringify(id)} (${error})`);
    const progress = (done: number, total: number) => host.progress(done, total, "written");
    const writing = { folder: catalog.folder, newName: host.env.id, nowMs, signal: NEVER, progress };
    const written = await writeFiles(
      writing,
      [...plan.savings.values()].map(({ edit }) => edit),
    );
    await catalog.reread(written, nowMs);
    host.progress(written.length, written.length, "written");
    const { imported, overwritten, skipped, errors } = plan;
    return `instructions: ${imported} imported, ${overwritten} overwritten, ${skipped} skipped, ${errors.length} not usable`;
  });
}

function findEntries(path: string, host: ImportHost): Raw[] {
  let isFolder: boolean;
  try {
    isFolder = statSync(path).isDirectory();
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    throw new KernelError("not_found", "There is no such folder or file to import", { path });
  }
  if (!isFolder) return entriesIn(dirname(path), basename(path), host);
  const names = readdirSync(path).filter(mayHoldEntry).sort(byCodeUnit);
  return names.flatMap((name) => entriesIn(path, name, host));
}

function entriesIn(folder: string, name: string, host: ImportHost): Raw[] {
  const read = readEntryFile(folder, name);
  const unusable = (reason: string) => {
    host.print(`not imported: ${name} (${reason})`);
    return [];
  };
  if (read.kind !== "text") return unusable(read.kind === "gone" ? "gone" : read.reason);
  const parsed = parseEntryText(read.text);
  if (parsed === "no entry") return listIn(JSON.parse(read.text));
  return "reason" in parsed ? unusable(parsed.reason) : listIn(parsed.raw);
}

function listIn(raw: unknown): Raw[] {
  const items: unknown = isObject(raw) && (raw.items ?? raw.entries) ? (raw.items ?? raw.entries) : raw;
  const list = Array.isArray(items) ? items : [items];
  return list.filter(isObject).filter(({ id, body }) => id !== undefined || body !== undefined);
}

import { type ImportHost, type JsonObject, KernelError, sha256 } from "../../../../kernel/index.ts";
import { typeOfFile } from "../../files/walk-folder.ts";

/** What bringing files in has come to so far. */
export interface Brought {
  files: number;
  known: number;
  entities: number;
  observations: number;
  /** Files in a charset that nobody named, and the one they were read in. */
  readonly guessed: { readonly name: string; readonly charset: string }[];
  readonly skipped: { readonly name: string; readonly why: string }[];
}

export function nothingBrought(): Brought {
  return { files: 0, known: 0, entities: 0, observations: 0, guessed: [], skipped: [] };
}

/** Stores one file as any caller would; what is refused is told by name, and the next one is taken. */
export async function bringFile(host: ImportHost, brought: Brought, name: string, content: Buffer): Promise<void> {
  try {
    const isRehearsal = host.options["dry-run"] === "true";
    const answer = await host.call("truth", "store_unstructured", {
      // The same file is brought in once, however often it is tried.
      idempotency_key: `import ${sha256(content).slice(0, 40)} ${sha256(name).slice(0, 16)}`,
      file_content: content.toString("base64"),
      mime_type: typeOfFile(name, content),
      original_filename: name.slice(-1000),
      ...(isRehearsal && { dry_run: true }),
    });
    count(brought, answer);
    const charset = charsetIn(answer);
    if (charset !== undefined) brought.guessed.push({ name, charset });
  } catch (error) {
    if (!(error instanceof KernelError)) throw error;
    brought.skipped.push({ name, why: reasonOf(error) });
  }
}

function count(brought: Brought, { deduplicated, interpretation, replayed }: JsonObject): void {
  brought.files += 1;
  if (deduplicated === true || replayed === true) brought.known += 1;
  // The answer of the first time is given again: nothing of it is new now.
  if (replayed === true) return;
  const { entities_created = 0, observations_created = 0 } = (interpretation ?? {}) as Record<string, number>;
  brought.entities += entities_created;
  brought.observations += observations_created;
}

function charsetIn({ warnings = [] }: JsonObject): string | undefined {
  const told = warnings as { readonly code: string; readonly details: { readonly charset?: string } }[];
  return told.find(({ code }) => code === "CHARSET_GUESSED")?.details.charset;
}

function reasonOf(error: KernelError): string {
  const { answer } = error.details as { answer?: { error?: { message?: string } } };
  return answer?.error?.message ?? error.message;
}

/** One line on what was done, and before it one for each file that was left out. */
export function tellBrought(host: ImportHost, brought: Brought): string {
  for (const { name, charset } of brought.guessed) host.print(`read as ${charset}, which it looks like: ${name}`);
  for (const { name, why } of brought.skipped) host.print(`left out: ${name}: ${why}`);
  const { files, known, entities, observations, skipped } = brought;
  const would = host.options["dry-run"] === "true" ? "would bring in " : "";
  const before = known > 0 ? `, ${known} of them known before` : "";
  const out = skipped.length > 0 ? `, ${skipped.length} left out` : "";
  return `truth: ${would}${files} files${before}: ${entities} new entities, ${observations} observations${out}`;
}

import { basename, extname } from "node:path";
import type { ImportHost } from "../../../kernel/index.ts";

const REASONING = "A person brings a building model in at the command line";

/** Brings an IFC file in as a project of its own, through the same tools as any caller. */
export async function importIfcFile(path: string, { call, print, progress }: ImportHost): Promise<string> {
  progress(0, 1, "reading the file");
  const name = basename(path, extname(path)).slice(0, 200).trim() || "Imported model";
  const asked = { file_path: path, project_name: name, dry_run: false, reasoning: REASONING };
  const { data, warnings } = await call("model", "import_ifc", asked);
  progress(1, 1, "elements brought in");
  for (const warning of warnings as string[]) print(warning);
  const { imported, editable, fixed, level_ids, schema, model_id } = data as Record<string, unknown>;
  const levels = (level_ids as string[]).length;
  return `${name}: ${String(imported)} elements on ${levels} levels from a file of ${String(schema)}, ${String(editable)} editable and ${String(fixed)} fixed (model_id ${String(model_id)})`;
}

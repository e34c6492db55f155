import { z } from "zod";
import type { Building } from "../building.ts";
import { type Table, tableDrawing } from "../model/lists/table.ts";
import { writeCsv, writeXlsx } from "../model/lists/write-table.ts";
import { drawingFile } from "./drawing-file.ts";

export const TableFormat = z.enum(["csv", "xlsx", "svg", "pdf", "png"]).default("csv").describe("What kind of file");

/** A table as the bytes of a file, and what a reader of it should know. */
export async function tableFile(table: Table, format: z.output<typeof TableFormat>, building: Building) {
  if (format === "csv") return { content: writeCsv(table), warnings: [] };
  if (format === "xlsx") return { content: writeXlsx(table), warnings: [] };
  return drawingFile(tableDrawing(table), format, building);
}

import { z } from "zod";
import { type Table, tableDrawing } from "../model/lists/table.ts";
import { writeCsv, writeXlsx } from "../model/lists/write-table.ts";
import { drawingFile } from "./drawing-file.ts";

export const TableFormat = z.enum(["csv", "xlsx", "svg", "pdf"]).default("csv").describe("What kind of file");

/** A table as the bytes of a file, and what a reader of it should know. */
export function tableFile(table: Table, format: z.output<typeof TableFormat>, atMs: number) {
  if (format === "csv") return { content: writeCsv(table), warnings: [] };
  if (format === "xlsx") return { content: writeXlsx(table), warnings: [] };
  return drawingFile(tableDrawing(table), format, atMs);
}

import type { IfcFile, IfcLines, KernelError, Parse, ParseFailure } from "../../../kernel/index.ts";
import { type BuildingCode, refuse } from "../model/codes.ts";
import { headerFault } from "../model/ifc/header.ts";

const FAULTS = {
  not_ifc: "This is no IFC file: it does not begin as one",
  truncated: "The file is cut off: its end is missing",
  packed: "The file is packed: unpack it first",
} as const;

const FAILURES: Readonly<Record<ParseFailure, readonly [BuildingCode, string]>> = {
  time: ["timeout", "Reading the file took longer than it may: split it by storey or discipline"],
  memory: ["ifc_engine_failed", "Reading the file took more memory than it may: split it by storey or discipline"],
  output: ["ifc_engine_failed", "The file holds more than can be brought in at once: split it"],
  crash: ["ifc_engine_failed", "The file ended the program that reads it"],
  broken: ["import_unreadable", "The file cannot be read as IFC"],
};

/** What an IFC file says, read in a process of its own; a refusal tells why it is not read. */
export async function readIfc(parse: Parse, bytes: Uint8Array, signal: AbortSignal): Promise<IfcFile> {
  refuseFault(bytes);
  const outcome = await parse({ parser: "ifc", bytes, signal });
  if ("value" in outcome) return outcome.value;
  throw refusalOf(outcome.failure);
}

/** The same file line by line, without its bodies. */
export async function readIfcLines(parse: Parse, bytes: Uint8Array, signal: AbortSignal): Promise<IfcLines> {
  refuseFault(bytes);
  const outcome = await parse({ parser: "ifc_lines", bytes, signal });
  if ("value" in outcome) return outcome.value;
  throw refusalOf(outcome.failure);
}

function refuseFault(bytes: Uint8Array): void {
  const fault = headerFault(bytes);
  if (fault?.fault === "schema") {
    throw refuse("unsupported", "The file is of another schema than IFC2X3, IFC4 or IFC4X3", { reason: "schema" });
  }
  if (fault !== undefined) throw refuse("import_unreadable", FAULTS[fault.fault], { reason: fault.fault });
}

function refusalOf(failure: ParseFailure): KernelError {
  const [code, message] = FAILURES[failure];
  return refuse(code, message, { reason: failure });
}

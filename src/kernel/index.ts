// The front door: all that a world may use of the kernel.
export { type AllowedFiles, type AllowedFilesOptions, createAllowedFiles, type FileRefusals } from "./allowed-files.ts";
export { AnsweredRefusal } from "./answered-refusal.ts";
export { fromFileError, makeFolder, replaceFile } from "./atomic-file.ts";
export type { Blob, Blobs, NamedBlob } from "./blob.ts";
export type { Caller } from "./caller.ts";
export { refuseCancelled } from "./cancel.ts";
export { canonicalJson, hashOf, sha256 } from "./canonical-json.ts";
export type { Client } from "./client.ts";
export type { Env } from "./env.ts";
export { type CallFacts, type Envelope, failureBody, jsonResult, plainEnvelope, rpcFailure } from "./envelope.ts";
export { ERRORS, type ErrorCode, KernelError } from "./errors.ts";
export type { Event, NewEvent } from "./event.ts";
export type { Files } from "./file.ts";
export {
  type IfcExtrusion,
  type IfcFile,
  type IfcFrame,
  type IfcLines,
  type IfcLineValue,
  type IfcMesh,
  type IfcPlace,
  type IfcPoint,
  type IfcProduct,
  type IfcProfile,
  type IfcSchema,
  ifcSchemaOf,
} from "./ifc-file.ts";
export { INSTALLATION } from "./installation.ts";
export { InvalidArguments, type Mismatch } from "./invalid-arguments.ts";
export { issueWords } from "./issue-words.ts";
export type { Journal } from "./journal.ts";
export { isJsonObject, type Json, type JsonObject } from "./json.ts";
export { openUnlinked } from "./open-unlinked.ts";
export { type Cut, cutAt, cutList, cutText, firstFitting, wholeEnd } from "./paging.ts";
export type { Parse, ParseFailure } from "./parse.ts";
export type { Touched } from "./permission.ts";
export { type Bindable, batchesOf, list, name, Query, query, rows } from "./query.ts";
export { replaceInside } from "./replace-inside.ts";
export type {
  Embedded,
  IndexedDocument,
  IndexedDocuments,
  IndexWriter,
  Search,
  SearchAnswer,
  SearchDocument,
  SearchHit,
  SearchQuery,
  StoredFiles,
  Unit,
  WritableSearch,
} from "./search.ts";
export { type CompletionTarget, defineServer, type Page, type Prompts, type Resources, type Server } from "./server.ts";
export type { Session } from "./session.ts";
export type { ColumnTypes, Migration, Sql } from "./sql.ts";
export {
  cellsOfTable,
  readTableFile,
  TABLE_RECORDS_MAX,
  type TableFile,
  type TableProblem,
} from "./table-file.ts";
export type {
  CardComponent,
  CardProperty,
  MailAttachment,
  MailFile,
  TextFile,
} from "./text-files.ts";
export { type Budget, defineTool, type Effect, type Tool } from "./tool.ts";
export { createTurns, mapInTurns } from "./turns.ts";
export { type Near, nearestOf, vectorBytes, vectorFrom } from "./vectors.ts";
export {
  type BackgroundHost,
  type BackgroundWork,
  type Carrier,
  type Derivation,
  type Derived,
  defineWorld,
  type Erased,
  type EraseHost,
  type EraseTarget,
  type Finding,
  type ImportHost,
  type InspectHost,
  type Installation,
  type Projection,
  type ReindexHost,
  type Scope,
  type VariableKind,
  type World,
  type WorldCode,
  type WorldHost,
  type WorldPage,
} from "./world.ts";

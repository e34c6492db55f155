export { type CallFiles, createCallFiles } from "./call-files.ts";
export { createFileLinks, type FileLinks } from "./file-links.ts";
export { linkRevocationMigration } from "./link-revocations.ts";
export type { StagedFiles } from "./staged-files.ts";
export { writeWithFiles } from "./write-with-files.ts";

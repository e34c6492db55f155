export { createFileLinks, type FileLinks } from "./file-links.ts";
export { type BlobReader, createFileRoom, type FileRoom } from "./file-room.ts";
export type { StagedFiles } from "./staged-files.ts";
export { writeWithFiles } from "./write-with-files.ts";

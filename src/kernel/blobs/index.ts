export { type BlobStore, createBlobStore, type StagedBlobs } from "./blob-store.ts";
export { createFileLinks, type FileLinks } from "./file-links.ts";

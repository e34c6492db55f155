export { type BlobStore, createBlobStore, type StagedBlobs } from "./blob-store.ts";

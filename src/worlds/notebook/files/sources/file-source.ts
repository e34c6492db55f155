import type { SkipReason } from "../../model/parsed.ts";

/** A file that a walk came by. `stamp` changes whenever the file may have. */
export interface FoundFile {
  readonly path: string;
  readonly stamp: string;
  readonly modifiedAt: number;
}

/** A file that a walk came by and must not open. */
export interface RefusedFile {
  readonly path: string;
  readonly refused: SkipReason;
}

export type ReadFile =
  | { readonly kind: "file"; readonly bytes: Uint8Array; readonly stamp: string; readonly modifiedAt: number }
  | { readonly kind: "gone" }
  | { readonly kind: "refused"; readonly reason: SkipReason };

/**
 * Where notebooks and artifacts are kept: the one seam between this world and a storage.
 * Paths are relative, with `/`. There is no way to write through it.
 */
export interface FileSource {
  /** Names of the folders right below `under`, sorted. */
  folders(under: string): Promise<readonly string[]>;
  /** Names of the files right below `under`, sorted. */
  names(under: string): Promise<readonly string[]>;
  /** Every file below `under`, at any depth and in any order, in bounded memory. Paths start after `under`. */
  walk(under: string): AsyncIterable<FoundFile | RefusedFile>;
  exists(path: string): Promise<boolean>;
  /** The whole file as it was at one moment. */
  read(path: string): Promise<ReadFile>;
}

/** Larger files are not notebooks that a person wrote. */
export const FILE_BYTES_MAX = 32 * 1024 * 1024;

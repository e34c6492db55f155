import type { Readable } from "node:stream";

/** A stored file, known by its content. */
export interface Blob {
  readonly sha256: string;
  readonly size: number;
}

/** The files of one call. What is put is kept when the call commits and gone when it does not. */
export interface Blobs {
  put(content: Readable | Uint8Array): Promise<Blob>;
  /** Streams a blob and fails at its end with `blob_corrupt` if it is no longer what was stored. */
  open(sha256: string): Promise<Readable>;
  has(sha256: string): Promise<boolean>;
}

/** A blob that an entry of the log names. */
export interface NamedBlob {
  readonly sha256: string;
  /** Whether it may be absent, because the log itself gives its content again. */
  readonly isDerivable: boolean;
}

/** A blob that the log of a tenant names. */
export interface OwnedBlob extends NamedBlob {
  readonly tenant: string;
}

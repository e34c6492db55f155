/** A stored file as a link offers it. The path is `{user}/{sha256}`. */
export interface LinkedFile {
  readonly path: string;
  readonly mimeType: string;
  readonly name: string | null;
}

/** Makes addresses under which one file can be fetched for a while, by whoever holds the address. */
export interface Links {
  sign(file: LinkedFile, expiresAtMs: number): Promise<string>;
}

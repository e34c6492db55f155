/** What tells one state of a file from another without reading it. */
export interface Stamp {
  readonly inode: number;
  readonly modifiedMs: number;
  readonly changedMs: number;
  readonly size: number;
}

/** What came of reading a file. */
export type FileRead =
  | { readonly kind: "text"; readonly text: string; readonly stamp: Stamp; readonly shared: boolean }
  | { readonly kind: "unusable"; readonly reason: string; readonly stamp: Stamp | undefined }
  | { readonly kind: "gone" };

export interface CurrentFile {
  readonly text: string;
  readonly modifiedMs: number;
}

/** What is to become of one file. */
export interface Edit {
  readonly file: string;
  /** From what the file says at this moment: the new text, null to remove it, undefined to leave it. */
  make(current: CurrentFile | undefined): string | null | undefined;
  /** Whether the file keeps its time, because nothing that its author wrote has changed. */
  readonly keepsTime?: boolean;
}

export function sameStamp(a: Stamp | undefined, b: Stamp | undefined): boolean {
  return (
    a !== undefined &&
    b !== undefined &&
    a.inode === b.inode &&
    a.modifiedMs === b.modifiedMs &&
    a.changedMs === b.changedMs &&
    a.size === b.size
  );
}

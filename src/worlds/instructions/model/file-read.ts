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

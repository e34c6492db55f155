/** What is to become of one file. */
export interface Edit {
  readonly file: string;
  /** From what the file says at this moment: the new text, null to remove it, undefined to leave it. */
  make(current: CurrentFile | undefined): string | null | undefined;
  /** Whether the file keeps its time, because nothing that its author wrote has changed. */
  readonly keepsTime?: boolean;
}

export interface CurrentFile {
  readonly text: string;
  readonly modifiedMs: number;
}

/** Files in folders that the installation shares with people, which commit with the call that writes them. */
export interface Files {
  /**
   * Waits until nobody else of ours writes in the root, and finishes what a call that ended early left to be done there.
   * From here to its end this call is alone in it. Whoever decides by what the files say begins before it reads them.
   */
  begin(root: string): Promise<void>;
  /**
   * Sets a file ready to take its place when the call commits. What a person writes there later than this call looked
   * is left as they wrote it. Begins the root, where that was not done.
   */
  put(root: string, path: string, content: string | Uint8Array, options?: { modifiedMs?: number }): Promise<void>;
  /** Has a file removed when the call commits, unless someone has changed it by then. */
  remove(root: string, path: string): Promise<void>;
  /** Takes back what this call has set ready for a file. */
  takeBack(root: string, path: string): Promise<void>;
}

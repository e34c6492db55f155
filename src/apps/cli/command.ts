/** One flag of the command line. */
export interface Flag {
  readonly type: "string" | "boolean";
  /** One letter that means the same. */
  readonly short?: string;
  /** May be given more than once. */
  readonly repeatable?: true;
  readonly value?: string;
  readonly help: string;
}

/** One command: what it takes, and how it is shown in the help. */
export interface Command {
  readonly usage: string;
  readonly summary: string;
  readonly flags: Readonly<Record<string, Flag>>;
  /** How many words may follow the command, at least and at most. */
  readonly words: readonly [number, number];
  readonly examples: readonly string[];
}

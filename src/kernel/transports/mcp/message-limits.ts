/** How much one message may cost to read, whatever its length: each value and each key takes time and memory of its own. */
export interface MessageLimits {
  /** Values in all: fields of objects and items of lists, at every depth. */
  readonly valuesMax: number;
  /** Keys of one object. */
  readonly keysMax: number;
}

/** Five thousand rows of four dozen fields pass, and so does any file, which is one string however long it is. */
export const DEFAULT_MESSAGE_LIMITS: MessageLimits = { valuesMax: 250_000, keysMax: 10_000 };

/** A dream under way in this process. */
export interface Dreaming {
  state: "nrem" | "rem" | "waking";
  /** Why it is to end, once somebody wants it to. */
  abortReason: string | null;
  /** Resolves when it has stopped working. */
  readonly stopped: Promise<void>;
}

/** Opens the account of a dream; `stop` says that it works no longer. */
export function openDreaming(): { dreaming: Dreaming; stop: () => void } {
  let stop: () => void = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  return { dreaming: { state: "nrem", abortReason: null, stopped }, stop };
}

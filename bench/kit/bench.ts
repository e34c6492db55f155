/** What the command line gives to a bench. */
export interface BenchOptions {
  readonly corpus: string | undefined;
  /** Also what each part is worth, where a bench can tell. */
  readonly ablations: boolean;
  /** Without the embedding model, where a bench uses it. */
  readonly noModel: boolean;
  /** By the tools of which world a bench asks, where it can go through one. */
  readonly through: string | undefined;
  /** Says what is going on, on stderr. */
  progress(line: string): void;
}

/** One measurement. A file in bench/ that exports one as `bench` is found by its name. */
export interface Bench<Result> {
  readonly name: string;
  readonly summary: string;
  run(options: BenchOptions): Promise<Result>;
  print(result: Result): readonly string[];
}

/** A sentence of the promise that was measured, and whether it holds. */
export interface Target {
  readonly target: string;
  readonly measured: string;
  readonly met: boolean;
}

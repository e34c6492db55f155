import type { Env } from "./env.ts";
import type { LimitOptions, SaidOf } from "./governance/index.ts";
import type { Logger } from "./logger.ts";
import type { ParseLimits } from "./parse.ts";
import type { EmbedderChoice } from "./search/index.ts";
import type { Patience } from "./storage/index.ts";
import type { Metrics } from "./telemetry/index.ts";
import type { MessageLimits } from "./transports/mcp/index.ts";
import type { ReindexHost, VariableValue, World } from "./world.ts";

/** What a kernel is made from. */
export interface KernelOptions {
  readonly worlds: readonly World[];
  readonly env: Env;
  readonly log: Logger;
  readonly version: string;
  /** The data folder. */
  readonly folder: string;
  readonly databaseUrl?: string | undefined;
  /** How long a database server may take for what, where that is not the usual. */
  readonly databasePatience?: Partial<Patience>;
  readonly readOnly?: boolean;
  /** For work on what is there, such as checking it: an empty folder is an error, not a beginning. */
  readonly mustExist?: boolean;
  /** Its database is being filled from another; see there. */
  readonly isCopy?: boolean;
  /** What the configuration says to each world, by the world's name; each has its own schema. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** What the variables say that the worlds declare; nothing is on unless said. */
  readonly variables?: Readonly<Record<string, VariableValue>>;
  /** Folders the operator opened to tools that read files. */
  readonly filesRoots?: readonly string[] | undefined;
  /** What relative paths start from; the data folder unless said. */
  readonly workingFolder?: string;
  /** Never opened by itself. */
  readonly homeFolder?: string | undefined;
  /** The most one message may hold where files travel inside messages. */
  readonly messageMib?: number | undefined;
  /** How much one message may cost to read. */
  readonly messageLimits?: Partial<MessageLimits>;
  /** What the configuration says of agents and people. */
  readonly permissions?: readonly SaidOf[];
  readonly limits?: Partial<LimitOptions>;
  /** What one file of unknown origin may cost. */
  readonly parseLimits?: Partial<ParseLimits>;
  /** Which model makes vectors; the bundled one unless said otherwise. */
  readonly embedder?: EmbedderChoice | "none";
  /** How many threads the model may use; one unless said. */
  readonly embedderThreads?: number;
  /** Where files are served, for the links to them; asked when the first link is. */
  readonly filesBase?: () => Promise<string>;
  readonly metrics?: Metrics;
  readonly checkOutputs?: boolean;
}

/** How the index is made anew. */
export interface ReindexOptions {
  /** Only the documents of this world. */
  readonly world?: string | undefined;
  readonly progress?: ReindexHost["progress"];
  /** Ends it after the step it is at; what is done stays. */
  readonly signal?: AbortSignal;
}

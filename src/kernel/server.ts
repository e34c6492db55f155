import type {
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from "@modelcontextprotocol/server";
import { type Envelope, plainEnvelope } from "./envelope.ts";
import type { Event } from "./event.ts";
import type { JsonObject } from "./json.ts";
import type { Gates } from "./permission.ts";
import type { Sql } from "./sql.ts";
import type { Tool } from "./tool.ts";

/** A page of a list; the cursor is the provider's own. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string;
}

/** The resources of a server. `read` answers undefined for a URI it does not know. */
export interface Resources<Deps> {
  readonly templates: readonly ResourceTemplateType[];
  list(deps: Deps, cursor: string | undefined): Promise<Page<Resource>> | Page<Resource>;
  read(uri: string, deps: Deps): Promise<ReadResourceResult | undefined> | ReadResourceResult | undefined;
  /** Which resources an event may change, `*` standing for any part of an address: subscribers in every process are told. */
  changedBy(event: Event, sql: Sql): Promise<readonly string[]> | readonly string[];
  /** Which addresses an event may put on the list; with `*`, some may have left it. Absent where the list never changes. */
  listedBy?(event: Event): readonly string[];
}

/** The prompts of a server. `get` answers undefined for a name it does not know. */
export interface Prompts<Deps> {
  list(deps: Deps, cursor: string | undefined): Promise<Page<Prompt>> | Page<Prompt>;
  get(name: string, args: Readonly<Record<string, string>>, deps: Deps): Promise<unknown> | GetPromptResult | undefined;
}

/** What a half-typed argument belongs to. */
export type CompletionTarget = { readonly prompt: string } | { readonly template: string };

/** Arguments with one meaning at every tool; reads take who acts and why. What is not named here is not taken. */
export interface CommonArguments {
  /** What holds when it is left out; `on` is for agents, a person's own call applies. */
  readonly dry_run?: "off" | "on";
  readonly reasoning?: "optional" | "required";
  readonly approval_id?: "optional";
  readonly agent_id?: "optional";
}

export interface ServerDefinition<Deps> {
  readonly name: string;
  readonly title: string;
  /** What a client tells its model up front; cut by some clients at 2 048 characters. */
  readonly instructions: string;
  readonly tools: readonly Tool<Deps>[];
  readonly envelope?: Envelope;
  readonly resources?: Resources<Deps>;
  readonly prompts?: Prompts<Deps>;
  /** Values that fit a half-typed argument and those given already, best first. */
  complete?(
    target: CompletionTarget,
    argument: string,
    typed: string,
    deps: Deps,
    given?: Readonly<Record<string, string>>,
  ): Promise<readonly string[]>;
  /** Which arguments its write tools take besides their own; `dry_run` alone unless said. */
  readonly takes?: CommonArguments;
  readonly gates?: Gates;
  /** What every answer carries besides its own, read from the call's snapshot: for successes, refusals and failures. */
  state?(deps: Deps): Promise<JsonObject>;
  /** tools/list shows the aliases of its tools, beside each and under `_meta`. */
  readonly listsAliases?: boolean;
  /**
   * tools/list says no more than a model needs, which pays for every word of it in every session: of answers the names and
   * types, of arguments no bounds. Named here are those that its instructions explain once, besides the common ones.
   */
  readonly listsBriefly?: readonly string[];
  /** The most characters one answer may have; null where the contract wants it whole. */
  readonly resultCharsMax?: number | null;
  /** The most bytes one message may have; more only where files travel inside messages. */
  readonly messageBytesMax?: number;
  /** Files travel inside messages: the operator may change how large they may be. */
  readonly carriesFiles?: boolean;
  /** A notification that tells a client the server is ready, with its version. */
  readonly ready?: { readonly method: string };
  /** Clients that know only plain JSON-RPC are served: a bare initialize, methods without one, shutdown, exit. */
  readonly legacyMethods?: boolean;
}

export interface Server<Deps> extends ServerDefinition<Deps> {
  readonly envelope: Envelope;
  readonly takes: CommonArguments;
  readonly gates: Gates;
  readonly resultCharsMax: number | null;
  readonly messageBytesMax: number;
}

const MESSAGE_BYTES_MAX = 4 * 1024 * 1024;

/** Makes a server: one MCP endpoint with a fixed tool list. */
export function defineServer<Deps>(definition: ServerDefinition<Deps>): Server<Deps> {
  return {
    envelope: plainEnvelope,
    takes: { dry_run: "off" },
    gates: {},
    resultCharsMax: 50_000,
    messageBytesMax: MESSAGE_BYTES_MAX,
    ...definition,
  };
}

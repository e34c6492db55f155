import type { IncomingMessage, ServerResponse } from "node:http";
import type { Kernel } from "../../kernel/serve.ts";
import type { Person } from "./gate.ts";

/** What somebody at a page asks or wants done. */
export interface Wish {
  readonly kernel: Kernel;
  readonly person: Person;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  /** What stands in the path behind the name of the area. */
  readonly rest: string;
}

import type { Caller } from "../caller.ts";
import type { Common } from "./common-arguments.ts";
import type { BoundTool } from "./registry.ts";

/** What is known of a call so far; a refusal is worded and recorded from it. */
export interface Reached {
  caller?: Caller;
  bound?: BoundTool;
  common?: Common;
  release?: () => void;
}

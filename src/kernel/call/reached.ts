import type { Caller } from "../caller.ts";
import type { BoundTool } from "./registry.ts";
import type { Common } from "./write-arguments.ts";

/** What is known of a call so far; a refusal is worded and recorded from it. */
export interface Reached {
  caller?: Caller;
  bound?: BoundTool;
  common?: Common;
  release?: () => void;
}

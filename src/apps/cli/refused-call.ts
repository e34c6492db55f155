import { KernelError } from "../../kernel/serve.ts";

/** What a tool refused: its words say all there is to say, so no hint of ours follows them. */
export class RefusedCall extends KernelError {
  constructor(message: string, details: KernelError["details"]) {
    super("conflict", message, details);
  }
}

import { type Kernel, KernelError } from "../../kernel/serve.ts";

/** So long one look counts: whoever asks often costs nothing. */
const LOOK_MS = 5000;

/** What is answered to whoever asks how it is. */
export interface Health {
  readonly status: number;
  readonly body: string;
}

/** Whether calls can be answered, from what is there and not from the process being up. */
export function createHealth(kernel: Kernel): () => Promise<Health> {
  const { env, version } = kernel.parts;
  let looked: { readonly atMs: number; readonly health: Promise<Health> } | undefined;

  async function look(): Promise<Health> {
    try {
      await kernel.probe();
      return { status: 200, body: JSON.stringify({ status: "ok", version }) };
    } catch (error) {
      const ours = error instanceof KernelError ? error : new KernelError("internal", "The look at the data failed");
      const told = {
        status: "failing",
        version,
        error: { code: ours.code, message: ours.message, hint: ours.kind.hint },
      };
      return { status: 503, body: JSON.stringify(told) };
    }
  }

  return () => {
    const nowMs = env.monotonicMs();
    if (looked === undefined || nowMs - looked.atMs > LOOK_MS) looked = { atMs: nowMs, health: look() };
    return looked.health;
  };
}

import { KernelError } from "../../../kernel/index.ts";
import type { ClashBody } from "../model/clash/clash.ts";
import type { Shape } from "../model/shape/shape.ts";
import { type Asking, namedMeshes } from "../model/solids/solids.ts";

/** The triangles that some bodies are made of. */
export async function meshesOfBodies(
  bodies: readonly ClashBody[],
  { mesh }: Asking,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (const { form } of bodies) {
    const names = "triangles" in form ? [form.triangles] : namedMeshes(form.solid as Shape);
    for (const sha256 of names) {
      if (found.has(sha256)) continue;
      if (mesh === undefined) throw new KernelError("internal", "Nobody knows where the meshes lie");
      found.set(sha256, await mesh(sha256));
    }
  }
  return found;
}

import type { Event, NamedBlob } from "../../../kernel/index.ts";
import type { RecordedElement } from "./recorded.ts";

interface Left {
  readonly element?: RecordedElement;
}

/** A mesh that was brought in is named by the entry that made its element. */
export function blobsOfEntry({ payload }: Event): readonly NamedBlob[] {
  const { element } = (payload ?? {}) as Left;
  const sha256 = element?.type === "mesh" ? element.parameters.mesh : undefined;
  return typeof sha256 === "string" ? [{ sha256, isDerivable: false }] : [];
}

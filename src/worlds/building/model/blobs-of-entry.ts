import type { Event, NamedBlob } from "../../../kernel/index.ts";
import {
  BRANCH_MERGED,
  ELEMENT_CREATED,
  type ElementCreated,
  type ElementsChanged,
  payloadOf,
  type RecordedElement,
  UNDO_APPLIED,
} from "./recorded.ts";

/** The triangles that an entry's elements are made of: the log alone cannot give them again. */
export function blobsOfEntry(event: Event): readonly NamedBlob[] {
  return elementsIn(event)
    .filter(({ type }) => type === "mesh")
    .flatMap(({ parameters }) => {
      return typeof parameters.mesh === "string" ? [{ sha256: parameters.mesh, isDerivable: false }] : [];
    });
}

function elementsIn(event: Event): readonly RecordedElement[] {
  // Of an erased entry nothing may be left.
  if (event.payload === null) return [];
  switch (event.kind) {
    case ELEMENT_CREATED:
      return [payloadOf<ElementCreated>(event).element];
    case BRANCH_MERGED:
    case UNDO_APPLIED:
      return payloadOf<ElementsChanged>(event).changes.flatMap(({ after }) => after ?? []);
    default:
      return [];
  }
}

import { KernelError } from "../../../kernel/index.ts";
import type { Building, Where } from "../building.ts";
import { codeOf, refuse } from "../model/codes.ts";
import { type Element, type ElementType, text } from "../model/element.ts";
import { ELEMENT_HOSTED } from "../model/recorded.ts";
import type { Plan, PlannedEvent } from "./change.ts";
import { created } from "./create.ts";

/** The element of this branch that something is to hang on. */
export async function requireHost(
  building: Building,
  where: Where,
  id: string,
  types: readonly ElementType[],
): Promise<Element> {
  const host = await building.require(where, id).catch((error: unknown) => {
    const own = error instanceof KernelError ? codeOf(error)?.code : undefined;
    if (own !== "element_not_found" && own !== "element_deleted") throw error;
    throw refuse("no_host", `There is no ${types.join(" or ")} with this id on this branch`, { host_id: id });
  });
  if (types.includes(host.type)) return host;
  throw refuse("no_host", `A ${host.type} cannot hold this; a ${types.join(" or a ")} can`, { host_id: host.id });
}

/** Something new in its host: it is made, and it is said on what it hangs. */
export function hosted(element: Element, host: Element): Pick<Plan, "changes" | "events"> {
  return {
    changes: new Map([[element.id, element]]),
    events: [created(element), { kind: ELEMENT_HOSTED, aggregate_id: element.id, payload: { host_id: host.id } }],
  };
}

/** What is said of an element that hangs on another. */
export function hostedEvent(element: Element): PlannedEvent[] {
  const host = text(element, "wall_id") ?? text(element, "host_id");
  return host === undefined ? [] : [{ kind: ELEMENT_HOSTED, aggregate_id: element.id, payload: { host_id: host } }];
}

import type { Building, Where } from "../building.ts";
import { refuse } from "../model/codes.ts";
import type { Element } from "../model/element.ts";
import { isUuid } from "../model/ids.ts";

/** A room of this branch, or a refusal that tells why not. */
export async function requireRoom(building: Building, where: Where, id: string, argument: string): Promise<Element> {
  const room = await building.require(where, id);
  if (room.type === "room") return room;
  throw refuse("wrong_type", `${argument} names a ${room.type}, not a room`, { argument, element_id: room.id });
}

/** A level of this branch, or a refusal. */
export function requireLevel({ state }: Where, id: string): Element {
  if (!isUuid(id))
    throw refuse("bad_id", "A level's id is a UUID, as create_level returns it", { argument: "level_id" });
  const level = state.get(id.toLowerCase());
  if (level?.type === "level") return level;
  throw refuse("level_not_found", "There is no such level on this branch", { level_id: id.toLowerCase() });
}

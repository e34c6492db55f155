import { type Element, text } from "../model/element.ts";
import { boundsOf, type Contact, contactOf, type RoomBounds } from "../model/space/room-bounds.ts";
import { waysThroughWalls } from "../model/space/walkable.ts";
import type { BranchState } from "../model/state/branch-state.ts";

/** A room beside another one. */
export interface Neighbour {
  readonly room: Element;
  readonly contact: Contact;
  /** Doors and openings between the two that people walk through. */
  readonly doors: readonly Element[];
}

/** The rooms that lie beside a room, in order of id. */
export function neighboursOf(state: BranchState, room: Element): readonly Neighbour[] {
  const own = boundsOf(state, room);
  const others = state.ofType("room").filter(({ id }) => id !== room.id);
  return others.flatMap((other) => neighbour(state, own, boundsOf(state, other)) ?? []);
}

/** Every pair of rooms of a level that lie beside each other. */
export function adjacenciesOn(state: BranchState, level: Element): { rooms: Element[]; pairs: [Element, Neighbour][] } {
  const rooms = state.ofType("room").filter((room) => text(room, "level_id") === level.id);
  const bounds = rooms.map((room) => boundsOf(state, room));
  const pairs = bounds.flatMap((own, at) =>
    bounds.slice(at + 1).flatMap((other): [Element, Neighbour][] => {
      const beside = neighbour(state, own, other);
      return beside === undefined ? [] : [[own.room, beside]];
    }),
  );
  return { rooms, pairs };
}

function neighbour(state: BranchState, own: RoomBounds, other: RoomBounds): Neighbour | undefined {
  const contact = contactOf(own, other);
  if (contact === undefined) return undefined;
  const theirs = new Set(waysThroughWalls(state, other).map(({ id }) => id));
  const doors = waysThroughWalls(state, own).filter(({ id }) => theirs.has(id));
  return { room: other.room, contact, doors };
}

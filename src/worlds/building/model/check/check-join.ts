import { refuse } from "../codes.ts";
import type { Element } from "../element.ts";
import { type Box, boundsOf } from "../shape/bounds.ts";
import { meetingOf } from "../shape/join.ts";
import { clearSpan } from "../shape/wall.ts";
import type { Elements } from "../state/branch-state.ts";
import { TOLERANCE_M } from "../units.ts";

/** What has no body of its own to be joined, or is carried by what it stands in. */
const NOT_JOINED = new Set(["level", "join", "room", "door", "window", "opening"]);

/** What is joined meets, is not joined twice, and no wall ends against itself through others. */
export function checkJoin(elements: Elements, join: Element): void {
  const ids = join.parameters.element_ids as readonly string[];
  if (new Set(ids).size !== ids.length) throw bad(join, "An element cannot be joined to itself", ids);
  const members = ids.flatMap((id) => elements.get(id) ?? []);
  for (const one of members) {
    if (NOT_JOINED.has(one.type))
      throw bad(join, `A ${one.type} is not joined: it is where its host or level is`, [one.id]);
    if (!members.some((other) => other !== one && meet(elements, join, one, other))) {
      throw bad(join, "Joined elements must meet: move them together, or delete the join first", [one.id]);
    }
    if (one.type !== "wall") continue;
    const [from, to] = clearSpan(elements, one);
    if (to - from <= TOLERANCE_M) throw bad(join, "The joins of this wall leave nothing of it", [one.id]);
  }
  requireOnlyJoin(elements, join, ids);
  requireNoCycle(elements, members);
}

function meet(elements: Elements, join: Element, one: Element, other: Element): boolean {
  if (one.type !== "wall" || other.type !== "wall") return touch(boundsOf(elements, one), boundsOf(elements, other));
  // One above the other they meet in plan only.
  if (!shareHeight(boundsOf(elements, one), boundsOf(elements, other))) return false;
  const meeting = meetingOf(one, other);
  if (meeting?.kind === "tee" && join.parameters.join_type === "miter") {
    throw bad(join, "A wall that ends against the side of another cannot be mitred: use butt or auto", [
      one.id,
      other.id,
    ]);
  }
  return meeting !== undefined;
}

/** Near enough that a person would say they touch. */
const NEAR_M = 0.001;

function touch(a: Box | undefined, b: Box | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return [0, 1, 2].every(
    (axis) =>
      (a.min[axis] as number) <= (b.max[axis] as number) + NEAR_M &&
      (b.min[axis] as number) <= (a.max[axis] as number) + NEAR_M,
  );
}

function shareHeight(a: Box | undefined, b: Box | undefined): boolean {
  return a !== undefined && b !== undefined && Math.min(a.max[2], b.max[2]) - Math.max(a.min[2], b.min[2]) > NEAR_M;
}

function requireOnlyJoin(elements: Elements, join: Element, ids: readonly string[]): void {
  for (const id of ids) {
    for (const other of elements.referrers(id)) {
      if (other.type !== "join" || other.id === join.id) continue;
      const shared = (other.parameters.element_ids as string[]).filter((one) => ids.includes(one));
      if (shared.length > 1) throw bad(join, "These elements are joined already", shared);
    }
  }
}

/** Walls that end against each other in a circle have no order in which they could be made. */
function requireNoCycle(elements: Elements, members: readonly Element[]): void {
  const done = new Set<string>();
  const visit = (wall: Element, path: readonly string[]): void => {
    if (path.includes(wall.id)) {
      throw refuse("dependency_cycle", "Each of these walls would end against the next", {
        element_ids: path.slice(path.indexOf(wall.id)),
      });
    }
    if (done.has(wall.id)) return;
    for (const next of endsAgainst(elements, wall)) visit(next, [...path, wall.id]);
    done.add(wall.id);
  };
  for (const member of members) if (member.type === "wall") visit(member, []);
}

/** The walls that a wall is cut to. Mitred walls are cut to each other, and neither comes first. */
function endsAgainst(elements: Elements, wall: Element): Element[] {
  return elements.referrers(wall.id).flatMap((join) => {
    if (join.type !== "join") return [];
    const ids = join.parameters.element_ids as readonly string[];
    return ids.flatMap((id, n) => {
      const other = id === wall.id ? undefined : elements.get(id);
      if (other?.type !== "wall") return [];
      const meeting = meetingOf(wall, other);
      if (meeting?.kind === "tee") return meeting.abuts === 0 ? [other] : [];
      const isCut = meeting?.kind === "corner" && join.parameters.join_type === "butt" && ids.indexOf(wall.id) > n;
      return isCut ? [other] : [];
    });
  });
}

function bad(join: Element, message: string, ids: readonly string[]) {
  return refuse("invalid_join", message, { join_id: join.id, element_ids: [...ids] });
}

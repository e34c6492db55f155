import type { Json } from "../../../../../kernel/index.ts";
import { type Element, isBuilt, measure, text, toJson } from "../../element.ts";
import { shapeOf } from "../../shape/of-element.ts";
import { HERE, type Placement } from "../../shape/shape.ts";
import { voidOf } from "../../shape/voids.ts";
import type { BranchState } from "../../state/branch-state.ts";
import { toMm } from "../../units.ts";
import { absorbedIn, bodyOf, isCutIn, wallAxis } from "./bodies.ts";
import type { Frame, Place } from "./frame.ts";
import { kindOf } from "./kinds.ts";
import { broughtSets, commonSet, ownSet, type PropertySet, type QuantitySet, quantitySet } from "./said.ts";
import type { IfcSource } from "./source.ts";
import { list, NONE, text as quoted, type Ref, real, type Token, word } from "./step.ts";

/** How far a hole reaches beyond both faces of what it is cut from, so that no faces coincide. */
const BEYOND_M = 0.05;

/** Writes products and remembers where they stand. */
export function createProducts(frame: Frame, source: IfcSource) {
  const { geometry, step, rooted, isOld, contexts } = frame;
  const { state, solids } = source;
  const absorbed = absorbedIn(state);
  const exported = [...state.all()].filter((one) => isBuilt(one) && !absorbed.has(one.id)).sort(hostsFirst);
  const refs = new Map<string, Ref>();
  const placements = new Map<string, Ref>();
  const [inside, spaces] = [new Map<Ref, Ref[]>(), new Map<Ref, Ref[]>()];
  const names = new Map<string, number>();

  function shape(...representations: readonly Ref[]): Ref {
    return step.add("IFCPRODUCTDEFINITIONSHAPE", NONE, NONE, list(representations));
  }
  function represent(context: Ref, name: string, kind: string, items: readonly Ref[]): Ref {
    return step.add("IFCSHAPEREPRESENTATION", context, quoted(name), quoted(kind), list(items));
  }
  function nameOf(element: Element): string {
    const count = (names.get(element.type) ?? 0) + 1;
    names.set(element.type, count);
    return text(element, "name") ?? `${element.type[0]?.toUpperCase()}${element.type.slice(1)} ${count}`;
  }

  /** Its sets: what readers look for, what came with it, what it measures, and what it is made of here. */
  function define(ref: Ref, id: string, sets: readonly PropertySet[], quantities: QuantitySet | undefined): void {
    for (const { name, values } of sets) {
      const all = Object.entries(values).map(([key, value]) =>
        step.add("IFCPROPERTYSINGLEVALUE", quoted(key), NONE, value, NONE),
      );
      const set = rooted("IFCPROPERTYSET", `${id}/${name}`, quoted(name), NONE, list(all));
      rooted("IFCRELDEFINESBYPROPERTIES", `${id}/${name}/of`, NONE, NONE, list([ref]), set);
    }
    if (quantities === undefined) return;
    const all = Object.entries(quantities.values).map(([name, [kind, value]]) =>
      step.add(`IFCQUANTITY${kind}`, quoted(name), NONE, NONE, real(value), ...(isOld ? [] : [NONE])),
    );
    const name = isOld ? "BaseQuantities" : quantities.name;
    const set = rooted("IFCELEMENTQUANTITY", `${id}/quantities`, quoted(name), NONE, NONE, list(all));
    rooted("IFCRELDEFINESBYPROPERTIES", `${id}/quantities/of`, NONE, NONE, list([ref]), set);
  }

  function representationOf(element: Element): Ref | "$" {
    const body = bodyOf(geometry, source, element);
    if (body === undefined) return "$";
    const axis =
      element.type === "wall" ? [represent(contexts.axis, "Axis", "Curve2D", [wallAxis(geometry, step, element)])] : [];
    return shape(...axis, represent(contexts.body, "Body", body.kind, body.items));
  }

  function write(element: Element, place: Place): void {
    const host = hostOf(element);
    const hole = host === undefined ? undefined : cutFrom(element, host);
    const isHole = element.type === "opening";
    const at = hole === undefined ? placedIn(element, place) : isHole ? hole : geometry.placement(hole, HERE);
    placements.set(element.id, at);
    const ref = element.type === "room" ? space(element, at) : product(element, at);
    refs.set(element.id, ref);
    define(ref, element.id, setsOf(element), quantitySet(state, element, solids.get(element.id)));
    if (isHole) {
      if (host !== undefined) voids(element.id, host, ref);
      return;
    }
    const group = element.type === "room" ? spaces : inside;
    group.set(place.ref, [...(group.get(place.ref) ?? []), ref]);
    if (host !== undefined && hole !== undefined) fills(element, host, hole, ref);
  }

  function hostOf(element: Element): Element | undefined {
    const host = state.get(text(element, "wall_id") ?? text(element, "host_id") ?? "");
    return host !== undefined && isCutIn(element) && refs.has(host.id) ? host : undefined;
  }

  function placedIn(element: Element, { placement, elevation }: Place): Ref {
    const at = source.meshes.get(element.id)?.at ?? shapeOf(state, element)?.at ?? looseAt(element);
    return geometry.placement(placement, { ...at, z: at.z - elevation });
  }

  /** In the frame of what it is cut from: along a wall and up from its foot; in a floor as it lies. */
  function cutFrom(element: Element, host: Element): Ref {
    const within = placements.get(host.id) as Ref;
    if (host.type !== "wall") return geometry.placement(within, HERE);
    const { offset, base } = voidOf(element);
    return geometry.placement(within, { x: offset, y: 0, z: base, degrees: 0 });
  }

  function product(element: Element, at: Ref): Ref {
    const size: [Token, Token] =
      element.type === "door" || element.type === "window"
        ? [real(toMm(measure(element, "height"))), real(toMm(measure(element, "width")))]
        : [NONE, NONE];
    const { type, tail } = kindOf(element, isOld, size);
    const said = saidOf(element);
    const head = [quoted(nameOf(element)), quoted(said.description), quoted(said.objectType)];
    return rooted(type, element.id, ...head, at, representationOf(element), quoted(said.tag), ...tail);
  }

  function space(room: Element, at: Ref): Ref {
    const name = nameOf(room);
    return rooted(
      "IFCSPACE",
      room.id,
      quoted(text(room, "number") ?? name),
      NONE,
      quoted(text(room, "room_type")),
      at,
      representationOf(room),
      quoted(name),
      word("ELEMENT"),
      word(isOld ? "INTERNAL" : "SPACE"),
      NONE,
    );
  }

  function voids(id: string, host: Element, opening: Ref): void {
    rooted("IFCRELVOIDSELEMENT", `${id}/voids`, NONE, NONE, refs.get(host.id) as Ref, opening);
  }

  /** The hole that a door or window stands in, and that it fills it. */
  function fills(element: Element, host: Element, at: Ref, ref: Ref): void {
    const { width, height } = voidOf(element);
    const deep = measure(host, "thickness") + 2 * BEYOND_M;
    const solid = geometry.extruded(geometry.rectangle(width, deep, [width / 2, 0]), geometry.axes([0, 0, 0]), height);
    const body = shape(represent(contexts.body, "Body", "SweptSolid", [solid]));
    const more = isOld ? [] : [word("OPENING")];
    const key = `${element.id}/opening`;
    const opening = rooted("IFCOPENINGELEMENT", key, quoted("Opening"), NONE, NONE, at, body, NONE, ...more);
    voids(key, host, opening);
    rooted("IFCRELFILLSELEMENT", `${element.id}/fills`, NONE, NONE, opening, ref);
  }

  function setsOf(element: Element): readonly PropertySet[] {
    const common = commonSet(state, element);
    const brought = broughtSets(element);
    const merged = brought.map((set) =>
      set.name === common?.name ? { name: set.name, values: { ...set.values, ...common.values } } : set,
    );
    const isThere = common === undefined || merged.some(({ name }) => name === common.name);
    return [...(isThere ? [] : [common]), ...merged, ownSet(element, goesWith(state, element, absorbed))];
  }

  return { exported, refs, inside, spaces, define, write };
}

export type Products = ReturnType<typeof createProducts>;

/** What is no product by itself and is told by one that is: joins by their first element, operands by their result. */
function goesWith(state: BranchState, element: Element, absorbed: ReadonlySet<string>): Record<string, Json> {
  const joins = state
    .referrers(element.id)
    .filter(({ type, parameters }) => type === "join" && (parameters.element_ids as string[])[0] === element.id);
  const operands = element.type !== "boolean" ? [] : operandsOf(state, element, absorbed);
  return {
    ...(joins.length > 0 && { joins: joins.map(toJson) }),
    ...(operands.length > 0 && { operands: operands.map(toJson) }),
  };
}

function operandsOf(state: BranchState, result: Element, absorbed: ReadonlySet<string>): Element[] {
  const own = ["element_a", "element_b"].flatMap((name) => state.get(text(result, name) ?? "") ?? []);
  const gone = own.filter(({ id, type }) => absorbed.has(id) && type !== "boolean");
  const cut = gone.flatMap(({ id }) => state.referrers(id).filter((one) => one.type === "opening"));
  const nested = own.filter(({ id, type }) => absorbed.has(id) && type === "boolean");
  return [...gone, ...cut, ...nested.flatMap((one) => [...operandsOf(state, one, absorbed), one])];
}

/** Hosts before what is cut from them, and else in order of id. */
function hostsFirst(a: Element, b: Element): number {
  return Number(isCutIn(a)) - Number(isCutIn(b)) || (a.id < b.id ? -1 : 1);
}

/** Where triangles stand that enclose nothing. */
function looseAt(element: Element): Placement {
  const [x = 0, y = 0] = (element.parameters.location ?? []) as readonly number[];
  return { x, y, z: Number(element.parameters.elevation ?? 0), degrees: 0 };
}

/** What another file said of an element besides its properties. */
function saidOf(element: Element): { description?: string; objectType?: string; tag?: string } {
  const sets = element.parameters.properties as Record<string, Record<string, string>> | undefined;
  return sets?.IFC ?? {};
}

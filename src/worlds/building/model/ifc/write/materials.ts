import { measure, text } from "../../element.ts";
import { toMm } from "../../units.ts";
import type { Frame } from "./frame.ts";
import type { Products } from "./products.ts";
import { list, NONE, text as quoted, type Ref, real, type Token, word } from "./step.ts";

/** What elements are made of: walls and floors as one layer of it, everything else of the material itself. */
export function associateMaterials({ step, rooted, isOld }: Frame, { exported, refs }: Products): void {
  const since4 = (...values: readonly Token[]) => (isOld ? [] : values);
  const groups = new Map<Ref, { key: string; refs: Ref[] }>();
  for (const element of exported) {
    const name = text(element, "material");
    const ref = refs.get(element.id);
    if (name === undefined || ref === undefined) continue;
    const material = step.shared("IFCMATERIAL", quoted(name), ...since4(NONE, NONE));
    const isLayer = element.type === "wall" || element.type === "floor";
    const of = isLayer ? layered(material, name, measure(element, "thickness"), element.type === "wall") : material;
    const group = groups.get(of) ?? { key: element.id, refs: [] };
    group.refs.push(ref);
    groups.set(of, group);
  }
  for (const [material, group] of groups) {
    rooted("IFCRELASSOCIATESMATERIAL", `${group.key}/material`, NONE, NONE, list(group.refs), material);
  }

  /** A wall's one layer lies half on each side of its axis, a floor's above its underside. */
  function layered(material: Ref, name: string, thickness: number, isWall: boolean): Ref {
    const thick = real(toMm(thickness));
    const layer = step.shared("IFCMATERIALLAYER", material, thick, NONE, ...since4(NONE, NONE, NONE, NONE));
    const set = step.shared("IFCMATERIALLAYERSET", list([layer]), quoted(name), ...since4(NONE));
    const direction = isWall ? "AXIS2" : "AXIS3";
    const offset = real(toMm(isWall ? -thickness / 2 : 0));
    return step.shared("IFCMATERIALLAYERSETUSAGE", set, word(direction), word("POSITIVE"), offset, ...since4(NONE));
  }
}

import { categoryOf, type Element, text } from "../../element.ts";
import { NONE, type Token, word } from "./step.ts";

/** What a product is called in the schema, and what its type says after its tag. */
interface Kind {
  readonly type: string;
  readonly tail: readonly Token[];
}

const STAIRS: Readonly<Record<string, string>> = {
  straight: "STRAIGHT_RUN_STAIR",
  L: "QUARTER_TURN_STAIR",
  U: "HALF_TURN_STAIR",
  spiral: "SPIRAL_STAIR",
  curved: "CURVED_RUN_STAIR",
};

const DOORS: Readonly<Record<string, readonly [left: string, right: string]>> = {
  single: ["SINGLE_SWING_LEFT", "SINGLE_SWING_RIGHT"],
  double: ["DOUBLE_DOOR_SINGLE_SWING", "DOUBLE_DOOR_SINGLE_SWING"],
  sliding: ["SLIDING_TO_LEFT", "SLIDING_TO_RIGHT"],
  pocket: ["SLIDING_TO_LEFT", "SLIDING_TO_RIGHT"],
  "bi-fold": ["FOLDING_TO_LEFT", "FOLDING_TO_RIGHT"],
};

/** Products that came as triangles, by what they were said to be. */
const MESHES: Readonly<Record<string, string>> = {
  Walls: "IFCWALL",
  Doors: "IFCDOOR",
  Windows: "IFCWINDOW",
  Floors: "IFCSLAB",
  Roofs: "IFCROOF",
  Columns: "IFCCOLUMN",
  Beams: "IFCBEAM",
  Stairs: "IFCSTAIR",
  Furniture: "IFCFURNISHINGELEMENT",
  Equipment: "IFCDISTRIBUTIONELEMENT",
};

/** How a product is written; a door or window gets its height and width as the schema wants them, after its tag. */
export function kindOf(element: Element, isOld: boolean, size: readonly [Token, Token]): Kind {
  const since4 = (...words: readonly string[]) => (isOld ? [] : words.map(word));
  switch (element.type) {
    case "wall":
      return {
        type: "IFCWALL",
        tail: since4(text(element, "wall_type") === "partition" ? "PARTITIONING" : "SOLIDWALL"),
      };
    case "door": {
      const [left, right] = DOORS[text(element, "door_type") ?? "single"] ?? ["NOTDEFINED", "NOTDEFINED"];
      const operation = text(element, "swing") === "right" ? right : left;
      return { type: "IFCDOOR", tail: [...size, ...since4("DOOR", operation), ...(isOld ? [] : [NONE])] };
    }
    case "window":
      return { type: "IFCWINDOW", tail: [...size, ...since4("WINDOW", "SINGLE_PANEL"), ...(isOld ? [] : [NONE])] };
    case "floor":
      return { type: "IFCSLAB", tail: [word(text(element, "floor_type") === "foundation" ? "BASESLAB" : "FLOOR")] };
    case "roof":
      return { type: "IFCROOF", tail: [word(`${(text(element, "roof_type") ?? "flat").toUpperCase()}_ROOF`)] };
    case "column":
      return { type: "IFCCOLUMN", tail: since4("COLUMN") };
    case "beam":
      return { type: "IFCBEAM", tail: since4("BEAM") };
    case "stair":
      return { type: "IFCSTAIR", tail: [word(STAIRS[text(element, "stair_type") ?? ""] ?? "STRAIGHT_RUN_STAIR")] };
    case "opening":
      return { type: "IFCOPENINGELEMENT", tail: since4("OPENING") };
    default:
      return meshKind(MESHES[categoryOf(element)] ?? "IFCBUILDINGELEMENTPROXY", isOld);
  }
}

/** What is known of it is that it is there: all else is left open. */
function meshKind(type: string, isOld: boolean): Kind {
  switch (type) {
    case "IFCDOOR":
    case "IFCWINDOW":
      return { type, tail: [NONE, NONE, ...(isOld ? [] : [NONE, NONE, NONE])] };
    case "IFCROOF":
    case "IFCSTAIR":
      return { type, tail: [word("NOTDEFINED")] };
    case "IFCFURNISHINGELEMENT":
    case "IFCDISTRIBUTIONELEMENT":
      return { type, tail: [] };
    case "IFCSLAB":
    case "IFCBUILDINGELEMENTPROXY":
      return { type, tail: [NONE] };
    default:
      return { type, tail: isOld ? [] : [NONE] };
  }
}

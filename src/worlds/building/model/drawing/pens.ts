/** How one kind of mark looks: line weights in mm, greys as a share of white. */
interface PenStyle {
  /** 0 draws no line. */
  readonly weight: number;
  readonly grey: number;
  /** Grey of what it encloses; nothing where it is left out. */
  readonly fill?: number;
  /** Lengths of dash and gap, in mm. */
  readonly dash?: readonly [number, number];
  /** The layer it lies on in a CAD file, and the layer's colour there. */
  readonly layer: string;
  readonly colour: number;
}

/** The pens of every drawing: what is cut is heaviest, what lies behind it is finer, what only explains is finest. */
export const PENS = {
  /** Drawn below `cut`, which covers its inner half: pieces that touch show one outline. */
  cutline: { weight: 0.7, grey: 0, layer: "A-CUT", colour: 7 },
  cut: { weight: 0.1, grey: 0.3, fill: 0.3, layer: "A-CUT-FILL", colour: 8 },
  /** What is cut of lighter construction: fillings and frames. */
  frame: { weight: 0.25, grey: 0, fill: 1, layer: "A-GLAZ", colour: 4 },
  pane: { weight: 0.13, grey: 0, layer: "A-GLAZ", colour: 4 },
  leaf: { weight: 0.35, grey: 0, layer: "A-DOOR", colour: 3 },
  swing: { weight: 0.13, grey: 0.2, layer: "A-DOOR", colour: 3 },
  threshold: { weight: 0.13, grey: 0.4, layer: "A-DOOR", colour: 3 },
  seen: { weight: 0.18, grey: 0.15, fill: 1, layer: "A-SEEN", colour: 9 },
  below: { weight: 0.13, grey: 0.4, layer: "A-BELOW", colour: 8 },
  above: { weight: 0.13, grey: 0.4, dash: [1.5, 1], layer: "A-ABOVE", colour: 8 },
  stair: { weight: 0.18, grey: 0.1, layer: "A-STRS", colour: 2 },
  stairabove: { weight: 0.13, grey: 0.5, dash: [1, 0.8], layer: "A-STRS-ABOVE", colour: 8 },
  thing: { weight: 0.13, grey: 0.5, fill: 0.96, layer: "A-FURN", colour: 9 },
  room: { weight: 0, grey: 0, fill: 0.98, layer: "A-AREA", colour: 9 },
  /** Covers what lies behind lettering. */
  mask: { weight: 0, grey: 0, fill: 0.98, layer: "A-AREA", colour: 9 },
  paper: { weight: 0, grey: 0, fill: 1, layer: "A-AREA", colour: 9 },
  ground: { weight: 0.5, grey: 0, layer: "A-GROUND", colour: 7 },
  dimension: { weight: 0.13, grey: 0.1, layer: "A-DIMS", colour: 1 },
  tick: { weight: 0.35, grey: 0, layer: "A-DIMS", colour: 1 },
  grid: { weight: 0.13, grey: 0.45, dash: [6, 1.2], layer: "A-GRID", colour: 5 },
  bubble: { weight: 0.25, grey: 0.1, fill: 1, layer: "A-GRID", colour: 5 },
  level: { weight: 0.13, grey: 0.3, dash: [4, 1.2], layer: "A-LEVL", colour: 5 },
  symbol: { weight: 0.13, grey: 0, layer: "A-ANNO", colour: 7 },
  solid: { weight: 0.13, grey: 0, fill: 0, layer: "A-ANNO", colour: 7 },
  blank: { weight: 0.13, grey: 0, fill: 1, layer: "A-ANNO", colour: 7 },
  border: { weight: 0.7, grey: 0, layer: "A-SHEET", colour: 7 },
  rule: { weight: 0.18, grey: 0, layer: "A-SHEET", colour: 7 },
  head: { weight: 0.18, grey: 0, fill: 0.92, layer: "A-SHEET", colour: 9 },
} as const satisfies Readonly<Record<string, PenStyle>>;

export type Pen = keyof typeof PENS;

export function penOf(pen: Pen): PenStyle {
  return PENS[pen];
}

/** The layer of lettering. */
export const TEXT_LAYER = { layer: "A-ANNO-TEXT", colour: 7 } as const;

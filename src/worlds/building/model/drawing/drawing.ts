import type { Point } from "../element.ts";
import type { Ring } from "../shape/shape.ts";
import type { Pen } from "./pens.ts";

/** What a drawing is made of, on paper: in mm from its lower left corner, y up. */
export type Mark =
  | {
      readonly mark: "path";
      readonly pen: Pen;
      readonly rings: readonly Ring[];
      /** Whether each ring ends where it began. */
      readonly isClosed: boolean;
    }
  | {
      /** Counterclockwise, in degrees from the x axis. */
      readonly mark: "arc";
      readonly pen: Pen;
      readonly middle: Point;
      readonly radius: number;
      readonly from: number;
      readonly to: number;
    }
  | { readonly mark: "circle"; readonly pen: Pen; readonly middle: Point; readonly radius: number }
  | {
      readonly mark: "text";
      readonly at: Point;
      readonly words: string;
      /** Height of its letters as printers count it, in mm. */
      readonly size: number;
      readonly anchor: "start" | "middle" | "end";
      readonly isBold: boolean;
      /** How far it is turned to the left, in degrees. */
      readonly turned: number;
    };

/** A drawing on a piece of paper of its own size. */
export interface Drawing {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
  /** 1:N where one millimetre on paper stands for N of the building; 1 for a sheet or a table. */
  readonly scale: number;
  /** What lies at the paper's lower left corner, in metres of what is drawn. */
  readonly origin: Point;
}

export function area(pen: Pen, ...rings: readonly Ring[]): Mark {
  return { mark: "path", pen, rings, isClosed: true };
}

export function line(pen: Pen, ...points: Ring): Mark {
  return { mark: "path", pen, rings: [points], isClosed: false };
}

/** Several lines that belong together. */
export function lines(pen: Pen, all: readonly Ring[]): Mark {
  return { mark: "path", pen, rings: all, isClosed: false };
}

interface Lettering {
  readonly size?: number;
  readonly anchor?: "start" | "middle" | "end";
  readonly isBold?: boolean;
  readonly turned?: number;
}

export function words(at: Point, text: string, lettering: Lettering = {}): Mark {
  const { size = 2.5, anchor = "start", isBold = false, turned = 0 } = lettering;
  return { mark: "text", at, words: text, size, anchor, isBold, turned };
}

/** To a thousandth of a millimetre on paper: no digit is noise, and the same drawing is the same bytes. */
export function onPaper(value: number): number {
  return Math.round(value * 1000) / 1000 + 0;
}
/** The same marks elsewhere on paper. */
export function moved(marks: readonly Mark[], [dx, dy]: Point): Mark[] {
  const by = ([x, y]: Point): Point => [x + dx, y + dy];
  return marks.map((one) => {
    switch (one.mark) {
      case "path":
        return { ...one, rings: one.rings.map((ring) => ring.map(by)) };
      case "text":
        return { ...one, at: by(one.at) };
      default:
        return { ...one, middle: by(one.middle) };
    }
  });
}

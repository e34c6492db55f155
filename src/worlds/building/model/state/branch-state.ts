import type { Changes, Element, ElementType } from "../element.ts";
import { referencesOf } from "../parameters/convert.ts";

/** What can be asked of the elements of a branch. */
export interface Elements {
  get(id: string): Element | undefined;
  /** Those that refer to it: what hangs on a wall, what stands on a level, joins, results of booleans. In order of id. */
  referrers(id: string): readonly Element[];
}

/** Changes kept apart from what they change before both become one. */
const OVERLAY_MAX = 500;

interface Ground {
  readonly elements: ReadonlyMap<string, Element>;
  /** Ids of those that refer to an id. */
  readonly referrers: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * All elements of a branch at one event. It never changes: a change makes a new one that shares all the rest, so a
 * reader keeps what it began with, and the cost of a change follows from what it touches.
 */
export class BranchState implements Elements {
  /** What most states of a branch share; whatever is derived from all of it may be kept by it. */
  readonly ground: Ground;
  /** What differs from the ground: null where an element is gone. */
  readonly overlay: Changes;
  readonly #referrers: ReadonlyMap<string, ReadonlySet<string>>;

  private constructor(ground: Ground, overlay: Changes, referrers: ReadonlyMap<string, ReadonlySet<string>>) {
    this.ground = ground;
    this.overlay = overlay;
    this.#referrers = referrers;
  }

  static of(elements: Iterable<Element>): BranchState {
    const byId = new Map<string, Element>();
    const referrers = new Map<string, Set<string>>();
    for (const element of elements) {
      byId.set(element.id, element);
      for (const id of referencesOf(element)) {
        const known = referrers.get(id);
        if (known === undefined) referrers.set(id, new Set([element.id]));
        else known.add(element.id);
      }
    }
    return new BranchState({ elements: byId, referrers }, new Map(), new Map());
  }

  get size(): number {
    let size = this.ground.elements.size;
    for (const [id, element] of this.overlay) {
      size += (element === null ? 0 : 1) - (this.ground.elements.has(id) ? 1 : 0);
    }
    return size;
  }

  get(id: string): Element | undefined {
    const changed = this.overlay.get(id);
    return changed === undefined ? this.ground.elements.get(id) : (changed ?? undefined);
  }

  referrers(id: string): readonly Element[] {
    const ids = this.#referrers.get(id) ?? this.ground.referrers.get(id);
    if (ids === undefined) return [];
    return [...ids].sort().flatMap((one) => this.get(one) ?? []);
  }

  /** Every element, in no order that means anything. */
  *all(): Iterable<Element> {
    for (const [id, element] of this.ground.elements) if (!this.overlay.has(id)) yield element;
    for (const element of this.overlay.values()) if (element !== null) yield element;
  }

  /** Those of some types, in order of id. */
  ofType(...types: readonly ElementType[]): Element[] {
    return [...this.all()].filter(({ type }) => types.includes(type)).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  with(changes: Changes): BranchState {
    if (changes.size === 0) return this;
    const overlay = new Map(this.overlay);
    const referrers = new Map(this.#referrers);
    for (const [id, after] of changes) {
      const before = this.get(id);
      const was = before === undefined ? [] : referencesOf(before);
      const is = after === null ? [] : referencesOf(after);
      for (const to of new Set([...was, ...is])) {
        if (was.includes(to) && is.includes(to)) continue;
        const known = new Set(referrers.get(to) ?? this.ground.referrers.get(to) ?? []);
        if (is.includes(to)) known.add(id);
        else known.delete(id);
        referrers.set(to, known);
      }
      overlay.set(id, after);
    }
    const changed = new BranchState(this.ground, overlay, referrers);
    return overlay.size > OVERLAY_MAX ? BranchState.of(changed.all()) : changed;
  }
}

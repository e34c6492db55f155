/** What an agent or a person may do. APPROVE is for people: no tool needs it. */
export const PERMISSIONS = ["READ", "CREATE", "MODIFY", "DELETE", "APPROVE"] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** A box in space, in the units of its world. */
export interface Region {
  readonly min: readonly number[];
  readonly max: readonly number[];
}

/**
 * What a call or an entry of the log touches, in the words permissions are written in. What is left out is not known:
 * a permission that is limited in that respect then does not cover it.
 */
export interface Touched {
  /** How many things are affected; one an entry unless said. */
  readonly elements?: number;
  /** Which they are, as far as they have ids: shown to the person who is asked. */
  readonly ids?: readonly string[];
  /** Needed for this very change, where it is another than the tool's. */
  readonly permission?: Permission;
  readonly categories?: readonly string[];
  readonly levels?: readonly string[];
  readonly regions?: readonly Region[];
  readonly branches?: readonly string[];
  readonly entity_types?: readonly string[];
  readonly collections?: readonly string[];
}

/** What holds for agents on a server unless the operator says otherwise. */
export interface Gates {
  /** `on`: destructive and bulk calls need a person's approval; `never`: nothing here ever asks. */
  readonly approvals?: "on" | "never";
  readonly elementsPerOperation?: number;
  readonly operationsPerSession?: number;
}

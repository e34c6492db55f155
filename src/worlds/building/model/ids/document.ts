/** An IDS file: what a model must say, specification by specification. */
export interface IdsDocument {
  readonly title: string;
  readonly specifications: readonly Specification[];
}

export interface Specification {
  readonly name: string;
  readonly editions: readonly string[];
  /** Whether something it applies to must be there, may be there, or must not be there. */
  readonly usage: Cardinality;
  readonly applicability: readonly Facet[];
  readonly requirements: readonly Facet[];
}

export type Cardinality = "required" | "optional" | "prohibited";

export type Facet =
  | EntityFacet
  | {
      readonly facet: "partOf";
      readonly relation: string | undefined;
      readonly entity: EntityFacet;
      readonly cardinality: Cardinality;
    }
  | {
      readonly facet: "attribute";
      readonly name: Constraint;
      readonly value: Constraint | undefined;
      readonly cardinality: Cardinality;
    }
  | {
      readonly facet: "property";
      readonly propertySet: Constraint;
      readonly baseName: Constraint;
      readonly dataType: string | undefined;
      readonly value: Constraint | undefined;
      readonly cardinality: Cardinality;
    }
  | {
      readonly facet: "classification";
      readonly system: Constraint;
      readonly value: Constraint | undefined;
      readonly cardinality: Cardinality;
    }
  | { readonly facet: "material"; readonly value: Constraint | undefined; readonly cardinality: Cardinality };

export type FacetName = Facet["facet"];

export interface EntityFacet {
  readonly facet: "entity";
  readonly name: Constraint;
  readonly predefinedType: Constraint | undefined;
}

/** What a value must be: one text, or whatever keeps a restriction of XML Schema. */
export type Constraint =
  | { readonly simple: string }
  | {
      readonly base: string;
      readonly enumeration: readonly string[];
      readonly pattern: readonly string[];
      /** Bounds and lengths as they are written, by their names in XML Schema. */
      readonly bounds: Readonly<Record<string, string>>;
    };

export const BOUNDS = ["minInclusive", "maxInclusive", "minExclusive", "maxExclusive"] as const;
export const LENGTHS = ["length", "minLength", "maxLength"] as const;

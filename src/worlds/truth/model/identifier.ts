/** A value by which an entity can be recognised, in its normalised form. */
export interface Identifier {
  readonly kind: "name" | "email" | "phone" | "domain" | "number" | "external";
  readonly value: string;
}

/** A value that JSON can carry. Absent keys are allowed so that typed objects fit without casts. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

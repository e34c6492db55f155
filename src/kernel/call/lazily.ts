/** Something that most calls never need. */
export interface Lazy<Value> {
  get(): Value;
  /** What was made, if anybody asked. */
  made(): Value | undefined;
}

export function lazily<Value>(make: () => Value): Lazy<Value> {
  let made: { readonly value: Value } | undefined;
  return {
    get() {
      made ??= { value: make() };
      return made.value;
    },
    made: () => made?.value,
  };
}

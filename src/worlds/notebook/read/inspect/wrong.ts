import type { Finding } from "../../../../kernel/index.ts";

/** Something that is wrong; of each kind the first in its collection is told. */
export interface Wrong extends Finding {
  readonly kind: string;
}

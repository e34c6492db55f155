import { refuse } from "../errors.ts";
import type { Truth } from "../truth.ts";

/** The contract lets a caller name its user, and refuses any other. */
export function requireOwnUser(truth: Truth, userId: string | undefined): void {
  if (userId !== undefined && userId !== truth.userId) {
    throw refuse("InvalidParams", "user_id does not match authenticated user", {
      problems: [{ path: "user_id", message: "must be left out, or be the id that get_authenticated_user answers" }],
    });
  }
}

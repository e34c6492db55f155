import { KernelError } from "../errors.ts";
import type { UserRole, UserState } from "./store/user-store.ts";

/** A user, without what proves who they are. */
export interface User {
  readonly name: string;
  readonly role: UserRole;
  readonly state: UserState;
  /** How they can sign in. */
  readonly signsInBy: readonly ("password" | "provider")[];
  readonly createdAt: number;
}

const NAME = /^[a-z0-9][a-z0-9._@+-]{0,63}$/;

/** A name that a user can have. It is the name of their log, so it never changes and no two look the same. */
export function requireUserName(name: string): string {
  if (NAME.test(name)) return name;
  throw new KernelError(
    "invalid_arguments",
    "A user's name has up to 64 of a-z, 0-9 and . _ @ + -, beginning with a letter or digit",
  );
}

const PASSWORD_CHARS_MIN = 10;
const PASSWORD_CHARS_MAX = 1000;

/** A password that may be set. Length is what protects; rules about signs only make people write it down. */
export function requirePassword(password: string): string {
  if (password.length >= PASSWORD_CHARS_MIN && password.length <= PASSWORD_CHARS_MAX) return password;
  throw new KernelError(
    "invalid_arguments",
    `A password has at least ${PASSWORD_CHARS_MIN} and at most ${PASSWORD_CHARS_MAX} characters`,
  );
}

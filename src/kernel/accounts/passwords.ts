import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";

/** What one hash costs: the least that OWASP recommends for argon2id, 19 MiB and two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const ARGON2ID = 2;
const SALT_BYTES = 16;
/** Hashes at once, and how many may wait: whoever sends many sign-ins must not fill the memory. */
const HASHES_AT_ONCE = 2;
const WAITING_MAX = 32;

/** Makes and checks password hashes, a few at a time and on threads of their own. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Whether it is the password; takes as long where there is none to compare with. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

export function createPasswords(env: Env): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];
  let nobodys: Promise<string> | undefined;

  async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    if (running >= HASHES_AT_ONCE) {
      if (waiting.length >= WAITING_MAX) {
        throw new KernelError("overloaded", "Too many people sign in at once", { retry_after_seconds: 5 });
      }
      await new Promise<void>((resolve) => void waiting.push(resolve));
    }
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  }

  function hash(password: string): Promise<string> {
    return inTurn(async () => {
      const { hash: argon2 } = await import("@node-rs/argon2");
      return argon2(password, { ...COST, algorithm: ARGON2ID, salt: env.randomBytes(SALT_BYTES) });
    });
  }

  return {
    hash,
    async matches(password, known) {
      nobodys ??= hash("nobody has this password");
      const compared = known ?? (await nobodys);
      const { verify } = await import("@node-rs/argon2");
      const isRight = await inTurn(() => verify(compared, password));
      return isRight && known !== null;
    },
  };
}

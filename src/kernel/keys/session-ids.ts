import { createHmac, timingSafeEqual } from "node:crypto";
import { join } from "node:path";
import type { Env } from "../env.ts";
import { isJsonObject } from "../json.ts";
import { secretFile } from "./secret-file.ts";

const KEY_BYTES = 32;
const RANDOM_BYTES = 18;
/** A header has room for this much; a client that says more of itself gets an id that only this process knows. */
const ID_CHARS_MAX = 2000;
/** So long may another process take a session over. */
const ADOPTED_FOR_MS = 24 * 60 * 60_000;

/** What a client said when it began, as it said it. */
type Began = Readonly<Record<string, unknown>>;

/** Whose session it is, at which server, and what its client said when it began. */
export interface SessionBeginning {
  readonly owner: readonly (string | null)[];
  readonly began: Began;
}

/**
 * Names sessions so that any process with the same data folder can go on with one that another began: the name holds how
 * it began, signed. Nobody can make one up, and it tells its client nothing that it did not say itself.
 */
export interface SessionIds {
  mint(beginning: SessionBeginning): Promise<string>;
  /** How a session began; undefined where nobody here named it so, or too long ago, or it is somebody else's. */
  read(id: string, owner: SessionBeginning["owner"]): Promise<Began | undefined>;
}

export function createSessionIds(keysFolder: string, env: Env): SessionIds {
  let key: Promise<Uint8Array> | undefined;
  const ready = () => {
    key ??= secretFile(join(keysFolder, "session.key"), () => env.randomBytes(KEY_BYTES), env);
    return key;
  };
  async function signatureOf(text: string, owner: SessionBeginning["owner"]): Promise<Buffer> {
    return createHmac("sha256", await ready())
      .update(JSON.stringify([owner, text]))
      .digest();
  }
  return {
    async mint({ owner, began }) {
      const random = Buffer.from(env.randomBytes(RANDOM_BYTES)).toString("base64url");
      const text = Buffer.from(JSON.stringify([random, env.now(), began])).toString("base64url");
      const id = `${text}.${(await signatureOf(text, owner)).toString("base64url")}`;
      return id.length > ID_CHARS_MAX ? random : id;
    },
    async read(id, owner) {
      const [text = "", signature = ""] = id.length > ID_CHARS_MAX ? [] : id.split(".");
      const given = Buffer.from(signature, "base64url");
      const right = await signatureOf(text, owner);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      const [, atMs, began] = JSON.parse(Buffer.from(text, "base64url").toString()) as unknown[];
      const isLate = typeof atMs !== "number" || env.now() - atMs > ADOPTED_FOR_MS;
      return isLate || !isJsonObject(began) ? undefined : began;
    },
  };
}

import { join } from "node:path";
import { createRequestStateCodec, type RequestStateCodec, type ServerContext } from "@modelcontextprotocol/server";
import type { Env } from "../../env.ts";
import { LOCAL_USER } from "../../identity/index.ts";
import type { Json } from "../../json.ts";
import { secretFile } from "../../keys/index.ts";

const STATE_TTL_S = 600;
const KEY_BYTES = 32;

/** Signs what clients carry for us between two tries of one call. They can read it and cannot change it. */
export interface StateSeal {
  mint(payload: Json, context: ServerContext): Promise<string>;
  verify(state: string, context: ServerContext): Promise<unknown>;
}

/** The key lies in the data folder, so that another process may finish what this one began. It is made when first needed. */
export function createStateSeal(keysFolder: string, env: Env): StateSeal {
  let codec: Promise<RequestStateCodec> | undefined;
  const ready = () => {
    codec ??= secretFile(join(keysFolder, "request-state.key"), () => env.randomBytes(KEY_BYTES), env).then((key) =>
      createRequestStateCodec({ key, ttlSeconds: STATE_TTL_S, bind: boundTo }),
    );
    return codec;
  };
  return {
    mint: async (payload, context) => (await ready()).mint(payload, context),
    verify: async (state, context) => (await ready()).verify(state, context),
  };
}

/** State of one user or method is worthless to another, whichever client either of them uses. */
function boundTo({ mcpReq, http }: ServerContext): string {
  const user = http?.authInfo?.extra?.user;
  return JSON.stringify([mcpReq.method, typeof user === "string" ? user : LOCAL_USER]);
}

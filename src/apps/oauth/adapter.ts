import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider";
import { errors } from "oidc-provider";
import type { Accounts } from "../../kernel/accounts/index.ts";
import type { JsonObject } from "../../kernel/serve.ts";

/** Keeps what the authorization server remembers in our database, for all its processes. */
export function createAdapter({ artifacts }: Accounts): AdapterFactory {
  return (model): Adapter => ({
    find: (id) => artifacts.find(model, id) as Promise<AdapterPayload | undefined>,
    findByUid: (uid) => artifacts.findByUid(model, uid) as Promise<AdapterPayload | undefined>,
    // Asked for by devices without a browser, which are off.
    findByUserCode: async () => undefined,
    upsert: (id, payload, expiresIn) => artifacts.upsert(model, id, payload as unknown as JsonObject, expiresIn),
    async consume(id) {
      // The server has looked before, but others look at the same time: only the database tells who was first.
      if (!(await artifacts.consume(model, id))) throw new errors.InvalidGrant("already used");
    },
    destroy: (id) => artifacts.destroy(model, id),
    revokeByGrantId: (grantId) => artifacts.revokeByGrant(model, grantId),
  });
}

import { sha256 } from "../canonical-json.ts";

/** No capitals: some disks hold `Ada` and `ada` for one name. */
const PLAIN = /^[a-z0-9][a-z0-9_-]{0,63}$/;
/** What lies beside the folders of tenants, and names that some systems keep for themselves. */
const TAKEN = /^(incoming|sha256|con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/**
 * The folder of one tenant below the root of blobs: its id where that is a plain name, else the hash of the id behind a
 * tilde, with which no plain name begins. So any id has a folder, and no two have the same.
 */
export function tenantFolder(tenant: string): string {
  return PLAIN.test(tenant) && !TAKEN.test(tenant) ? tenant : `~${sha256(tenant)}`;
}

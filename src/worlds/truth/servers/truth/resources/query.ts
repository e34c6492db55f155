import { z } from "zod";

/** What the address of a collection may ask for. */
export interface Asked {
  readonly limit: number;
  readonly offset: number;
  readonly sort: string | undefined;
  readonly order: "asc" | "desc" | undefined;
  readonly entity_type: string | undefined;
  readonly relationship_type: string | undefined;
  readonly user_id: string | undefined;
}

const LIMIT = 100;

const Parameters = z.strictObject({
  limit: z.coerce.number().int().min(1).max(1000).default(LIMIT),
  offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  sort: z.string().max(100).optional(),
  order: z.enum(["asc", "desc"]).optional(),
  entity_type: z.string().max(100).optional(),
  relationship_type: z.string().max(100).optional(),
  user_id: z.string().max(200).optional(),
});

/** An address in its parts. The query is read apart from the path: what is wrong with it belongs into the answer. */
export function readAddress(uri: string): { path: string; parameters: URLSearchParams } | undefined {
  const [, path = "", search = ""] = /^neotoma:\/\/([^?#]*)(?:\?([^#]*))?$/.exec(uri) ?? [];
  return path === "" ? undefined : { path, parameters: new URLSearchParams(search) };
}

/** The parameters, or what is wrong with them, by name. */
export function readQuery(parameters: URLSearchParams): { asked: Asked } | { problem: string } {
  const given = Object.fromEntries(parameters);
  const repeated = [...new Set(parameters.keys())].find((name) => parameters.getAll(name).length > 1);
  if (repeated !== undefined) return { problem: "A parameter is given twice." };
  const parsed = Parameters.safeParse(given);
  if (parsed.success) {
    const { sort, order, entity_type, relationship_type, user_id, ...page } = parsed.data;
    return { asked: { ...page, sort, order, entity_type, relationship_type, user_id } };
  }
  const names = parsed.error.issues.map(({ path }) => path.join(".")).filter((name) => name !== "");
  const known = Object.keys(Parameters.shape).join(", ");
  return { problem: `Wrong parameters: ${[...new Set(names)].join(", ") || "unknown names"}. Known are ${known}.` };
}

import type { TestKernel } from "../kit/kernel.ts";

export type Arguments = Record<string, unknown>;

/** Whose what a server keeps is. A server without its line turns the matrix red. */
export const OWNERS: Readonly<Record<string, "user" | "installation">> = {
  conformance: "user",
  instructions: "installation",
  notebook: "installation",
  truth: "user",
};

/** Stands in everything that the owner stores, and in nothing else. */
export const CANARY = "quaggacanary";

/** What the owner has: the ids of it, by the names that arguments have. */
export async function fillFor(kernel: TestKernel, user: string): Promise<Record<string, string>> {
  const entities = [
    { entity_type: "company", name: `${CANARY} one`, email: `${CANARY}@example.com` },
    { entity_type: "company", name: `${CANARY} two` },
  ];
  const call = (name: string, args: Arguments) => kernel.callTool(name, args, { server: "truth", user });
  const stored = (await call("store_structured", { entities, idempotency_key: CANARY })) as unknown as {
    structuredContent: { source_id: string; entities: { entity_id: string; observation_id: string }[] };
  };
  const [one, two] = stored.structuredContent.entities;
  if (one === undefined || two === undefined) throw new Error("the owner could store nothing");
  await call("create_relationship", {
    relationship_type: "PART_OF",
    source_entity_id: one.entity_id,
    target_entity_id: two.entity_id,
  });
  await kernel.callTool("test_write", { text: CANARY }, { server: "conformance", user });
  return {
    entity_id: one.entity_id,
    node_id: one.entity_id,
    from_entity_id: one.entity_id,
    source_entity_id: one.entity_id,
    to_entity_id: two.entity_id,
    target_entity_id: two.entity_id,
    observation_ids: one.observation_id,
    source_id: stored.structuredContent.source_id,
    id: one.entity_id,
  };
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

const COMPANY = [{ entity_type: "company", name: "plain" }];

/** Where a schema does not tell what a tool takes. */
const SAID: Readonly<Record<string, Arguments>> = {
  "truth/store": { entities: COMPANY },
  "truth/store_structured": { entities: COMPANY },
  "truth/store_unstructured": { file_content: Buffer.from("plain").toString("base64"), mime_type: "text/plain" },
};

/** Arguments that a tool takes, made from its own schema: ids are the owner's, all else is plain. */
export function argumentsFor(
  server: string,
  tool: { readonly name: string; readonly effect: string; readonly input: unknown },
  ids: Readonly<Record<string, string>>,
  key: string,
): Arguments {
  const schema = schemaOf(tool.input);
  const wanted = Object.keys(schema.properties ?? {}).filter(
    (name) => schema.required?.includes(name) === true || Object.hasOwn(ids, name),
  );
  const made = Object.fromEntries(
    wanted.map((name) => [name, sample(schema.properties?.[name] ?? {}, name, ids, key, server)]),
  );
  return { ...made, ...SAID[`${server}/${tool.name}`] };
}

function sample(
  schema: Schema,
  name: string,
  ids: Readonly<Record<string, string>>,
  key: string,
  server: string,
): unknown {
  if (name === "idempotency_key") return `${server} ${key}`;
  if (name === "field") return "name";
  if (name === "entity_type") return "company";
  if (name === "relationship_type") return "PART_OF";
  const known = ids[name];
  if (known !== undefined) return schema.type === "array" ? [known] : known;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return sample(schema.anyOf[0] ?? {}, name, ids, key, server);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "array") return [sample(schema.items ?? {}, name, ids, key, server)];
  if (type === "object") {
    const required = schema.required ?? [];
    return Object.fromEntries(required.map((of) => [of, sample(schema.properties?.[of] ?? {}, of, ids, key, server)]));
  }
  if (type === "integer" || type === "number") return Math.max(1, schema.minimum ?? 1);
  if (type === "boolean") return false;
  return "plain";
}

function schemaOf(input: unknown): Schema {
  const { toJSONSchema } = input as { toJSONSchema?: () => Schema };
  if (typeof toJSONSchema === "function") return toJSONSchema.call(input);
  throw new Error("a tool's input is no schema");
}

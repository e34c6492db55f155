import { z } from "zod";
import { KernelError } from "../errors.ts";
import { PERMISSIONS } from "../permission.ts";

const Names = z.array(z.string().min(1).max(200)).max(1000);
const Corner = z.array(z.number()).min(2).max(3);
const Count = z.int().min(0).max(1_000_000_000);

/** Where a permission holds; what is left out is not limited. Names take `*` for any letters. */
export const PermissionScope = z.strictObject({
  servers: Names.optional(),
  categories: Names.optional(),
  levels: Names.optional(),
  regions: z
    .array(z.strictObject({ min: Corner, max: Corner }))
    .max(1000)
    .optional(),
  branch_patterns: Names.optional(),
  entity_types: Names.optional(),
  collections: Names.optional(),
});

/** What the operator says of an agent or a person. What is left out is as the record of all agents has it, then as usual. */
export const PermissionRecord = z.strictObject({
  /** Absent: everything is allowed. A permission that is not named is not given. */
  permissions: z.partialRecord(z.enum(PERMISSIONS), PermissionScope).optional(),
  /** Kinds of entries, and tools as `tool` or `server/tool`, that need a person's approval. */
  requires_approval: Names.optional(),
  /** Whether destructive and bulk calls need one; as the server has it unless said. */
  approvals: z.enum(["on", "off"]).optional(),
  /** Whether the person at the client may answer there. */
  approve_in_client: z.boolean().optional(),
  /** How long an approval may be given and used. */
  approval_minutes: z.int().min(1).max(43_200).optional(),
  /** A call that touches more than this is a bulk call. */
  bulk_over: Count.optional(),
  max_elements_per_operation: Count.optional(),
  max_operations_per_session: Count.optional(),
  calls_per_minute: Count.optional(),
  /** What holds when dry_run is left out: everywhere, or server by server. */
  dry_run: z.union([z.boolean(), z.record(z.string(), z.boolean())]).optional(),
});

export type PermissionScope = z.infer<typeof PermissionScope>;
export type PermissionRecord = z.infer<typeof PermissionRecord>;

/** Of whom a record speaks: an agent (`*` is all that have none), perhaps only with one user; or a person. */
export type Subject = { readonly agent: string; readonly user?: string | undefined } | { readonly person: string };

const NAME_CHARS_MAX = 200;

/** The two names a record is kept under. */
export function keyOf(subject: Subject): { readonly agent: string; readonly for_user: string } {
  if ("person" in subject) return { agent: "", for_user: subject.person };
  return { agent: subject.agent, for_user: subject.user ?? "" };
}

export function subjectOf({ agent, for_user }: ReturnType<typeof keyOf>): Subject {
  if (agent === "") return { person: for_user };
  return for_user === "" ? { agent } : { agent, user: for_user };
}

/** Reads what the operator wrote, or says which part of it is wrong. */
export function readRecord(subject: Subject, given: unknown): PermissionRecord {
  const { agent, for_user } = keyOf(subject);
  const isNamed = (agent === "" ? for_user : agent) !== "";
  if (!isNamed || Math.max(agent.length, for_user.length) > NAME_CHARS_MAX) {
    throw new KernelError("invalid_arguments", "Permissions are of an agent or a person, by name");
  }
  const parsed = PermissionRecord.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const keys = issue?.code === "unrecognized_keys" ? [issue.keys[0] ?? ""] : [];
  const path = [...(issue?.path ?? []), ...keys].map(String).join(".");
  throw new KernelError("invalid_arguments", `The permissions are wrong at ${path || "the top"}`, {
    problem: issue?.message ?? "not understood",
  });
}

import { z } from "zod";
import { defineServer, defineTool, query, type Scope } from "../../src/kernel/index.ts";
import { defineTestWorld } from "./worlds.ts";

interface Yard {
  readonly scope: Scope;
}

const Names = z.array(z.string());

async function countOf({ sql, caller }: Scope): Promise<number> {
  const row = await sql.first<{ n: number }>(
    query`select count(*) as n from yard_post where tenant_id = ${caller.tenant}`,
  );
  return Number(row?.n ?? 0);
}

const count = defineTool({
  name: "count_posts",
  title: "Count",
  description: "Counts all posts.",
  effect: "read",
  input: z.object({}),
  output: z.object({ posts: z.int() }),
  run: async (_input, { scope }: Yard) => ({ posts: await countOf(scope) }),
});

const look = defineTool({
  name: "look_at_posts",
  title: "Look",
  description: "Counts the posts of one kind.",
  effect: "read",
  input: z.object({ category: z.string() }),
  output: z.object({ posts: z.int() }),
  touches: ({ category }) => ({ categories: [category] }),
  run: async (_input, { scope }: Yard) => ({ posts: await countOf(scope) }),
});

const set = defineTool({
  name: "set_posts",
  title: "Set posts",
  description: "Sets posts of one kind, each as an entry of its own.",
  effect: "write",
  permission: "CREATE",
  budget: { name: "yard", callsPerMinute: 0 },
  input: z.object({ names: Names, category: z.string().default("Oak") }),
  output: z.object({ posts: z.int() }),
  async run({ names, category }, { scope }: Yard) {
    for (const name of names) await scope.record({ kind: "post.set", payload: { name, category } });
    return { posts: await countOf(scope) };
  },
});

const paint = defineTool({
  name: "paint_posts",
  title: "Paint posts",
  description: "Paints; says nothing of what it needs.",
  effect: "write",
  input: z.object({}),
  output: z.object({ posts: z.int() }),
  async run(_input, { scope }: Yard) {
    await scope.record({ kind: "post.painted", payload: { name: "all", category: "Oak" } });
    return { posts: await countOf(scope) };
  },
});

const pull = defineTool({
  name: "pull_posts",
  title: "Pull posts",
  description: "Removes posts.",
  effect: "destructive",
  input: z.object({ names: Names }),
  output: z.object({ posts: z.int() }),
  async run({ names }, { scope }: Yard) {
    for (const name of names) await scope.record({ kind: "post.pulled", payload: { name, category: "Oak" } });
    return { posts: await countOf(scope) };
  },
});

const pullThere = defineTool({
  name: "tidy",
  title: "Tidy",
  description: "Pulls one post through the yard.",
  effect: "write",
  input: z.object({ name: z.string() }),
  output: z.object({ posts: z.int() }),
  run: async ({ name }, { scope }: Yard) =>
    (await scope.call("yard", "pull_posts", { names: [name] })) as { posts: number },
});

const resources = {
  templates: [],
  list: () => ({ items: [{ uri: "yard://posts", name: "posts" }] }),
  read: (uri: string) => (uri === "yard://posts" ? { contents: [{ uri, text: "posts" }] } : undefined),
  changedBy: () => [],
};

/** A world whose server asks for approvals by itself, as those of buildings do, and knows what its entries touch. */
export const yard = defineTestWorld<Yard>({
  name: "yard",
  servers: [
    defineServer<Yard>({
      name: "yard",
      title: "Yard",
      instructions: "Posts.",
      gates: { approvals: "on", elementsPerOperation: 100 },
      takes: { dry_run: "off", reasoning: "optional", approval_id: "optional", agent_id: "optional" },
      tools: [count, look, set, paint, pull],
      resources,
    }),
    defineServer<Yard>({ name: "shed", title: "Shed", instructions: "A front door.", tools: [pullThere, pull, set] }),
    defineServer<Yard>({
      name: "attic",
      title: "Attic",
      instructions: "Never asks.",
      gates: { approvals: "never" },
      tools: [pull, set],
    }),
  ],
  migrations: [
    {
      name: "yard-001-post",
      up: (schema, { text }) => [
        schema
          .createTable("yard_post")
          .addColumn("tenant_id", text, (column) => column.notNull())
          .addColumn("name", text, (column) => column.notNull())
          .addPrimaryKeyConstraint("yard_post_key", ["tenant_id", "name"]),
      ],
    },
  ],
  projections: [{ table: "yard_post", columns: ["tenant_id", "name"], orderBy: ["tenant_id", "name"] }],
  open: (scope) => ({ scope }),
  touches(event) {
    const { name, category } = event.payload as { name: string; category: string };
    return { elements: 1, ids: [name], categories: [category] };
  },
  async apply(event, sql) {
    const { name } = event.payload as { name: string };
    if (event.kind === "post.set") {
      await sql.run(query`insert into yard_post (tenant_id, name) values (${event.tenant}, ${name})
        on conflict (tenant_id, name) do nothing`);
    }
    if (event.kind === "post.pulled") {
      await sql.run(query`delete from yard_post where tenant_id = ${event.tenant} and name = ${name}`);
    }
  },
});

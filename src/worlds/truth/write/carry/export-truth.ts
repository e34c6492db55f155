import { type ImportHost, type JsonObject, makeFolder } from "../../../../kernel/index.ts";
import { writeNew } from "../../files/walk-folder.ts";
import { type Entity, isLive } from "../../model/entity.ts";
import type { Observation } from "../../model/observation.ts";
import { shown } from "../../model/reduce/shown.ts";
import type { Relationship } from "../../model/relationship.ts";
import { schemaFor } from "../../model/schema/built-in.ts";
import type { Source } from "../../model/source.ts";
import { isoTime } from "../../model/time.ts";
import { Stores } from "../../store/stores.ts";
import type { Lifetime } from "../../truth.ts";

const AT_ONCE = 500;

/** All that is known, on one snapshot. */
interface Everything {
  readonly sources: readonly Source[];
  readonly entities: readonly Entity[];
  readonly observations: readonly Observation[];
  readonly relationships: readonly Relationship[];
}

async function readEverything(host: ImportHost): Promise<Everything> {
  return host.derive(async ({ sql }) => {
    const stores = new Stores(sql, host.tenant);
    const page = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };
    const sources = await stores.sources.page({ sort: "id", order: "asc", ...page });
    const entities: Entity[] = [];
    for (let after = ""; ; after = entities.at(-1)?.id ?? "") {
      const some = await stores.entities.knownAfter(after, {}, undefined, AT_ONCE);
      entities.push(...some);
      if (some.length < AT_ONCE) break;
    }
    const observations: Observation[] = [];
    for (const [index, { id }] of entities.entries()) {
      for await (const one of stores.observations.each(id)) observations.push(one);
      host.progress(index + 1, entities.length, "entities");
    }
    const relationships = await stores.relationships.pageOfAll(undefined, { sort: "id", order: "asc", ...page });
    return { sources, entities, observations, relationships };
  });
}

/** One JSON object a line: sources, entities, what was observed of them, and how they hang together. */
export async function exportNdjson(_lifetime: Lifetime, path: string, host: ImportHost): Promise<string> {
  const all = await readEverything(host);
  const lines = [
    ...all.sources.map(({ position: _position, ...source }) => ({ source })),
    ...all.entities.map((entity) => ({ entity: { id: entity.id, ...stateOf(entity), ...fieldsOf(entity) } })),
    ...all.observations.map(({ position: _position, ...observation }) => ({ observation })),
    ...all.relationships.map((relationship) => ({ relationship })),
  ];
  await writeNew(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return told(all, path);
}

function stateOf({ entity_type, canonical_name, merged_to, provenance, last_observed_at }: Entity) {
  return { entity_type, canonical_name, merged_to, provenance, last_observed_at: isoTime(last_observed_at) };
}

/** All that is shown of an entity, fields of its schema and others alike. */
function fieldsOf(entity: Entity): { readonly fields: JsonObject } {
  const { snapshot, raw_fragments = {} } = shown(schemaFor(entity.entity_type), entity);
  return { fields: { ...raw_fragments, ...snapshot } };
}

/** A folder of Markdown files, one an entity, with what is known of it as front matter. */
export async function exportMarkdown(_lifetime: Lifetime, path: string, host: ImportHost): Promise<string> {
  const all = await readEverything(host);
  await makeFolder(path);
  const names = new Map(all.entities.map(({ id, canonical_name }) => [id, canonical_name]));
  const live = all.entities.filter(isLive);
  for (const entity of live) await writeNew(`${path}/${fileName(entity)}`, page(entity, all.relationships, names));
  return told(all, path);
}

function fileName({ entity_type, canonical_name, id }: Entity): string {
  const words = canonical_name.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60);
  return `${entity_type}-${words.replace(/^-+|-+$/g, "") || "unnamed"}-${id.slice(-8)}.md`;
}

function page(entity: Entity, relationships: readonly Relationship[], names: ReadonlyMap<string, string>): string {
  const { content, ...fields } = fieldsOf(entity).fields;
  // JSON is YAML: whatever a value holds, it stands on its line.
  const matter = Object.entries({ id: entity.id, entity_type: entity.entity_type, ...fields }).map(
    ([name, value]) => `${/^[\w-]+$/.test(name) ? name : JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  const own = relationships.filter(({ source_entity_id }) => source_entity_id === entity.id);
  const links = own.map(
    ({ relationship_type, target_entity_id: to }) =>
      `- ${relationship_type.toLowerCase()} [[${(names.get(to) ?? to).replace(/[[\]\r\n]/g, " ")}]]`,
  );
  const body = [typeof content === "string" ? content : `# ${entity.canonical_name}`, ...links].join("\n");
  return `---\n${matter.join("\n")}\n---\n${body}\n`;
}

/** A graph that other programs draw and count: entities as nodes, relationships as edges. */
export async function exportGraphml(_lifetime: Lifetime, path: string, host: ImportHost): Promise<string> {
  const all = await readEverything(host);
  const nodes = all.entities
    .filter(isLive)
    .map(
      (entity) =>
        `<node id="${entity.id}"><data key="type">${xml(entity.entity_type)}</data><data key="name">${xml(entity.canonical_name)}</data><data key="fields">${xml(JSON.stringify(fieldsOf(entity).fields))}</data></node>`,
    );
  const edges = all.relationships.map(
    ({ id, source_entity_id, target_entity_id, relationship_type }) =>
      `<edge id="${xml(id)}" source="${source_entity_id}" target="${target_entity_id}"><data key="relation">${relationship_type}</data></edge>`,
  );
  const keys = [
    ...["type", "name", "fields"].map((key) => `<key id="${key}" for="node" attr.name="${key}" attr.type="string"/>`),
    '<key id="relation" for="edge" attr.name="relation" attr.type="string"/>',
  ];
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...keys,
    '<graph id="truth" edgedefault="directed">',
    ...nodes,
    ...edges,
    "</graph>",
    "</graphml>",
  ];
  await writeNew(path, `${lines.join("\n")}\n`);
  return told(all, path);
}

/** Control characters are in no XML, however they are written. */
function xml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that may not stand there.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
  );
}

function told({ sources, entities, observations, relationships }: Everything, path: string): string {
  return `truth: ${entities.length} entities, ${observations.length} observations, ${relationships.length} relationships and ${sources.length} sources in ${path}`;
}

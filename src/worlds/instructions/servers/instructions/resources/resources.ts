import type { Resource } from "@modelcontextprotocol/server";
import type { Event, Page, Resources } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { changedIds } from "../../../model/changes.ts";
import { projectGovernance } from "../../../model/hashes.ts";
import { pageAfter } from "../../../model/paging.ts";
import { readEntries } from "../../../read/read-entries.ts";
import { withUsage } from "../../../read/with-usage.ts";
import { CATALOG, ENTRY, GOVERNANCE } from "./uris.ts";

const FIXED: readonly Resource[] = [
  {
    uri: CATALOG,
    name: "catalog",
    description: "Every instruction without its body, and the hash of the catalog.",
    mimeType: "application/json",
  },
  {
    uri: GOVERNANCE,
    name: "governance",
    description: "The governance of every instruction, and its hash.",
    mimeType: "application/json",
  },
];

async function list(instructions: Instructions, cursor: string | undefined): Promise<Page<Resource>> {
  const entries = await readEntries(instructions);
  const { page, next } = pageAfter(entries.all(), cursor);
  const items = page.map(({ id, title, semanticSummary }) => ({
    uri: `${ENTRY}${id}`,
    name: id,
    title,
    description: semanticSummary,
    mimeType: "application/json",
  }));
  return { items: cursor === undefined ? [...FIXED, ...items] : items, ...next };
}

async function read(uri: string, instructions: Instructions) {
  if (uri !== CATALOG && uri !== GOVERNANCE && !uri.startsWith(ENTRY)) return undefined;
  const entries = await readEntries(instructions);
  if (uri === CATALOG) {
    const items = entries.all().map(({ body, ...rest }) => rest);
    return json(uri, { hash: entries.hash(), count: items.length, items });
  }
  if (uri === GOVERNANCE) {
    const items = entries.all().map(projectGovernance);
    return json(uri, { count: items.length, governanceHash: entries.governanceHash(), items });
  }
  const entry = entries.get(uri.slice(ENTRY.length));
  return entry && json(uri, withUsage(instructions)(entry));
}

function json(uri: string, value: unknown) {
  return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify(value) }] };
}

export const resources: Resources<Instructions> = {
  templates: [
    {
      uriTemplate: `${ENTRY}{id}`,
      name: "entry",
      description: "One instruction, whole.",
      mimeType: "application/json",
    },
  ],
  list,
  read,
  changedBy(event: Event) {
    const ids = changedIds(event);
    return ids === undefined ? [] : [CATALOG, GOVERNANCE, ...ids.map((id) => `${ENTRY}${id}`)];
  },
  // The list shows titles and summaries, which a change may touch as well.
  listedBy: (event) => (changedIds(event) === undefined ? [] : [`${ENTRY}*`]),
};

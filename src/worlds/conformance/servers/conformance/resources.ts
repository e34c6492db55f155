import type { ReadResourceResult, Resource } from "@modelcontextprotocol/server";
import type { Resources } from "../../../../kernel/index.ts";
import type { Conformance } from "../../conformance.ts";
import { RED_PIXEL_PNG } from "../../model/media.ts";
import { NOTE_WRITTEN } from "../../model/note.ts";

const STATIC_TEXT = "test://static-text";
const STATIC_BINARY = "test://static-binary";
const WATCHED = "test://watched-resource";
const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

const LISTED: readonly Resource[] = [
  { uri: STATIC_TEXT, name: "static-text", description: "A text that never changes.", mimeType: "text/plain" },
  { uri: STATIC_BINARY, name: "static-binary", description: "A picture of one pixel.", mimeType: "image/png" },
  { uri: WATCHED, name: "watched", description: "How many notes there are.", mimeType: "text/plain" },
];

async function read(uri: string, { notes }: Conformance): Promise<ReadResourceResult | undefined> {
  if (uri === STATIC_TEXT) return textContents(uri, "text/plain", "This is the content of the static text resource.");
  if (uri === STATIC_BINARY) return { contents: [{ uri, mimeType: "image/png", blob: RED_PIXEL_PNG }] };
  if (uri === WATCHED) return textContents(uri, "text/plain", `Notes: ${await notes.count()}`);
  const id = TEMPLATE.exec(uri)?.[1];
  if (id === undefined) return undefined;
  return textContents(uri, "application/json", JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }));
}

function textContents(uri: string, mimeType: string, text: string): ReadResourceResult {
  return { contents: [{ uri, mimeType, text }] };
}

export const resources: Resources<Conformance> = {
  templates: [
    {
      uriTemplate: "test://template/{id}/data",
      name: "template",
      description: "Data made from the id in the address.",
      mimeType: "application/json",
    },
  ],
  list: () => ({ items: LISTED }),
  read,
  changedBy: (event) => (event.kind === NOTE_WRITTEN ? [WATCHED] : []),
};

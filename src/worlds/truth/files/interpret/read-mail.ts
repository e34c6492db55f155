import type { MailAttachment, MailFile } from "../../../../kernel/index.ts";
import type { Place, SourceText } from "../places.ts";
import { type Findings, type Said, say } from "./findings.ts";
import { warnIfAddressed } from "./read-text.ts";

const PEOPLE_MAX = 50;
/** Rows of one attached table that are linked to the mail; they all have the same source. */
const EMBEDDED_MAX = 50;

/** Reads an attached file into the findings of its mail; answers with the row it mostly comes to, or those of a table. */
export type ReadAttached = (
  attached: { readonly content: Buffer; readonly type: string; readonly name: string | null },
  part: string,
) => Promise<readonly number[] | undefined>;

/** Reads a mail: who wrote to whom, when and what; whoever is named in it; and each file attached to it. */
export async function readMail(
  found: Findings,
  mail: MailFile,
  body: SourceText,
  headersPart: string,
  readAttached: ReadAttached,
) {
  const headers = headersOf(mail, headersPart);
  warnIfAddressed(found, body);
  const row = found.add("email", [
    header(headers, "Subject", "subject"),
    header(headers, "From", "from"),
    header(
      headers,
      "To",
      "to",
      mail.to.map(({ address }) => address),
    ),
    header(
      headers,
      "Cc",
      "cc",
      mail.cc.map(({ address }) => address),
    ),
    mail.date === null ? undefined : header(headers, "Date", "sent_at", mail.date),
    header(headers, "Message-ID", "message_id"),
    header(headers, "In-Reply-To", "in_reply_to"),
    header(headers, "Reply-To", "reply_to"),
    header(
      headers,
      "Bcc",
      "bcc",
      (mail.bcc ?? []).map(({ address }) => address),
    ),
    say("body", body, 0, body.text.length),
    attachments(headers, mail.attachments),
  ]);
  addPeople(found, headers, mail, row);
  for (const [index, one] of mail.attachments.entries()) {
    if (one.content === undefined) continue;
    const content = Buffer.from(one.content, "base64");
    const attached = { content, type: one.mimeType, name: one.name };
    const inside = await readAttached(attached, `attachment ${index + 1}`);
    for (const one of inside?.slice(0, EMBEDDED_MAX) ?? []) found.link("EMBEDS", row, one);
  }
  if (mail.leftOut > 0) {
    const message = "The mail is kept whole; of its parts as many were read as one mail is read for.";
    found.warn({ code: "PARTS_LEFT_OUT", message, details: { left_out: mail.leftOut } });
  }
}

interface Headers {
  readonly text: SourceText;
  readonly at: ReadonlyMap<string, Place>;
}

/** Headers as they read, one a line, and below them what is attached. */
function headersOf({ headers, attachments: attached }: MailFile, part: string): Headers {
  const at = new Map<string, { start: number; end: number }>();
  let text = "";
  const add = (name: string, value: string) => {
    const start = text.length + name.length + 2;
    at.set(name, { start, end: start + value.length });
    text += `${name}: ${value}\n`;
  };
  for (const { name, value } of headers) add(name, value.toWellFormed());
  attached.forEach(({ name, mimeType, bytes }, index) => {
    add(
      `Attachment ${index + 1}`,
      `${name ?? "unnamed"} (${mimeType}, ${bytes} bytes)`.replace(/[\s\0]+/g, " ").toWellFormed(),
    );
  });
  const source = { part, text };
  return { text: source, at: new Map(Array.from(at, ([name, place]) => [name, { text: source, ...place }])) };
}

function header({ at, text }: Headers, name: string, field: string, value?: string | string[]): Said | undefined {
  const place = at.get(name);
  if (place === undefined || (Array.isArray(value) && value.length === 0)) return undefined;
  return { field, value: value ?? text.text.slice(place.start, place.end), places: [place] };
}

function attachments({ at }: Headers, all: readonly MailAttachment[]): Said | undefined {
  if (all.length === 0) return undefined;
  return {
    field: "attachments",
    value: all.map(({ name, mimeType, bytes }) => ({
      name: name?.replaceAll("\0", "").toWellFormed() ?? null,
      mime_type: mimeType,
      bytes,
    })),
    places: all.flatMap((_one, index) => at.get(`Attachment ${index + 1}`) ?? []),
  };
}

function addPeople(found: Findings, headers: Headers, mail: MailFile, row: number): void {
  const seen = new Set<string>();
  for (const [name, people] of [
    ["From", mail.from],
    ["To", mail.to],
    ["Cc", mail.cc],
    ["Bcc", mail.bcc ?? []],
  ] as const) {
    const line = headers.at.get(name);
    if (line === undefined) continue;
    for (const { name: called, address } of people) {
      if (seen.has(address.toLowerCase()) || seen.size >= PEOPLE_MAX) continue;
      seen.add(address.toLowerCase());
      const within = (field: string, words: string) => {
        const at = words === "" ? -1 : headers.text.text.slice(line.start, line.end).indexOf(words);
        return at === -1 ? undefined : say(field, headers.text, line.start + at, line.start + at + words.length);
      };
      found.link("REFERS_TO", row, found.add("contact", [within("name", called), within("email", address)]));
    }
  }
}

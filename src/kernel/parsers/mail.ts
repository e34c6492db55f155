import PostalMime, { type Address } from "postal-mime";
import type { MailAttachment, Mailbox, MailFile, TextProperty } from "../text-files.ts";

/** A mail may be built of parts within parts without end; people write none that is deeper. */
const NESTING_MAX = 32;
const MESSAGES_NESTING_MAX = 4;
/** Attachments that are named, and looked into where they are not too large. */
const ATTACHMENTS_MAX = 100;
const ATTACHED_BYTES_MAX = 6 * 1024 * 1024;
const HEADERS_SHOWN = ["From", "Reply-To", "To", "Cc", "Bcc", "Subject", "Date", "Message-ID", "In-Reply-To"];

export async function parseMail(bytes: Uint8Array): Promise<MailFile> {
  const mail = await PostalMime.parse(withoutEnvelope(bytes), {
    maxNestingDepth: NESTING_MAX,
    maxRfc822NestingDepth: MESSAGES_NESTING_MAX,
    attachmentEncoding: "arraybuffer",
    // A mail in a mail is one of its own: its words are not those of who sent it on.
    forceRfc822Attachments: true,
  });
  // What has no header of its own is no mail, whatever the parser makes of it.
  if (mail.headers.length === 0) throw new TypeError("no headers");
  const [from, to, cc] = [mailboxes(mail.from && [mail.from]), mailboxes(mail.to), mailboxes(mail.cc)];
  const bcc = mailboxes(mail.bcc);
  let room = ATTACHED_BYTES_MAX;
  const attachments = mail.attachments.slice(0, ATTACHMENTS_MAX).map((one): MailAttachment => {
    const content = Buffer.from(one.content as ArrayBuffer);
    const fits = content.length <= room;
    if (fits) room -= content.length;
    return {
      name: one.filename,
      mimeType: one.mimeType,
      bytes: content.length,
      ...(fits && { content: content.toString("base64") }),
    };
  });
  const text = mail.text ?? "";
  return {
    headers: headersShown({
      From: listed(from),
      "Reply-To": listed(mailboxes(mail.replyTo)),
      To: listed(to),
      Cc: listed(cc),
      Bcc: listed(bcc),
      Subject: mail.subject,
      Date: mail.headers.find(({ key }) => key === "date")?.value,
      "Message-ID": mail.messageId,
      "In-Reply-To": mail.inReplyTo,
    }),
    from,
    to,
    cc,
    bcc,
    date: isTime(mail.date) ? mail.date : null,
    text,
    html: text.trim() === "" ? (mail.html ?? "") : "",
    attachments,
    leftOut: Math.max(0, mail.attachments.length - ATTACHMENTS_MAX),
  };
}

/** A mail that was taken out of a mailbox file still begins with the line that parted it from the one before. */
function withoutEnvelope(bytes: Uint8Array): Uint8Array {
  const head = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const [line] = /^From [^\r\n]*\r?\n/.exec(head) ?? [];
  return line === undefined ? bytes : bytes.subarray(line.length);
}

function isTime(date: string | undefined): date is string {
  return date !== undefined && /^\d{4}-\d\d-\d\dT/.test(date);
}

function mailboxes(addresses: readonly Address[] | undefined): Mailbox[] {
  return (addresses ?? [])
    .flatMap((one) => (one.group === undefined ? [one] : one.group))
    .filter(({ address }) => address !== "")
    .map(({ name, address }) => ({ name: oneLine(name), address: oneLine(address) }));
}

function listed(people: readonly Mailbox[]): string | undefined {
  if (people.length === 0) return undefined;
  return people.map(({ name, address }) => (name === "" ? address : `${name} <${address}>`)).join(", ");
}

function headersShown(found: Readonly<Record<string, string | undefined>>): TextProperty[] {
  return HEADERS_SHOWN.flatMap((name) => {
    const value = found[name];
    return value === undefined || value.trim() === "" ? [] : [{ name, value: oneLine(value) }];
  });
}

function oneLine(text: string): string {
  return text.replace(/[\s\0]+/g, " ").trim();
}

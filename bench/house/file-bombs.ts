import { callTruth } from "./ask.ts";
import type { Bomb } from "./bombs.ts";

const MB = 1_000_000;
const WORDS = "the barrel in the garden fills in one night of rain and empties in a dry week ";

function storing(name: string, mimeType: string, content: () => string): Bomb {
  return {
    name,
    async explode(url) {
      const file_content = Buffer.from(content()).toString("base64");
      await callTruth({ url }, "store_unstructured", { idempotency_key: name, file_content, mime_type: mimeType });
    },
  };
}

/** One piece after the other until there are so many bytes. */
function filled(bytes: number, piece: (n: number) => string): string {
  const pieces: string[] = [];
  for (let n = 0, length = 0; length < bytes; n += 1) {
    const next = piece(n);
    length += next.length;
    pieces.push(next);
  }
  return pieces.join("");
}

function table(bytes: number, cellChars: number): string {
  const cell = WORDS.repeat(Math.ceil(cellChars / WORDS.length)).slice(0, cellChars);
  return `name,city,note\n${filled(bytes, (n) => `Firm ${n},Town ${n % 97},"${cell}"\n`)}`;
}

function mail(bytes: number): string {
  const head = "From: Ada <ada@example.org>\r\nTo: Bob <bob@example.org>\r\nSubject: The barrel\r\n";
  const date = "Date: Mon, 4 Mar 2024 09:00:00 +0000\r\nMessage-ID: <a@example.org>\r\n";
  return `${head}${date}Content-Type: text/plain\r\n\r\n${filled(bytes, (n) => `${n} ${WORDS}\r\n`)}`;
}

function page(bytes: number): string {
  return `<html><title>Barrels</title><body>${filled(bytes, (n) => `<p><b>${n}</b> ${WORDS}</p>\n`)}</body></html>`;
}

function calendar(bytes: number): string {
  const event = (n: number) =>
    `BEGIN:VEVENT\r\nUID:${n}@example.org\r\nDTSTART:20240304T090000Z\r\nSUMMARY:Rain ${n}\r\nDESCRIPTION:${WORDS.repeat(40)}\r\nEND:VEVENT\r\n`;
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\n${filled(bytes, event)}END:VCALENDAR\r\n`;
}

function cards(bytes: number): string {
  return filled(
    bytes,
    (n) =>
      `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada ${n}\r\nEMAIL:ada${n}@example.org\r\nNOTE:${WORDS.repeat(40)}\r\nEND:VCARD\r\n`,
  );
}

function jsonRows(bytes: number): string {
  return filled(bytes, (n) => `${JSON.stringify({ id: n, city: `Town ${n % 97}`, note: WORDS.repeat(60) })}\n`);
}

/** Files that are read: each about as large as may be sent, or as dear. */
export const FILE_BOMBS: readonly Bomb[] = [
  storing("a table of 40 MB in 9 000 rows", "text/csv", () => table(40 * MB, 4400)),
  storing("a table of 40 MB in 2 M rows", "text/csv", () => filled(40 * MB, (n) => `Firm ${n},Town ${n % 97}\n`)),
  storing("a mail of 20 MB", "message/rfc822", () => mail(20 * MB)),
  storing("a page of 20 MB", "text/html", () => page(20 * MB)),
  storing("a calendar of 20 MB", "text/calendar", () => calendar(20 * MB)),
  storing("an address book of 20 MB", "text/vcard", () => cards(20 * MB)),
  storing("40 MB of JSON lines", "application/x-ndjson", () => jsonRows(40 * MB)),
  storing(
    "a JSON array of 40 MB",
    "application/json",
    () =>
      `[${jsonRows(40 * MB)
        .trim()
        .replaceAll("\n", ",")}]`,
  ),
];

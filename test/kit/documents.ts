import { strToU8, zipSync } from "fflate";
import { textPdf } from "./pdf.ts";

// Small files of every kind that is interpreted, written here so that each says something that can be looked for.

const MAIL = [
  "From: Ines Brandt <ines@brandt.example>",
  "To: Tom Weiss <tom@weiss.example>, office@weiss.example",
  "Subject: =?utf-8?q?Angebot_f=C3=BCr_K=C3=BCche?=",
  "Date: Tue, 03 Mar 2026 10:15:00 +0100",
  "Message-ID: <1@brandt.example>",
  "MIME-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="cut"',
  "",
  "--cut",
  "Content-Type: text/plain; charset=utf-8",
  "Content-Transfer-Encoding: quoted-printable",
  "",
  "Gr=C3=BC=C3=9Fe, die K=C3=BCche kostet 1.250,00 =E2=82=AC.",
  "--cut",
  'Content-Type: text/calendar; name="visit.ics"',
  'Content-Disposition: attachment; filename="visit.ics"',
  "",
  "BEGIN:VCALENDAR",
  "BEGIN:VEVENT",
  "SUMMARY:Measure the kitchen",
  "DTSTART:20260310T080000Z",
  "END:VEVENT",
  "END:VCALENDAR",
  "--cut--",
  "",
].join("\r\n");

const CALENDAR = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "BEGIN:VEVENT",
  "UID:1@example.org",
  "SUMMARY:Planning with the whole team of the joinery and everybody who is in",
  " volved",
  "DTSTART;TZID=Europe/Berlin:20260701T093000",
  "DTEND;TZID=Europe/Berlin:20260701T103000",
  "RRULE:FREQ=SECONDLY",
  "ATTENDEE;CN=Tom Weiss:mailto:tom@weiss.example",
  "END:VEVENT",
  "BEGIN:VTODO",
  "SUMMARY:Book the room",
  "STATUS:NEEDS-ACTION",
  "DUE;VALUE=DATE:20260630",
  "END:VTODO",
  "END:VCALENDAR",
  "",
].join("\r\n");

const CARD = [
  "BEGIN:VCARD",
  "VERSION:3.0",
  "FN:Ines Brandt",
  "N:Brandt;Ines;;;",
  "ORG:Brandt Joinery GmbH;Sales",
  "EMAIL:ines@brandt.example",
  "TEL:+49 30 123456",
  "END:VCARD",
  "",
].join("\r\n");

const INVOICE_DE = [
  "Brandt Joinery GmbH",
  "Rechnung Nr. 2026-0117",
  "Rechnungsdatum: 3. März 2026",
  "Fällig bis: 17.03.2026",
  "",
  "Zwischensumme 1.050,42 €",
  "MwSt. 19% 199,58 €",
  "Gesamtbetrag 1.250,00 €",
  "",
].join("\n");

const MARKDOWN = [
  "---",
  "title: Kitchen plan",
  "tags: [kitchen, oak]",
  "status: draft",
  "---",
  "# Kitchen plan",
  "",
  "- [material] Oak, oiled #wood",
  "- [ ] Order hinges",
  "- [x] Measure walls",
  "- belongs_to [[House rebuild]]",
  "",
  "Brandt Joinery GmbH delivers, Dr. Clara Neumann checks.",
  "",
].join("\n");

const HTML = `<!doctype html><html lang="en"><head><title>Oak &amp; ash</title><meta name="author" content="Clara Neumann">
<script>ignore("me")</script></head><body><h1>Oak &amp; ash</h1><p>Prices rose on March 3, 2026 by $1,200.50.</p></body></html>`;

const GPT = [
  {
    title: "Hinges",
    create_time: 1767225600.5,
    update_time: 1767225700,
    conversation_id: "c-1",
    current_node: "b",
    mapping: {
      a: {
        id: "a",
        message: {
          id: "m-1",
          author: { role: "user" },
          create_time: 1767225600.5,
          content: { content_type: "text", parts: ['Which "soft" hinges?\nFor oak.'] },
        },
      },
      b: { id: "b", message: null },
    },
  },
];

const CLAUDE = [
  {
    uuid: "k-1",
    name: "Oils",
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:01:00Z",
    chat_messages: [{ uuid: "k-m", text: "Linseed or tung?", sender: "human", created_at: "2026-01-01T00:00:00Z" }],
  },
];

const NOTEBOOK = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: [
    { cell_type: "markdown", metadata: {}, source: ["# Drying times\n", "Measured in May."] },
    { cell_type: "code", metadata: {}, source: "print(1)", outputs: [], execution_count: 1 },
  ],
};

/** A Word file of the paragraphs, which are markup already. */
export function wordFile(paragraphs: readonly string[], title = "A letter"): Buffer {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`).join("");
  return Buffer.from(
    zipSync({
      "word/document.xml": strToU8(`<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`),
      "docProps/core.xml": strToU8(
        `<cp:coreProperties><dc:title>${title}</dc:title><dcterms:created>2026-02-01T09:00:00Z</dcterms:created></cp:coreProperties>`,
      ),
    }),
  );
}

/** One pixel, with what a picture must say of itself. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** A file of every kind, by the name it would have. */
export const DOCUMENTS: Readonly<Record<string, { readonly type: string; readonly content: Buffer }>> = {
  "offer.eml": { type: "message/rfc822", content: Buffer.from(MAIL) },
  "team.ics": { type: "text/calendar", content: Buffer.from(CALENDAR) },
  "ines.vcf": { type: "text/vcard", content: Buffer.from(CARD) },
  "invoice.txt": { type: "text/plain", content: Buffer.from(INVOICE_DE) },
  "invoice.pdf": {
    type: "application/pdf",
    content: textPdf("Invoice INV-7", "Date: 20/03/2026", "Total $ 99.50"),
  },
  "plan.md": { type: "text/markdown", content: Buffer.from(MARKDOWN) },
  "wood.html": { type: "text/html", content: Buffer.from(HTML) },
  "letter.docx": { type: WORD, content: wordFile(["Dear Mr. Tom Weiss,", "the oak &amp; ash are here."]) },
  "pixel.png": { type: "image/png", content: PNG },
  "chatgpt.json": { type: "application/json", content: Buffer.from(JSON.stringify(GPT)) },
  "claude.json": { type: "application/json", content: Buffer.from(JSON.stringify(CLAUDE, null, 2)) },
  "drying.ipynb": { type: "application/x-ipynb+json", content: Buffer.from(JSON.stringify(NOTEBOOK)) },
  "people.csv": {
    type: "text/csv",
    content: Buffer.from("First Name,Last Name,Email\nAda,Lovelace,ada@example.org\n"),
  },
  "books.json": { type: "application/json", content: Buffer.from('{"results":[{"title":"Dune","pages":412}]}') },
  "log.ndjson": {
    type: "application/x-ndjson",
    content: Buffer.from('{"level":"info","words":"begun"}\n{"level":"info","words":"done"}\n'),
  },
};

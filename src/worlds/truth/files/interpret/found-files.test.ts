import { describe, expect, test } from "vitest";
import { parsingForTests } from "../../../../../test/kit/parsing.ts";
import { parseMimeType } from "../mime-type.ts";
import { interpretFile } from "./interpret-file.ts";

// Files as people's phones, calendars, banks and shops write them.

const parsing = parsingForTests();

/** What a file says, beside the words that are quoted for every value. */
async function read(content: string | Buffer, type: string) {
  const file = { content: Buffer.from(content), type: parseMimeType(type), sourceId: "source" };
  const { rows, links = [], warnings } = await interpretFile(file, parsing);
  const quoted = rows?.map(({ row, places = {} }) =>
    Object.fromEntries(
      Object.keys(row).flatMap((field) => {
        const place = places[field];
        return place === undefined ? [] : [[field, place.text.text.slice(place.start, place.end)]];
      }),
    ),
  );
  return { rows: rows?.map(({ row }) => row), quoted, links, codes: warnings.map(({ code }) => code) };
}

const lines = (...all: string[]) => all.join("\r\n");

describe("cards", () => {
  test("of the first phones are read: parameters without names, and text in quoted-printable", async () => {
    const { rows, quoted } = await read(
      lines(
        "BEGIN:VCARD",
        "VERSION:2.1",
        "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=BCrgen;;Dr.;",
        "FN;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:J=FCrgen M=FCller",
        "TEL;WORK;VOICE:+49 89 1234",
        "TEL;CELL:+49 170 555",
        "NOTE;ENCODING=QUOTED-PRINTABLE:line one=0D=0A=",
        "line two",
        "END:VCARD",
      ),
      "text/vcard",
    );
    expect(rows).toEqual([
      {
        entity_type: "contact",
        name: "Jürgen Müller",
        first_name: "Jürgen",
        last_name: "Müller",
        phone: "+49 89 1234",
        phones: ["+49 89 1234", "+49 170 555"],
        notes: "line one\nline two",
      },
    ]);
    expect(quoted?.[0]?.notes).toBe("line one=0D=0A=\r\nline two");
  });

  test("say all they say: every address and site, units of a firm, marks before semicolons", async () => {
    const { rows } = await read(
      lines(
        "BEGIN:VCARD",
        "VERSION:3.0",
        "FN:María García",
        "ORG:Acme S.L.;Ventas;Norte",
        "ADR;TYPE=WORK:;;Calle Mayor 1;Madrid;;28013;España",
        "ADR;TYPE=HOME:;;Gran Vía 9;Madrid;;28014;España",
        "TEL;VALUE=uri:tel:+34-600",
        "NOTE:café\\; no té",
        "IMPP:skype:maria",
        "END:VCARD",
      ),
      "text/vcard",
    );
    expect(rows?.[0]).toEqual({
      entity_type: "contact",
      name: "María García",
      organization: "Acme S.L.",
      department: "Ventas, Norte",
      phone: "+34-600",
      address: "Calle Mayor 1, Madrid, 28013, España",
      addresses: ["Calle Mayor 1, Madrid, 28013, España", "Gran Vía 9, Madrid, 28014, España"],
      notes: "café; no té",
      messengers: ["skype:maria"],
    });
  });

  test("of a firm, or that name nobody, are companies", async () => {
    const card = (...inner: string[]) => lines("BEGIN:VCARD", "VERSION:4.0", ...inner, "END:VCARD", "");
    const { rows } = await read(
      card("KIND:org", "FN:Bar Pepe", "TEL:1") + card("FN:", "ORG:Kiosk Uno", "TEL:2"),
      "text/vcard",
    );
    expect(rows).toEqual([
      { entity_type: "company", name: "Bar Pepe", phone: "1" },
      { entity_type: "company", name: "Kiosk Uno", phone: "2" },
    ]);
  });
});

describe("calendars", () => {
  const ZONE = [
    "BEGIN:VTIMEZONE",
    "TZID:Our Own Time",
    "BEGIN:STANDARD",
    "DTSTART:16010101T030000",
    "TZOFFSETFROM:+0200",
    "TZOFFSETTO:+0100",
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
    "END:STANDARD",
    "BEGIN:DAYLIGHT",
    "DTSTART:16010101T020000",
    "TZOFFSETFROM:+0100",
    "TZOFFSETTO:+0200",
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
    "END:DAYLIGHT",
    "END:VTIMEZONE",
  ];
  const SERIES = ["BEGIN:VEVENT", "UID:a", "DTSTART;TZID=Our Own Time:20250714T093000", "DURATION:PT1H30M"];
  const MOVED = ["BEGIN:VEVENT", "UID:a", "RECURRENCE-ID;TZID=Our Own Time:20251214T093000"];

  test("tell times of zones that they describe, ends by durations, and days that were moved by themselves", async () => {
    const { rows, links } = await read(
      lines(
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        ...ZONE,
        ...SERIES,
        "SUMMARY:Zahnarzt",
        "RRULE:FREQ=MONTHLY",
        "EXDATE;TZID=Our Own Time:20250814T093000",
        "CATEGORIES:Health",
        "END:VEVENT",
        ...MOVED,
        "DTSTART;TZID=Our Own Time:20251215T110000",
        "SUMMARY:Zahnarzt",
        "END:VEVENT",
        "END:VCALENDAR",
      ),
      "text/calendar",
    );
    expect(rows).toEqual([
      {
        entity_type: "event",
        title: "Zahnarzt",
        start_time: "2025-07-14T09:30:00+02:00",
        end_time: "2025-07-14T11:00:00+02:00",
        recurrence: "FREQ=MONTHLY",
        exception_dates: ["2025-08-14T09:30:00+02:00"],
        time_zone: "Our Own Time",
        external_id: "a",
        categories: ["Health"],
      },
      {
        entity_type: "event",
        title: "Zahnarzt",
        start_time: "2025-12-15T11:00:00+01:00",
        recurrence_id: "2025-12-14T09:30:00+01:00",
        time_zone: "Our Own Time",
        series_id: "a",
      },
    ]);
    expect(links).toEqual([{ type: "PART_OF", from: 1, to: 0 }]);
  });

  test("do not follow a zone that changes each second", async () => {
    const zone = ZONE.map((line) => line.replace(/FREQ=YEARLY.*/, "FREQ=SECONDLY"));
    const { rows } = await read(
      lines("BEGIN:VCALENDAR", "VERSION:2.0", ...zone, ...SERIES, "SUMMARY:x", "END:VEVENT", "END:VCALENDAR"),
      "text/calendar",
    );
    expect(rows).toMatchObject([{ start_time: "2025-07-14T09:30:00", end_time: "2025-07-14T11:00:00" }]);
  });
});

test("tables, JSON and mails in a mail are read, each in its part", async () => {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const { rows, links, codes } = await read(
    lines(
      "From: a@b.example",
      "Subject: all",
      "Reply-To: office@b.example",
      'Content-Type: multipart/mixed; boundary="x"',
      "",
      "--x",
      "Content-Type: text/plain",
      "",
      "see below",
      "--x",
      'Content-Type: text/csv; name="t.csv"',
      "Content-Transfer-Encoding: base64",
      "",
      base64("title,status\nCall,open\nWrite,done\n"),
      "--x",
      'Content-Type: application/json; name="c.json"',
      "",
      '{"name":"Eva Nová","email":"eva@nova.example"}',
      "--x",
      "Content-Type: message/rfc822",
      "",
      "From: eve@inner.example",
      "Subject: inner",
      "",
      "Inner words",
      "--x--",
      "",
    ),
    "message/rfc822",
  );
  expect(codes).toEqual([]);
  expect(rows).toMatchObject([
    { entity_type: "email", subject: "all", body: "see below", reply_to: "office@b.example" },
    { entity_type: "contact", email: "a@b.example" },
    { entity_type: "task", title: "Call" },
    { entity_type: "task", title: "Write" },
    { entity_type: "person", name: "Eva Nová" },
    { entity_type: "email", subject: "inner", body: "Inner words" },
    { entity_type: "contact", email: "eve@inner.example" },
  ]);
  expect(links.filter(({ type }) => type === "EMBEDS").map(({ to }) => to)).toEqual([2, 3, 4, 5]);
});

describe("bills and receipts", () => {
  test.each([
    [
      "a Japanese bill",
      "請求書\n請求番号: INV-88\n請求日: 2025/11/01\nお支払期限: 2025/11/30\n小計 100,000円\n消費税 10,000円\nご請求金額 110,000円\n",
      {
        entity_type: "invoice",
        invoice_number: "INV-88",
        invoice_date: "2025-11-01",
        date_due: "2025-11-30",
        amount_due: 110_000,
        currency: "JPY",
        subtotal: 100_000,
        tax_amount: 10_000,
      },
    ],
    [
      "a Chinese bill, whose ¥ is no yen",
      "发票\n发票号码：03456789\n开票日期：2025年11月05日\n销售方：北京某某科技有限公司\n金额：¥1,000.00\n税额：¥130.00\n价税合计：¥1,130.00\n",
      {
        entity_type: "invoice",
        invoice_number: "03456789",
        invoice_date: "2025-11-05",
        amount_due: 1130,
        currency: "CNY",
        vendor_name: "北京某某科技有限公司",
        subtotal: 1000,
        tax_amount: 130,
      },
    ],
    [
      "a Japanese receipt",
      "領収書\n\n株式会社サンプル商店\n発行日：2025年11月4日\n領収書番号：R-01\n合計金額　¥12,960（税込）\n",
      {
        entity_type: "receipt",
        merchant_name: "株式会社サンプル商店",
        amount_total: 12_960,
        currency: "JPY",
        date_purchased: "2025-11-04",
        receipt_number: "R-01",
      },
    ],
    [
      "a French bill: where a language has one order of days, they are certain",
      "SARL Le Jardin\n\nFACTURE N° F2025-118\nDate : 05/11/2025\nTotal HT : 1 000,00 €\nTVA (20 %) : 200,00 €\nTotal TTC : 1 200,00 €\nÉchéance : 05/12/2025\n",
      {
        entity_type: "invoice",
        invoice_number: "F2025-118",
        invoice_date: "2025-11-05",
        date_due: "2025-12-05",
        amount_due: 1200,
        currency: "EUR",
        vendor_name: "SARL Le Jardin",
        subtotal: 1000,
        tax_amount: 200,
      },
    ],
    [
      "a till that prints the currency apart",
      "RECEIPT\nBlue Corner\n04.11.2025 18:22\nTOTAL   EUR      3,68\nReceipt no: 4711\n",
      {
        entity_type: "receipt",
        merchant_name: "Blue Corner",
        amount_total: 3.68,
        currency: "EUR",
        date_purchased: "2025-11-04",
        receipt_number: "4711",
      },
    ],
  ])("%s", async (_what, text, row) => {
    expect((await read(text, "text/plain")).rows?.[0]).toEqual(row);
  });

  test("to somebody who is addressed as a person name a person", async () => {
    const { rows } = await read(
      "Invoice no: 7\nDate: 2025-01-02\nBill To: Mrs Claire Petit\nTotal: $5.00\n",
      "text/plain",
    );
    expect(rows?.slice(1)).toEqual([{ entity_type: "person", name: "Claire Petit" }]);
  });
});

test("a mark at the beginning of a text is no part of its title or front matter", async () => {
  expect((await read("\ufeffHello world\nmore\n", "text/plain")).rows).toMatchObject([{ title: "Hello world" }]);
  expect((await read("\ufeff# Hello\n\nmore\n", "text/markdown")).rows).toMatchObject([{ title: "Hello" }]);
  expect((await read("\ufeff---\ntitle: Hi\n---\nmore\n", "text/markdown")).rows).toMatchObject([
    { title: "Hi", content: "more" },
  ]);
});

test("messages of an exported chat belong to it, with the files that were given with them", async () => {
  const file = { file_name: "w2.txt", extracted_content: "Wages 100" };
  const message = { uuid: "m1", text: "", content: [], sender: "human", created_at: "2025-10-01T10:00:00Z" };
  const chat = { uuid: "c", name: "Tax", chat_messages: [{ ...message, attachments: [file], files: [] }] };
  const { rows, links } = await read(JSON.stringify([chat]), "application/json");
  expect(rows?.[1]).toMatchObject({ entity_type: "message", message_id: "m1", attachments: [file] });
  expect(links).toEqual([{ type: "PART_OF", from: 1, to: 0 }]);
});

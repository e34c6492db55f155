import { expect, test } from "vitest";
import { parsingForTests } from "../../../../../test/kit/parsing.ts";
import type { JsonObject } from "../../../../kernel/index.ts";
import { detectedType, parseMimeType } from "../mime-type.ts";
import { interpretFile } from "./interpret-file.ts";

const parsing = parsingForTests();

/** What a file says, the words that each value is quoted by, and what it warns of. */
async function read(content: string, type: string) {
  const file = { content: Buffer.from(content), type: parseMimeType(type), sourceId: "source" };
  const { rows, links = [], warnings } = await interpretFile(file, parsing);
  const quoted = (rows ?? []).map(({ places = {} }) =>
    Object.fromEntries(
      Object.entries(places).map(([field, { text, start, end }]) => [field, text.text.slice(start, end)]),
    ),
  );
  const codes = [...new Set(warnings.map(({ code }) => code))].filter((code) => code !== "FIELD_MAPPED");
  return { rows: (rows ?? []).map(({ row }) => row as JsonObject), quoted, links, codes };
}

test("captions are the words that are spoken, with who speaks, and without times and marks", async () => {
  const vtt = await read(
    "WEBVTT\n\nNOTE by hand\n\n1\n00:01.000 --> 00:04.000 align:start\n<v Nora Quist>We open on 5 May 2026.\n\n00:00:08.000 --> 00:00:09.000\nThat is <b>fine</b> &amp; good.\n",
    "text/vtt",
  );
  expect(vtt.rows).toMatchObject([
    { entity_type: "note", content: "Nora Quist: We open on 5 May 2026.\nThat is fine & good." },
  ]);
  expect(vtt.quoted[0]?.content).toBe(vtt.rows[0]?.content);
  const srt = "\ufeff1\r\n00:00:01,000 --> 00:00:04,000\r\n<i>Guten Morgen,</i>\r\nHerr Vogt.\r\n";
  for (const type of ["application/x-subrip", "text/plain"]) {
    expect((await read(srt, type)).rows).toMatchObject([{ content: "Guten Morgen, Herr Vogt." }]);
  }
});

test("mails that stand one after the other in a file are mails, each with its people", async () => {
  const mail = (from: string, subject: string, body: string) =>
    `From ${from} Wed Mar  4 14:02:11 2026\nFrom: ${from}\nTo: me@home.example\nSubject: ${subject}\nDate: Wed, 4 Mar 2026 14:02:11 +0100\n\n${body}\n\n`;
  const box =
    mail("ann@x.example", "First", "Meet on Monday.\n>From here it goes on.") +
    mail("bob@x.example", "Second", "No From 2026 here.");
  for (const type of ["application/mbox", "text/plain"]) {
    const { rows, quoted } = await read(box, type);
    const mails = rows.filter(({ entity_type }) => entity_type === "email");
    expect(mails).toMatchObject([
      { subject: "First", from: "ann@x.example", body: "Meet on Monday.\nFrom here it goes on." },
      { subject: "Second", from: "bob@x.example", body: "No From 2026 here." },
    ]);
    expect(quoted.every((one) => Object.values(one).every((words) => words !== ""))).toBe(true);
  }
  expect(detectedType("all.mbox", Buffer.from(box)).essence).toBe("application/mbox");
  expect((await read("From here on 2026\nTo: nobody", "text/plain")).rows).toMatchObject([{ entity_type: "note" }]);
});

test("JSON-LD says people, companies, events and places, and how they hang together", async () => {
  const data = {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "Person",
        name: "Grace Park",
        email: "mailto:grace@park.example",
        jobTitle: "Head of Ops",
        worksFor: { "@type": "Organization", name: "Parkline Ltd" },
      },
      {
        "@type": ["BusinessEvent"],
        name: "Fair",
        startDate: "2026-07-11",
        location: {
          "@type": "Place",
          name: "Victoria Hall",
          address: { "@type": "PostalAddress", streetAddress: "1 Fair St", addressLocality: "Leeds" },
        },
      },
      { "@type": "BreadcrumbList", name: "way" },
    ],
  };
  const { rows, quoted, links } = await read(JSON.stringify(data, null, 1), "application/ld+json");
  expect(rows).toEqual([
    {
      entity_type: "person",
      name: "Grace Park",
      email: "grace@park.example",
      role: "Head of Ops",
      organization: "Parkline Ltd",
    },
    { entity_type: "company", name: "Parkline Ltd" },
    { entity_type: "event", title: "Fair", start_time: "2026-07-11", location: "Victoria Hall" },
    { entity_type: "location", name: "Victoria Hall", address: "1 Fair St, Leeds" },
  ]);
  expect(quoted[0]).toMatchObject({ email: "grace@park.example", organization: "Parkline Ltd" });
  expect(links).toMatchObject([
    { from: 0, to: 1 },
    { from: 2, to: 3 },
  ]);

  const page = `<html><body><p>A page.</p><script type="application/ld+json">{"@type":"Product","name":"Shoe","offers":{"@type":"Offer","price":"89.90","priceCurrency":"GBP"}}</script><script type="application/ld+json">{broken</script></body></html>`;
  expect((await read(page, "text/html")).rows).toMatchObject([
    { entity_type: "note", content: "A page." },
    { entity_type: "product", name: "Shoe", price: "89.90", currency: "GBP" },
  ]);
});

test("points of a map are places with where they are", async () => {
  const feature = (coordinates: unknown, properties: object, type = "Point") => ({
    type: "Feature",
    geometry: { type, coordinates },
    properties,
  });
  const data = {
    type: "FeatureCollection",
    features: [
      feature([13.4, 52.5], { name: "Café Kranz", city: "Berlin" }),
      feature(
        [
          [1, 2],
          [3, 4],
        ],
        { title: "Way" },
        "LineString",
      ),
    ],
  };
  expect((await read(JSON.stringify(data), "application/geo+json")).rows).toEqual([
    { entity_type: "location", name: "Café Kranz", city: "Berlin", latitude: 52.5, longitude: 13.4 },
    { entity_type: "location", name: "Way", geometry_type: "LineString" },
  ]);
});

test("what is of a known type deep within JSON of no type is found, and the whole is kept", async () => {
  const data = {
    exported: { by: "x" },
    company: { name: "Nordwind AG", employees: [{ name: "Jörg", email: "j@nordwind.example", role: "CTO" }] },
  };
  const { rows, quoted } = await read(JSON.stringify(data), "application/json");
  expect(rows.map(({ entity_type, name }) => [entity_type, name])).toEqual([
    ["dataset_row", undefined],
    ["company", "Nordwind AG"],
    ["person", "Jörg"],
  ]);
  expect(quoted[2]).toMatchObject({ email: "j@nordwind.example" });
  const settings = { compilerOptions: { strict: true, target: "es2022" }, include: ["src"] };
  expect((await read(JSON.stringify(settings), "application/json")).rows).toHaveLength(1);
});

test("a row that adds up the others is no thing of its own, one that is called so is", async () => {
  const bank = await read(
    "Buchungstag;Empfänger;Betrag\n01.02.2026;REWE;-54,20\n31.03.2026;Total;-60,00\nSumme;;-114,20\n",
    "text/csv",
  );
  expect(bank.rows.map(({ counterparty, amount }) => [counterparty, amount])).toEqual([
    ["REWE", -54.2],
    ["Total", -60],
  ]);
  expect(bank.codes).toEqual(["TOTALS_LEFT"]);
});

test("a day that its column leaves open is read as the other columns of the file write theirs", async () => {
  const table = (second: string) =>
    `invoice_number,amount_due,currency,invoice_date,date_due\nF-1,10,EUR,03/04/2026,${second}\n`;
  expect((await read(table("30/04/2026"), "text/csv")).rows[0]).toMatchObject({
    invoice_date: "2026-04-03",
    date_due: "2026-04-30",
  });
  expect((await read(table("04/30/2026"), "text/csv")).rows[0]).toMatchObject({
    invoice_date: "2026-03-04",
    date_due: "2026-04-30",
  });
  const open = await read(table("05/04/2026"), "text/csv");
  expect([open.rows[0]?.invoice_date, open.codes]).toEqual(["03/04/2026", ["AMBIGUOUS_DATE"]]);
});

test("columns without a name or with one twice do not hide what a table is of", async () => {
  const { rows } = await read("ID,Full Name,,E-MAIL,E-MAIL\n7,Zed Zee,x,zed@z.example,zed2@z.example\n", "text/csv");
  expect(rows).toMatchObject([
    { entity_type: "person", name: "Zed Zee", email: "zed@z.example", e_mail_2: "zed2@z.example" },
  ]);
});

test("a line of JSON is of the type that it names, if it has fields of one", async () => {
  const { rows } = await read(
    '{"type":"task","title":"Paint fence","due_date":"2026-05-09"}\n{"type":"message","level":"info","n":1}\n',
    "application/x-ndjson",
  );
  expect(rows.map(({ entity_type }) => entity_type)).toEqual(["task", "dataset_row"]);
});

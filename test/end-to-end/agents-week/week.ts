// What an agent is told in a week, in five languages. Everything here is written down by hand or by plain loops, so that
// what is right is known before anything is asked.

export type Row = Readonly<Record<string, unknown>> & { readonly entity_type: string };

/** One call of the week. Entities are named by what the script calls them. */
export type Call =
  | { readonly do: "store"; readonly rows: readonly (readonly [name: string, row: Row])[] }
  | { readonly do: "correct"; readonly name: string; readonly field: string; readonly value: unknown }
  | { readonly do: "merge"; readonly from: string; readonly to: string; readonly keep?: "to" | "from" }
  | { readonly do: "link"; readonly type: string; readonly from: string; readonly to: string };

export interface Language {
  readonly code: string;
  readonly notes: string;
  readonly rent: string;
  readonly weekly: string;
  /** What the eight notes of one title are about, each with a word that no other note has. */
  readonly topics: readonly string[];
}

export const LANGUAGES: readonly Language[] = [
  {
    code: "en",
    notes: "Meeting notes",
    rent: "Pay rent",
    weekly: "Weekly meeting",
    topics: [
      "The budget for the kitchen is approved",
      "We are hiring two welders",
      "The bridge opens in autumn",
      "Insurance covers the hailstorm",
      "The choir needs a pianist",
      "Vaccination for the sheep is due",
      "The lighthouse gets solar panels",
      "Parking moves behind the bakery",
    ],
  },
  {
    code: "de",
    notes: "Besprechungsnotizen",
    rent: "Miete zahlen",
    weekly: "Wochentreffen",
    topics: [
      "Das Budget der Küche ist genehmigt",
      "Wir stellen zwei Schweißer ein",
      "Die Brücke öffnet im Herbst",
      "Die Versicherung zahlt den Hagelschaden",
      "Der Chor sucht eine Pianistin",
      "Die Schafe werden geimpft",
      "Der Leuchtturm bekommt Solarzellen",
      "Geparkt wird hinter der Bäckerei",
    ],
  },
  {
    code: "fr",
    notes: "Compte rendu",
    rent: "Payer le loyer",
    weekly: "Réunion hebdomadaire",
    topics: [
      "Le budget de la cuisine est approuvé",
      "Nous embauchons deux soudeurs",
      "Le pont ouvre en automne",
      "L'assurance couvre la grêle",
      "La chorale cherche une pianiste",
      "Il faut vacciner les moutons",
      "Le phare reçoit des panneaux solaires",
      "On se gare derrière la boulangerie",
    ],
  },
  {
    code: "es",
    notes: "Notas de reunión",
    rent: "Pagar el alquiler",
    weekly: "Reunión semanal",
    topics: [
      "El presupuesto de la cocina está aprobado",
      "Contratamos a dos soldadores",
      "El puente abre en otoño",
      "El seguro cubre el granizo",
      "El coro busca pianista",
      "Hay que vacunar a las ovejas",
      "El faro tendrá paneles solares",
      "Se aparca detrás de la panadería",
    ],
  },
  {
    code: "ru",
    notes: "Заметки встречи",
    rent: "Оплатить аренду",
    weekly: "Еженедельная встреча",
    topics: [
      "Бюджет кухни утверждён",
      "Нанимаем двух сварщиков",
      "Мост откроют осенью",
      "Страховка покрывает град",
      "Хору нужен пианист",
      "Овец пора прививать",
      "На маяке ставят батареи",
      "Парковка за пекарней",
    ],
  },
];

export const MONTHS = ["01", "02", "03", "04", "05", "06"];

/** People whose names are nearly the same, and some of exactly one name. */
export const PEOPLE: readonly (readonly [key: string, name: string, email: string, organization: string])[] = [
  ["jan", "Jan Müller", "jan.mueller@holz.example", "Holz & Söhne"],
  ["jana", "Jana Müller", "jana@holz.example", "Holz & Söhne"],
  ["jan2", "Jan Müller", "jm@stahl.example", "Stahlbau Nord"],
  ["johann", "Johann Müller", "johann@stahl.example", "Stahlbau Nord"],
  ["jose", "José García", "jose.garcia@sol.example", "Sol S.A."],
  ["josef", "Josefa García", "josefa@sol.example", "Sol S.A."],
  ["jose2", "José García", "pepe@luna.example", "Luna S.L."],
  ["lea", "Léa Martin", "lea.martin@pont.example", "Ponts de France"],
  ["leo", "Léo Martin", "leo@pont.example", "Ponts de France"],
  ["ivan", "Иван Петров", "ivan.petrov@most.example", "Мост"],
  ["ivana", "Иванна Петрова", "ivanna@most.example", "Мост"],
  ["ann", "Ann Smith", "ann@mill.example", "Mill Ltd"],
  ["anna", "Anna Smith", "anna@mill.example", "Mill Ltd"],
  ["anne", "Anne Smyth", "anne@dock.example", "Dock Ltd"],
  ["robert", "Robert Brown", "robert@dock.example", "Dock Ltd"],
  ["marta", "Marta Nowak", "marta@most.example", "Мост"],
];

export const COMPANIES: readonly (readonly [key: string, name: string, country: string])[] = [
  ["acme-us", "Acme Inc.", "US"],
  ["acme-ca", "Acme Corp", "CA"],
  ["acme-de", "Acme GmbH", "DE"],
  ["sol", "Sol S.A.", "ES"],
  ["luna", "Luna S.L.", "ES"],
  ["pont", "Ponts de France", "FR"],
  ["most", "Мост", "RU"],
  ["holz", "Holz & Söhne", "DE"],
];

/** Vendors that all number their invoices alike. */
const VENDORS = ["Acme Inc.", "Sol S.A.", "Ponts de France", "Мост", "Holz & Söhne"];

export interface Invoice {
  readonly key: string;
  readonly number: string;
  readonly vendor: string;
  readonly amount: number;
  readonly due: string;
}

export const INVOICES: readonly Invoice[] = VENDORS.flatMap((vendor, v) =>
  Array.from({ length: 8 }, (_, n) => ({
    key: `invoice ${vendor} ${n}`,
    // The first four numbers are every vendor's, the others its own.
    number: n < 4 ? `R-10${n}` : `R-${v + 2}0${n}`,
    vendor,
    amount: 100 * (v + 1) + n,
    due: `2026-0${(n % 6) + 1}-2${v}`,
  })),
);

const one = (name: string, row: Row): Call => ({ do: "store", rows: [[name, row]] });

export const noteKey = (language: Language, n: number) => `note ${language.code} ${n}`;
export const rentKey = (language: Language, month: string) => `rent ${language.code} ${month}`;

function notes(): Call[] {
  const row = (language: Language, n: number) => {
    return { entity_type: "note", title: language.notes, content: language.topics[n] };
  };
  const written = LANGUAGES.flatMap((language) =>
    language.topics.map((_, n) =>
      one(noteKey(language, n), { ...row(language, n), mood: `calm ${language.code}${n}` }),
    ),
  );
  const tagged = LANGUAGES.flatMap((language) =>
    [0, 1, 2].map((n) => one(noteKey(language, n), { ...row(language, n), tags: [`tag${n}`] })),
  );
  return [...written, ...tagged];
}

function rents(): Call[] {
  const row = (language: Language, month: string, status: string) =>
    one(rentKey(language, month), {
      entity_type: "task",
      title: language.rent,
      status,
      due_date: `2026-${month}-01`,
    });
  const open = LANGUAGES.flatMap((language) => MONTHS.map((month) => row(language, month, "open")));
  const done = LANGUAGES.flatMap((language) => MONTHS.slice(0, 4).map((month) => row(language, month, "done")));
  return [...open, ...done];
}

function people(): Call[] {
  const first = PEOPLE.map(([key, name, email, organization]) =>
    one(key, { entity_type: "contact", full_name: name, email, company: organization }),
  );
  // Said again later with something new: some by name and address, some by the address alone.
  const later = PEOPLE.map(([key, name, email, organization], n) =>
    one(
      key,
      n % 4 === 3
        ? { entity_type: "contact", email, phone: `+49 30 5550${10 + n}` }
        : { entity_type: "contact", name, email, organization, phone: `+49 30 5550${10 + n}` },
    ),
  );
  return [...first, ...later];
}

function invoices(): Call[] {
  const issued = INVOICES.map(({ key, number, vendor, amount, due }) =>
    one(key, {
      entity_type: "invoice",
      invoice_number: number,
      vendor,
      total: amount,
      currency: "EUR",
      invoice_date: "2025-12-15",
      due_date: due,
    }),
  );
  // What only one vendor has is paid by its number alone.
  const paid = INVOICES.filter((_, n) => n % 2 === 0).map(({ key, number, vendor }, n) =>
    one(key, {
      entity_type: "invoice",
      invoice_number: number,
      ...(/^R-10/.test(number) && { vendor_name: vendor }),
      payment_state: `paid ${n}`,
    }),
  );
  return [...issued, ...paid];
}

function companies(): Call[] {
  return COMPANIES.map(([key, name, country]) => one(key, { entity_type: "company", name, country }));
}

function payments(): Call[] {
  return Array.from({ length: 40 }, (_, n) =>
    one(`coffee ${n}`, {
      entity_type: "transaction",
      date: `2026-03-${Math.floor(n / 2) + 10}`,
      amount: -3,
      counterparty: "Café Central",
      balance: 200 - 3 * n,
    }),
  );
}

function meetings(): Call[] {
  return LANGUAGES.flatMap((language, l) =>
    [1, 2, 3].map((week) =>
      one(`weekly ${language.code} ${week}`, {
        entity_type: "meeting",
        title: language.weekly,
        start_time: `2026-03-${String(7 * week + l).padStart(2, "0")}T09:00:00Z`,
      }),
    ),
  );
}

function corrections(): Call[] {
  const phones = PEOPLE.slice(0, 10).map(([key], n): Call => {
    return { do: "correct", name: key, field: "phone", value: `+49 40 777${100 + n}` };
  });
  const moved = LANGUAGES.map((language): Call => {
    return { do: "correct", name: rentKey(language, "06"), field: "due_date", value: "2026-06-15" };
  });
  const texts = LANGUAGES.map((language): Call => {
    return { do: "correct", name: noteKey(language, 7), field: "content", value: `${language.topics[7]}!` };
  });
  const renamed: Call[] = [
    { do: "correct", name: "ann", field: "name", value: "Ann Jones" },
    one("ann", { entity_type: "contact", name: "Ann Jones", email: "ann@mill.example", role: "miller" }),
  ];
  return [...phones, ...moved, ...texts, ...renamed];
}

function merges(): Call[] {
  const bob = one("bob", { entity_type: "contact", name: "Bob Brown", email: "bob@home.example", role: "diver" });
  const acme = one("acme-intl", {
    entity_type: "company",
    name: "Acme International",
    country: "US",
    industry: "anvils",
  });
  return [
    bob,
    { do: "merge", from: "bob", to: "robert", keep: "to" },
    one("robert", { entity_type: "contact", name: "Bob Brown", email: "bob@home.example", hobby: "chess" }),
    acme,
    { do: "merge", from: "acme-intl", to: "acme-us", keep: "to" },
  ];
}

function links(): Call[] {
  const settles = INVOICES.filter(({ vendor }) => vendor === "Sol S.A.").map(({ key }): Call => {
    return { do: "link", type: "REFERS_TO", from: key, to: "sol" };
  });
  const belongs = (["jan holz", "jana holz", "jose sol", "josef sol", "jose2 luna"] as const).map((pair): Call => {
    const [from = "", to = ""] = pair.split(" ");
    return { do: "link", type: "PART_OF", from, to };
  });
  return [...settles, ...belongs];
}

/** The calls of the week, in the order they are made. */
export const WEEK: readonly Call[] = [
  ...companies(),
  ...people(),
  ...notes(),
  ...rents(),
  ...invoices(),
  ...payments(),
  ...meetings(),
  ...corrections(),
  ...merges(),
  ...links(),
];

import { createRandom } from "../search/corpus.ts";

/** A made person: what the official memory server keeps as sentences, and what a row keeps as fields. */
export interface Person {
  readonly name: string;
  readonly trade: string;
  readonly town: string;
  readonly does: string;
}

/** A question in plain words, and who is a right answer. */
export interface PlainQuestion {
  readonly text: string;
  isRight(name: string): boolean;
}

const FIRST = "Astrid Bruno Carla Dmitri Elena Farid Greta Hugo Ines Jonas Katja Luis Mira Nils Olga Pavel".split(" ");
const LAST = "Almeida Berg Costa Dahl Engel Fjeld Gallo Haas Ivanov Jensen Keller Lund Moreau Novak Orlov Perez".split(
  " ",
);
const TOWNS = "Bergen Porto Gdansk Lyon Turin Malmo Ghent Zagreb Bilbao Cork Tartu Graz Split Varna Oulu Basel".split(
  " ",
);
/** A trade, what such a person does, and a question that shares few words with it. */
const TRADES: readonly (readonly [trade: string, does: string, question: string])[] = [
  ["clockmaker", "repairs tower clocks and pocket watches", "who can repair a clock"],
  ["beekeeper", "keeps forty hives and sells honey", "who sells honey"],
  ["locksmith", "opens doors when keys are lost", "who opens a door when the key is lost"],
  ["saddler", "sews saddles and leather bags", "who sews leather bags"],
  ["glazier", "replaces broken window panes", "who replaces a broken window"],
  ["piano tuner", "tunes grand pianos before concerts", "who tunes a piano"],
  ["roofer", "mends slate roofs after storms", "who mends a roof after a storm"],
  ["translator", "translates contracts from Polish into Spanish", "who translates a contract"],
  ["baker", "bakes rye bread before dawn", "who bakes rye bread"],
  ["vet", "treats horses and farm animals", "who treats a horse"],
  ["notary", "certifies signatures and wills", "who certifies a signature"],
  ["diver", "inspects harbour walls under water", "who inspects walls under water"],
];

/** Made people, the same in every run; the last words of a name make it unique. */
export function madePeople(count: number, from = 0): Person[] {
  return Array.from({ length: count }, (_, index) => personAt(from + index));
}

function personAt(index: number): Person {
  const random = createRandom(index * 2 + 1);
  random();
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const [trade, does] = pick(TRADES);
  return { name: `${pick(FIRST)} ${pick(LAST)} ${codeOf(index)}`, trade, town: pick(TOWNS), does };
}

/** A word that stands for a number and is like no other. */
function codeOf(index: number): string {
  return `Q${(index + 46_656).toString(36).toUpperCase()}`;
}

/** One question for every trade, each in another town; right is everyone of that trade there. */
export function plainQuestions(people: readonly Person[]): PlainQuestion[] {
  return TRADES.flatMap(([trade, , question], index) => {
    const town = TOWNS[(index * 5) % TOWNS.length];
    const right = new Set(people.filter((one) => one.trade === trade && one.town === town).map(({ name }) => name));
    return right.size === 0 ? [] : [{ text: `${question} in ${town}?`, isRight: (name: string) => right.has(name) }];
  });
}

/** A row for `store_structured`. */
export function rowOf({ name, trade, town, does }: Person): Record<string, string> {
  return { entity_type: "person", name, role: trade, address: town, notes: `${name} ${does} in ${town}.` };
}

/** An entity of the official memory server. */
export function memoryEntityOf({ name, trade, town, does }: Person) {
  return { name, entityType: "person", observations: [trade, `lives in ${town}`, `${name} ${does} in ${town}.`] };
}

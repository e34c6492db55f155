import { dirname } from "node:path";
import {
  BANNED_NAMES,
  BESIDE_ENV,
  ENTRIES,
  FROM_ENV,
  LINES_MAX,
  LOADED_LATE,
  MODULES,
  PURE_CRYPTO,
  ROOMS,
  SQL_ROOMS,
  SQL_WORDS,
  WORLD_PARTS,
} from "./architecture.ts";
import { factsOf, importedFiles, type SourceFile, targetOf } from "./source.ts";

export type RuleName = keyof typeof RULES;

/** One breach of one rule. */
export interface Breach {
  readonly rule: RuleName;
  readonly path: string;
  readonly what: string;
}

type Found = Omit<Breach, "rule">;
type Rule = (source: Source) => Found[];
type Edge = { readonly from: string; readonly to: string };

/** The files, and who imports whom. */
interface Source {
  readonly files: readonly SourceFile[];
  readonly edges: readonly Edge[];
}

/** The rules, each a pure function of the source. Of one import at most one of the first four complains. */
const RULES = {
  room: entersOnlyListedRooms,
  door: entersByTheDoor,
  inside: keepsTheOrderOfAWorld,
  "two-way": hasNoTwoWayFolders,
  cycle: hasNoCycleOfFiles,
  module: importsOnlyListedModules,
  sql: writesSqlInStores,
  env: takesChanceAndTimeFromEnv,
  exports: listsExportsOneByOne,
  name: isNamedForWhatItDoes,
  size: staysShort,
} satisfies Record<string, Rule>;

export function checkRooms(files: readonly SourceFile[]): Breach[] {
  const edges = files.flatMap((file) => importedFiles(file).map((to) => ({ from: file.path, to })));
  return Object.entries(RULES).flatMap(([rule, check]) =>
    check({ files, edges }).map((found) => ({ rule: rule as RuleName, ...found })),
  );
}

/** Follows from a path alone, and each rule asks it of every import. */
const rooms = new Map<string, string>();

/** The room of a file: itself, or the nearest folder that is one. Folders inside a world belong to the world. */
export function roomOf(path: string): string {
  const room = rooms.get(path) ?? findRoom(path);
  rooms.set(path, room);
  return room;
}

function findRoom(path: string): string {
  const world = worldOf(path);
  if (world !== undefined) return `src/worlds/${world}`;
  let place = path;
  while (!isRoomOf(place, path) && place !== ".") place = dirname(place);
  return place;
}

function isRoomOf(place: string, path: string): boolean {
  return place in ROOMS && (ROOMS[place]?.open !== true || place === dirname(path));
}

const WORLDS = "src/worlds/";

function worldOf(path: string): string | undefined {
  if (!path.startsWith(WORLDS)) return undefined;
  const end = path.indexOf("/", WORLDS.length);
  return end > WORLDS.length ? path.slice(WORLDS.length, end) : undefined;
}

/** A place in a world as the data names it, for all worlds at once. */
function ofAnyWorld(place: string): string {
  return place.replace(/^src\/worlds\/[^/]+/, "src/worlds/*");
}

/** The part of a world a file belongs to: a folder, or a file beside the folders. */
function partOf(path: string): string {
  const [, , world, part = ""] = path.split("/", 4);
  return part === `${world}.ts` ? "NAME.ts" : part;
}

/** Where a file stands for the lists of modules and SQL: its room, in a world its part. */
export function placesOf(path: string): string[] {
  const world = worldOf(path);
  if (world === undefined) return [roomOf(path)];
  return [`src/worlds/*/${partOf(path)}`, `src/worlds/${world}/${partOf(path)}`];
}

function mayEnter({ from, to }: Edge): boolean {
  const [own, other] = [roomOf(from), roomOf(to)];
  return own === other || (ROOMS[ofAnyWorld(own)]?.enters ?? []).includes(ofAnyWorld(other));
}

function entersOnlyListedRooms({ files, edges }: Source): Found[] {
  const homeless = files
    .filter(({ path }) => roomOf(path) === ".")
    .map(({ path }) => ({ path, what: "lies in no room" }));
  const uninvited = edges
    .filter((edge) => !mayEnter(edge))
    .map(({ from, to }) => ({ path: from, what: `${roomOf(from)} may not enter ${roomOf(to)}: ${to}` }));
  return [...homeless, ...uninvited];
}

function isDoor({ from, to }: Edge): boolean {
  const room = roomOf(to);
  return room === roomOf(from) || room === to || ROOMS[room]?.open === true || to === `${room}/index.ts`;
}

function entersByTheDoor({ edges }: Source): Found[] {
  return edges
    .filter((edge) => mayEnter(edge) && !isDoor(edge))
    .map(({ from, to }) => ({ path: from, what: `${to} is no door of ${roomOf(to)}` }));
}

function isInOrder({ from, to }: Edge): boolean {
  const world = worldOf(from);
  if (world === undefined || world !== worldOf(to)) return true;
  const [own, other] = [partOf(from), partOf(to)];
  return own === other || (WORLD_PARTS[own] ?? []).includes(other);
}

function keepsTheOrderOfAWorld({ files, edges }: Source): Found[] {
  const strange = files
    .filter(({ path }) => worldOf(path) !== undefined && !(partOf(path) in WORLD_PARTS))
    .map(({ path }) => ({ path, what: `${partOf(path)} is no part of a world` }));
  const wrong = edges
    .filter((edge) => !isInOrder(edge))
    .map(({ from, to }) => ({ path: from, what: `${partOf(from)} may not import ${partOf(to)}: ${to}` }));
  const early = files.flatMap((file) =>
    factsOf(file)
      .taken.map(({ from }) => targetOf(file, from))
      .filter((target) => LOADED_LATE.test(target))
      .map((target) => ({ path: file.path, what: `must load ${target} when it is first used` })),
  );
  return [...strange, ...wrong, ...early];
}

/** The two folders an import leads from and to, named where their paths part; undefined where a door or an assembly takes part. */
function foldersOf({ from, to }: Edge): { readonly own: string; readonly other: string } | undefined {
  if ([from, to].some((path) => ENTRIES.test(path) || path in ROOMS || isBesideFolders(path))) return undefined;
  const [a, b] = [from.split("/"), to.split("/")];
  let depth = 0;
  while (depth < a.length - 1 && depth < b.length - 1 && a[depth] === b[depth]) depth++;
  // A file that lies right where the paths part stands for the folder it lies in.
  const folder = (path: readonly string[]) => path.slice(0, Math.min(depth + 1, path.length - 1)).join("/");
  const [own, other] = [folder(a), folder(b)];
  return own === other ? undefined : { own, other };
}

/** Of a world, the files beside its folders; their order is that of its parts. */
function isBesideFolders(path: string): boolean {
  return worldOf(path) !== undefined && partOf(path).endsWith(".ts");
}

function hasNoTwoWayFolders({ edges }: Source): Found[] {
  const ways = new Map<string, Edge[]>();
  for (const edge of edges) {
    const folders = foldersOf(edge);
    if (folders === undefined || !mayEnter(edge) || !isDoor(edge) || !isInOrder(edge)) continue;
    const way = `${folders.own} → ${folders.other}`;
    ways.set(way, [...(ways.get(way) ?? []), edge]);
  }
  return [...ways].flatMap(([way, edges]) => {
    const [own, other] = way.split(" → ");
    if (!ways.has(`${other} → ${own}`)) return [];
    return edges.map(({ from, to }) => ({ path: from, what: `${own} and ${other} import each other: ${to}` }));
  });
}

function hasNoCycleOfFiles({ edges }: Source): Found[] {
  const graph = Map.groupBy(edges, ({ from }) => from);
  const found: Found[] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) found.push({ path, what: [...trail.slice(start), path].join(" → ") });
    if (start >= 0 || done.has(path)) return;
    for (const { to } of graph.get(path) ?? []) walk(to, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) walk(path, []);
  return found;
}

function importsOnlyListedModules({ files }: Source): Found[] {
  return files.flatMap((file) => {
    const listed = new Set(placesOf(file.path).flatMap((place) => MODULES[place] ?? []));
    return [...modulesOf(file)]
      .filter((module) => !listed.has(module))
      .map((module) => ({ path: file.path, what: `${placesOf(file.path)[0]} may not import ${module}` }));
  });
}

/** The modules of Node and the packages a file imports, by their names: `csv-parse/sync` is csv-parse. */
export function modulesOf(file: SourceFile): Set<string> {
  const foreign = factsOf(file).imports.filter((name) => !name.startsWith("."));
  return new Set(
    foreign.map((name) => (name.startsWith("node:") ? name : name.split("/", name.startsWith("@") ? 2 : 1).join("/"))),
  );
}

function writesSqlInStores({ files }: Source): Found[] {
  const isSqlPlace = ({ path }: SourceFile) =>
    placesOf(path).some((place) => (SQL_ROOMS as readonly string[]).includes(place));
  const [inside, outside] = [files.filter(isSqlPlace), files.filter((file) => !isSqlPlace(file))];
  const tables = tablesOf(inside);
  const strayed = outside
    .filter(({ path }) => !SQL_WORDS.files.includes(path))
    .flatMap((file) => {
      const words = sqlWordsOf(file).map((word) => ({ path: file.path, what: `writes SQL: takes ${word}` }));
      const named = tables.filter((table) => factsOf(file).stringWords.has(table));
      return [...words, ...named.map((table) => ({ path: file.path, what: `names the table ${table}` }))];
    });
  return [...strayed, ...sharedTables(inside, tables)];
}

function sqlWordsOf(file: SourceFile): string[] {
  return factsOf(file)
    .taken.filter(({ from }) => SQL_WORDS.files.includes(targetOf(file, from)))
    .map(({ name }) => name)
    .filter((name) => SQL_WORDS.names.includes(name) || name === "*");
}

/** Tables by what the migrations make. One whose name is a plain word, like `event`, cannot be told from other text. */
function tablesOf(files: readonly SourceFile[]): string[] {
  const made = files
    .filter(({ path }) => path.includes("/migrations/"))
    .flatMap((file) => factsOf(file).called)
    .filter(({ name }) => ["createTable", "alterTable", "table", "on"].includes(name))
    .map(({ argument }) => argument);
  return [...new Set(made)].filter((table) => table.includes("_")).sort();
}

/** In a world, one store file knows a table; the others ask it. */
function sharedTables(files: readonly SourceFile[], tables: readonly string[]): Found[] {
  const stores = files.filter(({ path }) => worldOf(path) !== undefined && partOf(path) === "store");
  return tables.flatMap((table) => {
    const knowing = stores.filter((file) => factsOf(file).queryWords.has(table));
    if (knowing.length < 2) return [];
    const all = knowing.map(({ path }) => path).join(", ");
    return knowing.map(({ path }) => ({ path, what: `${table} stands in ${all}` }));
  });
}

/** What a file takes beside the Env. The page in the browser has none. */
export function besideEnv(file: SourceFile): string[] {
  if (roomOf(file.path) === "dashboard/src") return [];
  const { globals, taken } = factsOf(file);
  const watched: readonly string[] = FROM_ENV;
  const pure: readonly string[] = PURE_CRYPTO;
  return [
    ...globals.filter((name) => watched.includes(name) || watched.includes(name.replace(/\..*$/, ".*"))),
    ...taken
      .filter(({ from, name }) => from === "node:crypto" && !pure.includes(name))
      .map(({ name }) => `node:crypto ${name}`),
  ];
}

function takesChanceAndTimeFromEnv({ files }: Source): Found[] {
  return files.flatMap((file) => {
    const allowed = BESIDE_ENV.filter(({ path }) => path === file.path).flatMap(({ takes }) => takes);
    return besideEnv(file)
      .filter((taken) => !allowed.includes(taken))
      .map((taken) => ({ path: file.path, what: `takes ${taken} from elsewhere than the Env` }));
  });
}

function listsExportsOneByOne({ files }: Source): Found[] {
  return files.flatMap((file) => {
    const { exportsAll, exportsDefault } = factsOf(file);
    return [
      ...(exportsAll ? [{ path: file.path, what: "exports all of another file" }] : []),
      ...(exportsDefault ? [{ path: file.path, what: "has a default export" }] : []),
    ];
  });
}

function isNamedForWhatItDoes({ files }: Source): Found[] {
  return files
    .filter(({ path }) => BANNED_NAMES.test(path) || !/^[a-z0-9/.-]+$/.test(path))
    .map(({ path }) => ({ path, what: "is not named for what it does, in kebab case" }));
}

function staysShort({ files }: Source): Found[] {
  return files
    .map(({ path, text }) => ({ path, lines: text.split("\n").length }))
    .filter(({ lines }) => lines > LINES_MAX)
    .map(({ path, lines }) => ({ path, what: `has ${lines} lines, more than ${LINES_MAX}` }));
}

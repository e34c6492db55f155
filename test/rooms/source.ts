import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync, Visitor } from "rolldown/utils";

/** One source file, by its path in the repository. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** What the rules ask about a file, read from its syntax: comments and strings never count as code. */
export interface Facts {
  /** Every module it names: imports of values and types, re-exports, dynamic imports, `require`, workers. */
  readonly imports: readonly string[];
  /** What it takes from a module by name, `*` for all of it; types and what is loaded late left out. */
  readonly taken: readonly { readonly from: string; readonly name: string }[];
  readonly exportsAll: boolean;
  readonly exportsDefault: boolean;
  /** Globals it uses: `Date.now`, `new Date()`, `process.env`, `setTimeout`, … */
  readonly globals: readonly string[];
  /** Words with an underscore, as tables have them: in its `query` templates, and in its other strings. */
  readonly queryWords: ReadonlySet<string>;
  readonly stringWords: ReadonlySet<string>;
  /** What it hands to functions and methods as the first argument, where that is a plain string. */
  readonly called: readonly { readonly name: string; readonly argument: string }[];
}

/** All source files below some folders; tests are not part of the architecture. */
export function readSource(root: string, folders: readonly string[]): SourceFile[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
    )
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

const targets = new WeakMap<SourceFile, readonly string[]>();

/** The files a file imports, by their paths in the repository. */
export function importedFiles(file: SourceFile): readonly string[] {
  const found = targets.get(file) ?? findTargets(file);
  targets.set(file, found);
  return found;
}

function findTargets(file: SourceFile): string[] {
  return factsOf(file)
    .imports.filter((name) => name.startsWith("."))
    .map((name) => targetOf(file, name));
}

/** The path in the repository that a relative import of a file means. */
export function targetOf({ path }: SourceFile, name: string): string {
  return join(dirname(path), name);
}

const known = new WeakMap<SourceFile, Facts>();

/** Reads a file once, however many rules ask. */
export function factsOf(file: SourceFile): Facts {
  const facts = known.get(file) ?? readFacts(file);
  known.set(file, facts);
  return facts;
}

/** Globals whose members are told apart: `process.env`. */
const OBJECTS = new Set(["Date", "Math", "performance", "process", "crypto", "AbortSignal", "globalThis", "console"]);
const PLAIN = new Set(["setTimeout", "setInterval", "setImmediate", "process", "performance", "crypto", "globalThis"]);

function readFacts({ path, text }: SourceFile): Facts {
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const imports = module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
  const taken = module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries
      .filter(({ isType }) => !isType)
      .map(({ importName }) => ({ from: moduleRequest.value, name: importName.name ?? "*" })),
  );
  for (const { moduleRequest, importName, isType } of module.staticExports.flatMap(({ entries }) => entries)) {
    if (moduleRequest === null || moduleRequest === undefined) continue;
    imports.push(moduleRequest.value);
    if (!isType) taken.push({ from: moduleRequest.value, name: importName.name ?? "*" });
  }
  const globals = new Set<string>();
  const queryWords = new Set<string>();
  const stringWords = new Set<string>();
  const called: { name: string; argument: string }[] = [];
  const ofQueries = new Set<unknown>();
  /** Names behind a dot, and keys: they are no globals. */
  const members = new Set<unknown>();
  let exportsAll = false;
  let exportsDefault = false;

  new Visitor({
    ExportAllDeclaration() {
      exportsAll = true;
    },
    ExportDefaultDeclaration() {
      exportsDefault = true;
    },
    ImportExpression({ source }) {
      // A computed one names nothing that could be checked; it stands for itself and is allowed nowhere.
      const name = source.type === "Literal" ? String(source.value) : "(computed)";
      imports.push(name);
    },
    TSImportType({ source }) {
      imports.push(source.value);
    },
    NewExpression({ callee, arguments: [first, second] }) {
      if (callee.type !== "Identifier") return;
      if (callee.name === "Date" && first === undefined) globals.add("new Date()");
      const isModule =
        callee.name === "URL" && second?.type === "MemberExpression" && second.object.type === "MetaProperty";
      if (isModule && first?.type === "Literal" && String(first.value).endsWith(".ts"))
        imports.push(String(first.value));
    },
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type === "Identifier" && callee.name === "Date") globals.add("Date()");
      if (first?.type !== "Literal" || typeof first.value !== "string") return;
      if (callee.type === "Identifier") called.push({ name: callee.name, argument: first.value });
      if (callee.type === "MemberExpression" && callee.property.type === "Identifier")
        called.push({ name: callee.property.name, argument: first.value });
      const maker = callee.type === "CallExpression" && callee.callee.type === "Identifier" ? callee.callee.name : "";
      const isRequire = callee.type === "Identifier" && callee.name === "require";
      if (isRequire || maker === "createRequire") imports.push(first.value);
    },
    MemberExpression({ object, property, computed }) {
      if (!computed) members.add(property);
      if (object.type !== "Identifier" || !OBJECTS.has(object.name)) return;
      members.add(object);
      globals.add(`${object.name}.${property.type === "Identifier" && !computed ? property.name : "*"}`);
    },
    Property({ key, computed, shorthand }) {
      if (!computed && !shorthand) members.add(key);
    },
    MethodDefinition({ key, computed }) {
      if (!computed) members.add(key);
    },
    TSMethodSignature({ key }) {
      members.add(key);
    },
    TSPropertySignature({ key }) {
      members.add(key);
    },
    Identifier(node) {
      if (PLAIN.has(node.name) && !members.has(node)) globals.add(node.name);
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== "Identifier" || tag.name !== "query") return;
      ofQueries.add(quasi);
      for (const { value } of quasi.quasis) addWords(queryWords, value.raw);
    },
    TemplateLiteral(node) {
      if (ofQueries.has(node)) return;
      for (const { value } of node.quasis) addWords(stringWords, value.raw);
    },
    Literal({ value }) {
      if (typeof value === "string") addWords(stringWords, value);
    },
  }).visit(program);

  return {
    imports: [...new Set(imports)],
    taken,
    exportsAll,
    exportsDefault,
    globals: [...globals].sort(),
    queryWords,
    stringWords,
    called,
  };
}

function addWords(words: Set<string>, text: string): void {
  for (const word of text.match(/[a-z0-9]+(_[a-z0-9]+)+/g) ?? []) words.add(word);
}

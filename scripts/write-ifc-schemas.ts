import { readFileSync, writeFileSync } from "node:fs";

// Writes src/worlds/building/files/ifc-schemas.txt: the names and types of the three IFC schemas, taken from the
// declarations that web-ifc publishes. Run it when web-ifc brings another version of a schema.

const source = readFileSync(new URL("../node_modules/web-ifc/ifc-schema.d.ts", import.meta.url), "utf8");
const TARGET = new URL("../src/worlds/building/files/ifc-schemas.txt", import.meta.url);

const lines = [
  "# Names and types of the IFC schemas, from the declarations of web-ifc. Made by scripts/write-ifc-schemas.ts.",
  "# schema NAME; E name super attribute:type,…; T name kind; N name values; S name members. Types end in [] where they are lists.",
];
for (const [, schema, body] of source.matchAll(/export declare namespace (IFC\w+) \{([\s\S]*?)\n\}/g)) {
  lines.push(`schema ${schema}`, ...linesOf(body ?? ""));
}
writeFileSync(TARGET, `${lines.join("\n")}\n`);

function linesOf(body: string): string[] {
  const found: string[] = [];
  const classes = [...body.matchAll(/^ {4}class (Ifc\w+)(?: extends (\w+))? \{\n([\s\S]*?)^ {4}\}/gm)];
  const attributesOf = new Map(classes.map(([, name = "", , inner = ""]) => [name, attributesIn(inner)]));
  for (const [, name = "", members = ""] of body.matchAll(/^ {4}type (Ifc\w+) = (.*);$/gm)) {
    found.push(`S ${name} ${[...new Set(namesIn(members))].join(",")}`);
  }
  for (const [, name = "", parent, inner = ""] of classes) {
    const values = [...inner.matchAll(/^ {8}static (\w+): any;/gm)].map(([, value]) => value);
    if (values.length > 0) found.push(`N ${name} ${values.join(",")}`);
    else if (parent?.startsWith("Ifc")) found.push(entityLine(name, parent, attributesOf));
    else found.push(`T ${name} ${kindOf(parent, inner)}`);
  }
  return found;
}

/** With what it has beyond its parent, in the order of its line in a file. */
function entityLine(name: string, parent: string, attributesOf: ReadonlyMap<string, readonly string[]>): string {
  const inherited = new Set((attributesOf.get(parent) ?? []).map((one) => one.split(":")[0]));
  const own = (attributesOf.get(name) ?? []).filter((one) => !inherited.has(one.split(":")[0]));
  return `E ${name} ${parent === "IfcLineObject" ? "-" : parent} ${own.join(",")}`.trimEnd();
}

/** What its constructor takes is what a file says; other members follow from elsewhere. */
function attributesIn(inner: string): string[] {
  const taken = /^ {8}constructor\((.*)\);$/m.exec(inner)?.[1] ?? "";
  return [...taken.matchAll(/(\w+): (.*?)(?=, \w+: |$)/g)].map(([, attribute, type = ""]) => {
    const plain = /\b(logical|boolean|number|string)\b/.exec(type)?.[1] ?? "string";
    return `${attribute}:${namesIn(type).at(-1) ?? plain}${type.includes("[]") ? "[]" : ""}`;
  });
}

function kindOf(parent: string | undefined, inner: string): string {
  if (parent === "NumberHandle") return "number";
  const value = /^ {8}value: (.*);$/m.exec(inner)?.[1] ?? "string";
  if (value === "boolean" || value === "logical" || value === "string") return value;
  return value.includes("[]") ? "list" : value.startsWith("Ifc") ? value : "string";
}

function namesIn(type: string): string[] {
  return [...type.matchAll(/\b(Ifc\w+)/g)].map(([, name = ""]) => name);
}

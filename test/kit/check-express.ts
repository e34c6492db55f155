import { readFileSync } from "node:fs";

// An independent reading of STEP files against the schema: it shares nothing with what writes them.

interface Entity {
  readonly isAbstract: boolean;
  readonly parent: string | null;
  readonly attributes: readonly [name: string, isOptional: boolean, type: string][];
  readonly derived: readonly string[];
  readonly inverses: readonly [name: string, least: number, most: number | null, relation: string, attribute: string][];
}

interface Schema {
  readonly entities: Readonly<Record<string, Entity>>;
  readonly types: Readonly<Record<string, string>>;
}

type Value =
  | { readonly is: "list"; readonly values: readonly Value[] }
  | { readonly is: "typed"; readonly type: string; readonly value: Value }
  | { readonly is: "text" | "word" | "real" | "integer" | "reference" | "none" | "derived"; readonly said: string };

interface Instance {
  readonly type: string;
  readonly values: readonly Value[];
}

export interface Checked {
  readonly schema: string;
  readonly instances: ReadonlyMap<string, Instance>;
  readonly guids: readonly string[];
  readonly errors: readonly string[];
}

const schemas = new Map<string, Schema>();

function schemaNamed(name: string): Schema {
  const known = schemas.get(name) ?? JSON.parse(readFileSync(new URL(`express/${name}.json`, import.meta.url), "utf8"));
  schemas.set(name, known);
  return known;
}

/** Checks types, enumerations, bounds, references and inverses, and that GUIDs are valid and each there once. */
export function checkExpress(file: string): Checked {
  const errors: string[] = [];
  const name = /FILE_SCHEMA\(\('([^']+)'\)\)/.exec(file)?.[1] ?? "";
  const { entities, types } = schemaNamed(name);
  const instances = readInstances(file, errors);

  const above = (type: string): readonly string[] => {
    const parent = entities[type]?.parent ?? null;
    return parent === null ? [type] : [type, ...above(parent)];
  };
  const isA = (type: string, other: string) => above(type).includes(other);
  const attributesOf = (type: string): Entity["attributes"] =>
    [...above(type)].reverse().flatMap((one) => entities[one]?.attributes ?? []);
  const derivedOf = (type: string) => new Set(above(type).flatMap((one) => entities[one]?.derived ?? []));
  const membersOf = (type: string): readonly string[] => {
    const select = /^SELECT ?\((.*)\)$/.exec(types[type] ?? "");
    return select === null
      ? [type]
      : (select[1] ?? "").split(",").flatMap((one) => membersOf(one.trim().toUpperCase()));
  };

  function check(type: string, value: Value, at: string): void {
    const many = /^(?:LIST|SET|ARRAY|BAG) ?\[ ?(\d+) ?: ?(\d+|\?) ?\] OF (?:UNIQUE )?(.*)$/.exec(type);
    if (many !== null) {
      if (value.is !== "list") {
        errors.push(`${at}: no list`);
        return;
      }
      const [size, least, most] = [value.values.length, Number(many[1]), many[2] === "?" ? Infinity : Number(many[2])];
      if (size < least || size > most) errors.push(`${at}: ${size} of ${least} to ${most}`);
      if (/OF UNIQUE/.test(type) && new Set(value.values.map((one) => JSON.stringify(one))).size < size)
        errors.push(`${at}: twice the same`);
      for (const [n, one] of value.values.entries()) check(many[3] ?? "", one, `${at}[${n}]`);
      return;
    }
    const upper = type.toUpperCase();
    const is = types[upper];
    if (is === undefined) {
      checkPlain(upper, value, at);
      return;
    }
    const choices = /^ENUMERATION OF ?\((.*)\)$/.exec(is);
    if (choices !== null) {
      const isOne = value.is === "word" && (choices[1] ?? "").split(",").some((one) => one.trim() === value.said);
      if (!isOne) errors.push(`${at}: not of ${type}`);
      return;
    }
    if (is.startsWith("SELECT")) {
      const members = membersOf(upper);
      if (value.is === "reference") {
        const target = instances.get(value.said)?.type ?? "";
        if (!members.some((one) => isA(target, one))) errors.push(`${at}: ${target} is none of ${type}`);
      } else if (value.is !== "typed" || !members.includes(value.type)) errors.push(`${at}: none of ${type}`);
      else check(value.type, value.value, at);
      return;
    }
    check(is.replace(/ ?\(\d+\)( FIXED)?$/, ""), value, at);
  }

  function checkPlain(type: string, value: Value, at: string): void {
    const due: Readonly<Record<string, readonly Value["is"][]>> = {
      STRING: ["text"],
      REAL: ["real"],
      NUMBER: ["real", "integer"],
      INTEGER: ["integer"],
      BOOLEAN: ["word"],
      LOGICAL: ["word"],
    };
    const plain = due[type];
    if (plain !== undefined) {
      if (!plain.includes(value.is)) errors.push(`${at}: no ${type}`);
      return;
    }
    const target = value.is === "reference" ? instances.get(value.said) : undefined;
    if (target === undefined) errors.push(`${at}: no reference to a ${type}`);
    else if (!isA(target.type, type)) errors.push(`${at}: ${target.type} is no ${type}`);
  }

  const referrers = new Map<string, number>();
  for (const [id, { type, values }] of instances) {
    const entity = entities[type];
    if (entity === undefined || entity.isAbstract) {
      errors.push(`#${id}: ${type} is unknown or abstract`);
      continue;
    }
    const attributes = attributesOf(type);
    if (attributes.length !== values.length) {
      errors.push(`#${id}: ${type} has ${attributes.length} attributes, not ${values.length}`);
      continue;
    }
    const derived = derivedOf(type);
    attributes.forEach(([attribute, isOptional, is], n) => {
      const value = values[n] as Value;
      const at = `#${id} ${type}.${attribute}`;
      if (value.is === "derived") {
        if (!derived.has(attribute)) errors.push(`${at}: is not derived`);
      } else if (value.is === "none") {
        if (!isOptional && !derived.has(attribute)) errors.push(`${at}: is left out`);
      } else check(is, value, at);
      for (const target of referencesIn(value)) {
        for (const one of above(type)) {
          const key = `${target} ${one} ${attribute}`;
          referrers.set(key, (referrers.get(key) ?? 0) + 1);
        }
      }
    });
  }
  for (const [id, { type }] of instances) {
    for (const [inverse, least, most, relation, attribute] of above(type).flatMap(
      (one) => entities[one]?.inverses ?? [],
    )) {
      const count = referrers.get(`${id} ${relation} ${attribute}`) ?? 0;
      if (count < least || (most !== null && count > most)) errors.push(`#${id} ${type}.${inverse}: ${count}`);
    }
  }
  const guids = [...instances.values()].flatMap(({ type, values: [first] }) =>
    isA(type, "IFCROOT") && first !== undefined && "said" in first ? [first.said] : [],
  );
  for (const guid of guids) if (!/^[0-3][\w$]{21}$/.test(guid)) errors.push(`${guid}: no GUID`);
  if (new Set(guids).size !== guids.length) errors.push("a GUID is there twice");
  return { schema: name, instances, guids, errors };
}

function referencesIn(value: Value): readonly string[] {
  if (value.is === "list") return value.values.flatMap(referencesIn);
  return value.is === "reference" ? [value.said] : [];
}

function readInstances(file: string, errors: string[]): Map<string, Instance> {
  const instances = new Map<string, Instance>();
  const data = file.slice(file.indexOf("DATA;") + 5, file.lastIndexOf("ENDSEC;"));
  for (const line of data.split("\n").filter((one) => one !== "")) {
    const [, id, type, rest] = /^#(\d+)=([A-Z0-9]+)\((.*)\);$/.exec(line) ?? [];
    if (id === undefined || type === undefined || rest === undefined) errors.push(`no instance: ${line.slice(0, 80)}`);
    else if (instances.has(id)) errors.push(`#${id} is there twice`);
    else instances.set(id, { type, values: readValues(rest, errors) });
  }
  return instances;
}

const TOKEN =
  /'(?:[^']|'')*'|#\d+|\.[A-Z0-9_]+\.|[-+]?\d+\.\d*(?:E[-+]?\d+)?|[-+]?\d+(?![.\d])|[A-Z][A-Z0-9_]*(?=\()|[$*(),]/y;

function readValues(rest: string, errors: string[]): readonly Value[] {
  let at = 0;
  const next = (): string => {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(rest)?.[0];
    if (found === undefined) {
      errors.push(`no value: ${rest.slice(at, at + 40)}`);
      at = rest.length;
      return ")";
    }
    at += found.length;
    return found;
  };
  const valuesTo = (isEnd: () => boolean): Value[] => {
    const values: Value[] = [];
    while (!isEnd()) {
      const token = next();
      if (token === ",") continue;
      if (token === ")") break;
      values.push(valueFrom(token));
    }
    return values;
  };
  function valueFrom(token: string): Value {
    if (token === "(") return { is: "list", values: valuesTo(() => at >= rest.length) };
    if (/^[A-Z]/.test(token)) {
      next();
      const [value] = valuesTo(() => at >= rest.length);
      return { is: "typed", type: token, value: value ?? { is: "none", said: "" } };
    }
    if (token === "$") return { is: "none", said: "" };
    if (token === "*") return { is: "derived", said: "" };
    if (token.startsWith("#")) return { is: "reference", said: token.slice(1) };
    if (token.startsWith("'")) return { is: "text", said: token.slice(1, -1) };
    if (token.startsWith(".")) return { is: "word", said: token.slice(1, -1) };
    return { is: token.includes(".") ? "real" : "integer", said: token };
  }
  return valuesTo(() => at >= rest.length);
}

import { generateKeyPairSync, sign } from "node:crypto";
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { canonicalJson, type Json, sha256 } from "../../../src/kernel/index.ts";
import { at, blobsOf, type Copy, DATABASE, type Edits, editJson, runStatements } from "./edit.ts";

const [KEY, WITNESS, VERIFIED] = ["keys/checkpoint-ed25519.pem", "witness.json", "verified.json"];
const WAL = `${DATABASE}-wal`;

const blob = (copy: Copy, n = 0): string => blobsOf(copy)[n] ?? "";

export const BLOB_EDITS = {
  "one is deleted": (copy) => rmSync(blob(copy)),
  "all are deleted": (copy) => rmSync(at(copy, "blobs"), { recursive: true }),
  "one byte is another": (copy) => writeFileSync(blob(copy), readFileSync(blob(copy)).fill("x", 3, 4)),
  "a byte is put after its end": (copy) => appendFileSync(blob(copy), "."),
  "one is empty": (copy) => truncateSync(blob(copy)),
  "one has the content of another": (copy) => copyFileSync(blob(copy, 1), blob(copy)),
  "one is a link to its content elsewhere": (copy) => {
    const path = blob(copy);
    renameSync(path, at(copy, "elsewhere"));
    symlinkSync(at(copy, "elsewhere"), path);
  },
  "one is a folder": (copy) => {
    const path = blob(copy);
    rmSync(path);
    mkdirSync(path);
  },
  "one lies there that no entry names": (copy) => {
    const name = sha256("planted");
    mkdirSync(at(copy, "blobs", "local", "sha256", name.slice(0, 2)), { recursive: true });
    writeFileSync(at(copy, "blobs", "local", "sha256", name.slice(0, 2), name.slice(2)), "planted");
  },
  "those of one user are given to another": (copy) => renameSync(at(copy, "blobs", "local"), at(copy, "blobs", "ada")),
} satisfies Edits;

interface Statement {
  readonly signature: string;
  readonly [name: string]: unknown;
}

/** What a stranger signs with a key of their own, which the file then names as its key. */
function resign(
  file: string,
  change: (json: Record<string, unknown>) => Record<string, unknown> = (json) => json,
): string {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const key = publicKey.export({ type: "spki", format: "der" }).toString("base64");
  editJson(file, (json) => {
    const { signature: _, ...statement } = change(json) as Statement;
    const said = "key" in statement ? { ...statement, key } : statement;
    return { ...said, signature: sign(null, Buffer.from(canonicalJson(said as Json)), privateKey).toString("base64") };
  });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

const shorter = (json: Record<string, unknown>) => {
  const logs = json.logs as Record<string, { seq: number }>;
  return { ...json, logs: { ...logs, local: { ...logs.local, seq: 1 } } };
};

const withoutAda = ({ logs, ...rest }: Record<string, unknown>) => {
  const { ada: _, ...others } = logs as Record<string, unknown>;
  return { ...rest, logs: others };
};

export const SIGNED_EDITS = {
  "the signing key is a stranger's": (copy) => writeFileSync(at(copy, KEY), strangersKey()),
  "the signing key is no key": (copy) => writeFileSync(at(copy, KEY), "no key"),
  "the keys are deleted": (copy) => rmSync(at(copy, "keys"), { recursive: true }),
  "the checkpoint says something else": (copy) => editJson(copy.checkpoint, withoutAda),
  "the checkpoint is signed by a stranger, and names their key": (copy) => void resign(copy.checkpoint, withoutAda),
  "the checkpoint is signed by a stranger whose key lies in the folder": (copy) =>
    writeFileSync(at(copy, KEY), resign(copy.checkpoint, withoutAda)),
  "the checkpoint is cut short": (copy) => truncateSync(copy.checkpoint, 100),
  "the checkpoint claims to be of the first format": (copy) => editJson(copy.checkpoint, firstFormat),
  "the checkpoint is another installation's": (copy) =>
    copyFileSync(join(copy.made.root, "foreign-checkpoint.json"), copy.checkpoint),
  "the witness says something else": (copy) => editJson(at(copy, WITNESS), shorter),
  "the witness is signed by a stranger": (copy) => void resign(at(copy, WITNESS), shorter),
  "the witness is no JSON": (copy) => writeFileSync(at(copy, WITNESS), "{"),
  "the witness is deleted": (copy) => rmSync(at(copy, WITNESS)),
  "the witness is a folder": (copy) => {
    rmSync(at(copy, WITNESS));
    mkdirSync(at(copy, WITNESS));
  },
  "the witness is an older one": (copy) => copyFileSync(join(copy.made.older, WITNESS), at(copy, WITNESS)),
  "what was verified says something else": (copy) => editJson(at(copy, VERIFIED), shorter),
  "what was verified is signed by a stranger": (copy) => void resign(at(copy, VERIFIED), shorter),
  "what was verified is deleted": (copy) => rmSync(at(copy, VERIFIED)),
} satisfies Edits;

function strangersKey(): string {
  return generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

function firstFormat({ at, key, signature }: Record<string, unknown>) {
  const tenants = { local: { seq: 1, hash: "0".repeat(64), anchors: {} } };
  return { format: "bailiwick-checkpoint-1", at, tenants, public_key: key, signature };
}

/** Puts the folder in as it lies on the disk while a process has it open. */
function whileOpen(copy: Copy): void {
  rmSync(copy.folder, { recursive: true });
  cpSync(copy.made.open, copy.folder, { recursive: true });
  rmSync(at(copy, `${DATABASE}-shm`), { force: true });
}

export const DATABASE_EDITS = {
  "it is removed": (copy) => rmSync(at(copy, DATABASE)),
  "it is an empty file": (copy) => truncateSync(at(copy, DATABASE)),
  "it is cut short": (copy) => truncateSync(at(copy, DATABASE), 20_000),
  "it is no database": (copy) => writeFileSync(at(copy, DATABASE), "no database ".repeat(1000)),
  "a page of it is zeros": (copy) => {
    const content = readFileSync(at(copy, DATABASE));
    writeFileSync(at(copy, DATABASE), content.fill(0, 5 * 4096, 6 * 4096));
  },
  "it is an older copy": (copy) => {
    for (const part of ["", "-wal"]) cpSync(join(copy.made.older, DATABASE + part), at(copy, DATABASE + part));
  },
  "it is a new one without entries": (copy) => copyFileSync(copy.made.empty, at(copy, DATABASE)),
  "it is another installation's": (copy) => copyFileSync(join(copy.made.foreign, DATABASE), at(copy, DATABASE)),
  "the whole folder is another installation's": (copy) => {
    rmSync(copy.folder, { recursive: true });
    cpSync(copy.made.foreign, copy.folder, { recursive: true });
  },
  "the whole folder is an older copy": (copy) => {
    rmSync(copy.folder, { recursive: true });
    cpSync(copy.made.older, copy.folder, { recursive: true });
  },
  "the write-ahead log is deleted, with entries in it": (copy) => {
    whileOpen(copy);
    rmSync(at(copy, WAL));
  },
  "the write-ahead log is an older one": (copy) => {
    whileOpen(copy);
    copyFileSync(join(copy.made.openOlder, WAL), at(copy, WAL));
  },
  "the write-ahead log is cut short": (copy) => {
    whileOpen(copy);
    truncateSync(at(copy, WAL), Math.floor(readFileSync(at(copy, WAL)).length / 2));
  },
  "a step of the schema is said not to be done": (copy) =>
    runStatements(copy, "delete from schema_migration where name = 'truth-002-winners'"),
  "a step of the schema is said to be done that is unknown": (copy) =>
    runStatements(copy, "insert into schema_migration values ('truth-999-planted')"),
  "the list of the schema's steps is gone": (copy) => runStatements(copy, "delete from schema_migration"),
} satisfies Edits;

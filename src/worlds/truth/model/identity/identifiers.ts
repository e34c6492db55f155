import { type JsonObject, sha256 } from "../../../../kernel/index.ts";
import type { Identifier } from "../identifier.ts";
import { type EntitySchema, ruleTypeOf } from "../schema/types/entity-schema.ts";
import { foldText } from "./clean-text.ts";
import { givenName, isPersonal, textOf } from "./names.ts";
import { isCompany, withoutLegalForm } from "./normalize-name.ts";
import { ownIds } from "./rules.ts";

/** Longer values are known by their hash: an index key has room for no more on every engine. */
const VALUE_CHARS_MAX = 256;
const TEXTS_PER_FIELD_MAX = 32;

const EMAIL = /^[^\s@<>"(),;:]{1,64}@([^\s@<>"(),;:/]{1,190}\.[^\s@<>"(),;:/.]{2,63})$/;
const PHONE = /^\+?[\d\s()./-]{6,40}$/;

const NAME_FIELDS = ["name", "canonical_name", "full_name", "legal_name", "aliases", "alias", "nickname"];
const EMAIL_FIELDS = ["email", "emails", "email_address", "work_email", "personal_email"];
const PHONE_FIELDS = ["phone", "phones", "phone_number", "mobile", "telephone", "work_phone", "mobile_phone"];
const WEB_FIELDS = ["website", "url", "homepage", "domain", "domain_name"];
const NUMBER_FIELDS = ["tax_id", "vat_id", "vat_number", "registration_number", "iban", "isbn", "serial_number"];
const EXTERNAL_FIELDS = [
  "message_id",
  "transaction_hash",
  "wallet_address",
  "session_id",
  "handle",
  "username",
  "slug",
];

/** Who has an address here says nothing about who they are. */
const SHARED_DOMAINS = new Set(
  [
    "gmail.com,googlemail.com,outlook.com,hotmail.com,live.com,msn.com,yahoo.com,icloud.com,me.com,mac.com,aol.com",
    "proton.me,protonmail.com,gmx.com,gmx.net,gmx.de,web.de,mail.com,mail.ru,yandex.ru,qq.com,163.com,126.com,zoho.com",
    "linkedin.com,facebook.com,instagram.com,x.com,twitter.com,github.com,gitlab.com,medium.com,youtube.com,t.me",
  ]
    .join(",")
    .split(","),
);

/** Every value of a row by which the entity can be found again, in canonical order. */
export function identifiersOf(schema: EntitySchema, row: JsonObject): readonly Identifier[] {
  const type = schema.entity_type;
  const ruleType = ruleTypeOf(schema);
  const given = givenName(ruleType, row);
  const titles = isPersonal(ruleType) ? [] : texts(row, ["title"]);
  const names = new Set([...texts(row, NAME_FIELDS), ...titles, ...(given ? [given.text] : [])]);
  const emails = texts(row, EMAIL_FIELDS).map(emailOf);
  const numbers = [...NUMBER_FIELDS, `${type}_number`, `${ruleType}_number`];
  const ids = [...ownIds(type), ...ownIds(ruleType), ...EXTERNAL_FIELDS];
  const webs = texts(row, WEB_FIELDS).map(webOf);
  const companyMail = isCompany(ruleType) ? emails.map(ownDomainOf) : [];
  return distinct([
    ...[...names].flatMap((name) => namesFor(name)),
    ...kindOf("email", emails),
    ...kindOf("phone", texts(row, PHONE_FIELDS).map(phoneOf)),
    ...kindOf("domain", [...webs.map((web) => web?.domain), ...companyMail]),
    ...kindOf("number", texts(row, numbers).map(numberOf)),
    ...kindOf("external", [...texts(row, ids).map(foldText), ...webs.map((web) => web?.page)]),
  ]);
}

/** All the ways a typed identifier may stand in the index. */
export function lookups(text: string): readonly Identifier[] {
  const web = webOf(text);
  return distinct([
    ...namesFor(text),
    ...kindOf("email", [emailOf(text)]),
    ...kindOf("phone", [phoneOf(text)]),
    ...kindOf("domain", [web?.domain]),
    ...kindOf("number", [numberOf(text)]),
    ...kindOf("external", [foldText(text), web?.page]),
  ]);
}

/** With and without its legal form: whoever asks does not say that it is a company. */
function namesFor(name: string): readonly Identifier[] {
  const folded = foldText(name);
  return kindOf("name", [folded, withoutLegalForm(folded)]);
}

export function emailOf(text: string): string | undefined {
  const folded = foldText(text);
  return EMAIL.test(folded) ? folded : undefined;
}

/** Digits alone, with the country where it was given: +49 (0)30 12, 0049 30 12 and 49 30 12 are one number. */
export function phoneOf(text: string): string | undefined {
  const plain = text.length > VALUE_CHARS_MAX ? "" : text.normalize("NFKC").trim();
  if (!PHONE.test(plain)) return undefined;
  const international = plain.startsWith("+") || plain.startsWith("00");
  const digits = (international ? plain.replace("(0)", "") : plain).replace(/\D/g, "").replace(/^00/, "");
  return digits.length >= 6 && digits.length <= 15 ? digits : undefined;
}

/** Letters and digits alone; a number has at least one digit. */
function numberOf(text: string): string | undefined {
  const bare = text.length > VALUE_CHARS_MAX ? "" : foldText(text).replace(/[^\p{L}\p{N}]/gu, "");
  return /\p{N}/u.test(bare) && bare.length >= 2 ? bare : undefined;
}

/** A site's domain where the whole site is its owner's, else the page. */
function webOf(text: string): { domain?: string; page?: string } | undefined {
  const trimmed = text.trim();
  if (trimmed.length > 2048 || /[\s@]/.test(trimmed)) return undefined;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (url === null || !/^https?:$/.test(url.protocol) || !/\.[a-z][a-z0-9-]+$/.test(url.hostname)) return undefined;
  const host = url.hostname.replace(/^www\./, "");
  const path = url.pathname.replace(/\/+$/, "");
  if (path === "" && url.search === "") return SHARED_DOMAINS.has(host) ? {} : { domain: host };
  return { page: `${host}${path}${url.search}`.toLowerCase() };
}

function ownDomainOf(email: string | undefined): string | undefined {
  const domain = email?.slice(email.indexOf("@") + 1);
  return domain === undefined || SHARED_DOMAINS.has(domain) ? undefined : domain;
}

/** The texts in these fields, each a value or an array of them. */
function texts(row: JsonObject, fields: readonly string[]): string[] {
  return fields.flatMap((field) => {
    const value = Object.hasOwn(row, field) ? row[field] : undefined;
    if (!Array.isArray(value)) return textOf(row, field) ?? [];
    return value.filter((item) => typeof item === "string" && item.trim() !== "").slice(0, TEXTS_PER_FIELD_MAX);
  });
}

function kindOf(kind: Identifier["kind"], values: readonly (string | undefined)[]): Identifier[] {
  return values
    .filter((value): value is string => value !== undefined && value !== "")
    .map((value) => ({ kind, value: value.length > VALUE_CHARS_MAX ? `sha256:${sha256(value)}` : value }));
}

function distinct(identifiers: readonly Identifier[]): readonly Identifier[] {
  const byKey = new Map(identifiers.map((identifier) => [`${identifier.kind}:${identifier.value}`, identifier]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, identifier]) => identifier);
}

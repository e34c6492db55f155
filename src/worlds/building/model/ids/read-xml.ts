import { XMLParser, XMLValidator } from "fast-xml-parser";

/** An element of XML without its namespace: what is written on it, what is in it, and its own text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

type Raw = Readonly<Record<string, unknown>>;

const ATTRIBUTES = ":@";
const TEXT = "#text";

/** Reads a small XML file; undefined where it is not well-formed, or declares entities of its own. */
export function readXml(text: string): XmlElement | undefined {
  // No IDS needs one, and what they expand to has no bounds.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return undefined;
  if (XMLValidator.validate(text) !== true) return undefined;
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: "",
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    htmlEntities: true,
  });
  const top = (parser.parse(text) as Raw[]).map(elementOf).filter((one) => one !== undefined);
  return top.length === 1 ? top[0] : undefined;
}

function elementOf(raw: Raw): XmlElement | undefined {
  const name = Object.keys(raw).find((key) => key !== ATTRIBUTES);
  if (name === undefined || name === TEXT) return undefined;
  const inner = raw[name] as Raw[];
  return {
    name,
    attributes: (raw[ATTRIBUTES] ?? {}) as Record<string, string>,
    children: inner.map(elementOf).filter((one) => one !== undefined),
    text: inner
      .filter((one) => TEXT in one)
      .map((one) => String(one[TEXT]))
      .join(""),
  };
}

export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((one) => one.name === name);
}

export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((one) => one.name === name);
}

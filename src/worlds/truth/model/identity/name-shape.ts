import { foldText, isPlain } from "./clean-text.ts";

/** What people put before and after their names. */
const TITLES = new Set(
  [
    "dr,prof,professor,doctor,mr,mrs,ms,miss,mx,sir,lady,lord,dame,rev,hon,herr,frau,hr,fr,dipl,ing,mag,med,phil,rer,nat",
    "m,mme,mlle,monsieur,madame,maître,maitre,sr,sra,srta,señor,señora,don,doña,dott,dottore,dottssa,sig,signor,signora",
    "dhr,mevr,pan,pani,phd,md,mba,msc,bsc,llm,esq,jr,jun,sen,ii,iii,cpa",
  ]
    .join(",")
    .split(","),
);

const LETTERS: Readonly<Record<string, string>> = { ø: "o", ł: "l", đ: "d", æ: "ae", œ: "oe", þ: "th", ı: "i", ð: "d" };

/**
 * A name without what people leave out or turn round: accents, titles, punctuation and the order of its words. Names of
 * one shape are alike; they need not be the same. Empty where nothing is left.
 */
export function nameShape(name: string): string {
  const folded = foldText(name);
  const isBare = isPlain(folded);
  const words = folded.split(isBare ? /[^a-z0-9]+/ : /[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== "");
  const own = words.filter((word) => !TITLES.has(word));
  return (own.length === 0 ? words : own)
    .map((word) => (isBare ? word : withoutAccents(word)))
    .sort((a, b) => (a < b ? -1 : 1))
    .join(" ");
}

/** Marks are accents on Latin and Greek letters only; elsewhere they are vowels. */
function withoutAccents(word: string): string {
  const bare = word
    .normalize("NFD")
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu, "")
    .normalize("NFC");
  return bare.replace(/[øłđæœþıð]/g, (letter) => LETTERS[letter] ?? letter);
}

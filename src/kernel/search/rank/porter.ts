const CONSONANT = "[^aeiou]";
const VOWEL = "[aeiouy]";
const CONSONANTS = `${CONSONANT}[^aeiouy]*`;
const VOWELS = `${VOWEL}[aeiou]*`;

/** The measure of a stem, Porter's m, is how many vowel-consonant groups it has. */
const M_ABOVE_0 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}`);
const M_IS_1 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}(${VOWELS})?$`);
const M_ABOVE_1 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`);
const HAS_VOWEL = new RegExp(`^(${CONSONANTS})?${VOWEL}`);
const ENDS_SHORT = new RegExp(`^${CONSONANTS}${VOWEL}[^aeiouwxy]$`);
const ENDS_DOUBLE = /([^aeiouylsz])\1$/;

const STEP_2: Readonly<Record<string, string>> = {
  ational: "ate",
  tional: "tion",
  enci: "ence",
  anci: "ance",
  izer: "ize",
  bli: "ble",
  alli: "al",
  entli: "ent",
  eli: "e",
  ousli: "ous",
  ization: "ize",
  ation: "ate",
  ator: "ate",
  alism: "al",
  iveness: "ive",
  fulness: "ful",
  ousness: "ous",
  aliti: "al",
  iviti: "ive",
  biliti: "ble",
  logi: "log",
};
const STEP_3: Readonly<Record<string, string>> = {
  icate: "ic",
  ative: "",
  alize: "al",
  iciti: "ic",
  ical: "ic",
  ful: "",
  ness: "",
};
const STEP_2_ENDING = new RegExp(`^(.+?)(${Object.keys(STEP_2).join("|")})$`);
const STEP_3_ENDING = new RegExp(`^(.+?)(${Object.keys(STEP_3).join("|")})$`);
const STEP_4_ENDING = /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$/;

/** The stem of a lower-case English word by Porter's algorithm of 1980, as SQLite's `porter` tokenizer has it. */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  // A leading y is a consonant, which the patterns only see when it is not written y.
  const guarded = word.startsWith("y") ? `Y${word.slice(1)}` : word;
  return endings(pastAndProgressive(plurals(guarded))).toLowerCase();
}

function plurals(word: string): string {
  if (/(ss|i)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

function pastAndProgressive(word: string): string {
  if (word.endsWith("eed")) return M_ABOVE_0.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const match = /^(.+?)(ed|ing)$/.exec(word);
  const start = match?.[1] ?? "";
  if (!HAS_VOWEL.test(start)) return word;
  if (/(at|bl|iz)$/.test(start)) return `${start}e`;
  if (ENDS_DOUBLE.test(start)) return start.slice(0, -1);
  return ENDS_SHORT.test(start) ? `${start}e` : start;
}

function endings(word: string): string {
  let now = /y$/.test(word) && HAS_VOWEL.test(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
  now = replaceEnding(now, STEP_2_ENDING, STEP_2);
  now = replaceEnding(now, STEP_3_ENDING, STEP_3);
  now = dropEnding(now);
  if (now.endsWith("e")) {
    const start = now.slice(0, -1);
    if (M_ABOVE_1.test(start) || (M_IS_1.test(start) && !ENDS_SHORT.test(start))) now = start;
  }
  return now.endsWith("ll") && M_ABOVE_1.test(now) ? now.slice(0, -1) : now;
}

function replaceEnding(word: string, pattern: RegExp, to: Readonly<Record<string, string>>): string {
  const [, start = "", ending = ""] = pattern.exec(word) ?? [];
  return ending !== "" && M_ABOVE_0.test(start) ? start + (to[ending] ?? "") : word;
}

function dropEnding(word: string): string {
  const start = STEP_4_ENDING.exec(word)?.[1] ?? /^(.+?[st])ion$/.exec(word)?.[1];
  return start !== undefined && M_ABOVE_1.test(start) ? start : word;
}

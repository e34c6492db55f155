/** What HTML calls characters, from these codes on, in their order; "-" is one that has no name. */
const NAMES_FROM: Readonly<Record<number, string>> = {
  160:
    "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para " +
    "middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute " +
    "Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml " +
    "Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml " +
    "eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml",
  338: "OElig oelig",
  352: "Scaron scaron",
  913: "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi Psi Omega",
  945: "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega",
  8194: "ensp emsp",
  8201: "thinsp",
  8204: "zwnj zwj lrm rlm",
  8211: "ndash mdash - - - lsquo rsquo sbquo - ldquo rdquo bdquo - dagger Dagger bull - - - hellip",
  8240: "permil - prime Prime",
  8249: "lsaquo rsaquo",
  8364: "euro",
  8482: "trade",
  8592: "larr uarr rarr darr harr",
  8722: "minus",
  8734: "infin",
  8776: "asymp",
  8800: "ne equiv - - le ge",
  10003: "check",
};
const NAMED: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }),
  ...Object.entries(NAMES_FROM).flatMap(([from, names]) =>
    names.split(" ").map((name, index) => [name, String.fromCodePoint(Number(from) + index)] as const),
  ),
  // Space all the same.
  ["nbsp", " "],
]);

/** Text with the characters that stand for others put back: "&eacute;", "&#233;", "&#xe9;". */
export function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}[0-9]{0,2}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED.get(name) ?? NAMED.get(String(name).toLowerCase()) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    // Pages number these as Windows does.
    if (code >= 0x80 && code <= 0x9f) return new TextDecoder("windows-1252").decode(Uint8Array.of(code));
    const isPlain = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isPlain ? String.fromCodePoint(code) : "\ufffd";
  });
}

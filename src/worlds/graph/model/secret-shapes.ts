type Check = (found: RegExpExecArray) => boolean;

export interface Secret {
  readonly kind: string;
  readonly pattern: RegExp;
  /** Whether what was found is one; without it, it always is. */
  readonly isOne?: Check;
}

export const hasDigit = (text: string): boolean => /\d/.test(text);

/** Keys whose makers gave them a beginning of their own. */
const KEYS = [
  String.raw`\bA(?:KIA|SIA)[0-9A-Z]{16}\b`,
  String.raw`\bgh[pousr]_[A-Za-z0-9]{20,}\b`,
  String.raw`\bgithub_pat_[A-Za-z0-9_]{20,}\b`,
  String.raw`\bxox[abeoprs][-.][A-Za-z0-9.-]{10,}`,
  String.raw`\bxapp-[A-Za-z0-9-]{10,}`,
  String.raw`\bAIza[0-9A-Za-z_-]{30,}`,
  String.raw`\bya29\.[0-9A-Za-z_-]{10,}`,
  String.raw`\bGOCSPX-[0-9A-Za-z_-]{20,}`,
  String.raw`\bgl(?:pat|dt|rt|ptt)-[A-Za-z0-9_-]{16,}`,
  String.raw`\bnpm_[A-Za-z0-9]{36}\b`,
  String.raw`\bhf_[A-Za-z0-9]{30,}\b`,
  String.raw`\bwhsec_[A-Za-z0-9+/=]{16,}`,
  String.raw`\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}`,
  String.raw`\bdo[opr]_v1_[0-9a-f]{32,}\b`,
  String.raw`\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b`,
  String.raw`\bpypi-[A-Za-z0-9_-]{40,}`,
  String.raw`\b\d{8,10}:AA[A-Za-z0-9_-]{32,}`,
  String.raw`\bhv[sb]\.[A-Za-z0-9_-]{20,}`,
  String.raw`\bSK[0-9a-f]{32}\b`,
  String.raw`\bdp\.(?:pt|st|ct|sa|scim)\.[A-Za-z0-9_.-]{20,}`,
  String.raw`\blin_(?:api|oauth)_[A-Za-z0-9]{20,}\b`,
  String.raw`\b(?:ntn|secret)_[A-Za-z0-9]{40,}\b`,
  String.raw`\bsq0[a-z]{3}-[A-Za-z0-9_-]{20,}`,
  String.raw`\bkey-[0-9a-z]{32}\b`,
  String.raw`\b[0-9a-f]{32}-us\d{1,2}\b`,
  String.raw`\bdapi[0-9a-f]{32}\b`,
  String.raw`\bglsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}\b`,
  String.raw`\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\b`,
  String.raw`\b(?:gsk_|xai-|pplx-|r8_|pcsk_|sbp_|nfp_)[A-Za-z0-9_]{30,}\b`,
  String.raw`\bsntry[su]_[A-Za-z0-9+/=_-]{30,}`,
  String.raw`\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{40,}`,
  String.raw`\bATATT3x[A-Za-z0-9_=-]{40,}`,
  String.raw`\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}\b`,
].join("|");

const DASH = String.raw`[-\u2010-\u2013]`;

/** Secrets that their own shape tells, most telling first: what one has taken, the next does not see. */
export const BY_SHAPE: readonly Secret[] = [
  {
    kind: "private_key",
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  { kind: "private_key", pattern: /PuTTY-User-Key-File-\d[\s\S]*?(?:Private-MAC: ?[0-9a-f]+|$)/g },
  { kind: "private_key", pattern: /\bAGE-SECRET-KEY-1[0-9A-Z]{40,}\b/g },
  {
    kind: "private_key",
    pattern: /\bLS0tLS1CRUdJTi[A-Za-z0-9+/]{20,}={0,2}/g,
    isOne: ([all = ""]) => isKeyInside(all),
  },
  // The private part of a key in JSON.
  { kind: "private_key", pattern: /(?<="d"\s{0,3}:\s{0,3}")[A-Za-z0-9_-]{40,}(?=")/g },
  { kind: "private_key", pattern: /(?<=\bprivate[ _-]?key\b\W{1,6}(?:is\s{1,3})?)(?:0x)?[0-9a-f]{64}\b/gi },
  {
    kind: "private_key",
    pattern:
      /(?<=\b(?:seed|recovery|mnemonic)[ -](?:phrase|words)\b\W{0,6}(?:is\W{1,4}|are\W{1,4})?)(?:[a-z]{3,8}[ ,]{1,3}){11,23}[a-z]{3,8}\b/gi,
  },
  {
    kind: "bearer_token",
    pattern: /\b[Bb]earer\s+([A-Za-z0-9._~+/-]{8,}=*)/g,
    isOne: ([, value = ""]) => hasDigit(value) || value.length >= 20,
  },
  { kind: "bearer_token", pattern: /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g },
  { kind: "bearer_token", pattern: /(?<=\bcookie:\s{0,3})[^\s=;]{1,100}=[^\n]{8,}/gi },
  {
    kind: "password",
    pattern: /\bBasic\s+([A-Za-z0-9+/]{8,}={0,2})/g,
    isOne: ([, value = ""]) => /[a-z]/.test(value) && /.[A-Z]/.test(value) && /[\d=]/.test(value),
  },
  { kind: "password", pattern: /(?<="auth"\s{0,3}:\s{0,3}")[A-Za-z0-9+/]{10,}={0,2}(?=")/g },
  {
    kind: "api_key",
    pattern:
      /\b(?:sk|pk|rk)[-_](?:(?:live|test|proj|ant|or|svcacct|admin)[-_][A-Za-z0-9_-]{10,}|(?=[A-Za-z]{0,64}\d)[A-Za-z0-9]{16,})\b/g,
  },
  { kind: "api_key", pattern: new RegExp(KEYS, "g") },
  { kind: "api_key", pattern: /https:\/\/hooks\.slack\.com\/(?:services|workflows)\/[A-Za-z0-9/_-]{20,}/g },
  // What signs an address for whoever has it.
  { kind: "api_key", pattern: /(?<=[?&](?:sig|signature|x-amz-signature)=)[A-Za-z0-9%+/_=-]{20,}/gi },
  {
    kind: "api_key",
    pattern: /(?<=\b(?:token|secret|api[ _-]?key)\s{1,3})[A-Za-z0-9_]{20,256}={0,2}(?![A-Za-z0-9_+/.-])/gi,
    isOne: ([value = ""]) => hasDigit(value) && /[a-z]/i.test(value),
  },
  { kind: "password", pattern: /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@]*:[^\s/@]+@/gi },
  { kind: "password", pattern: /(?<=\bcurl\b[^\n]{0,200}\s(?:-u|--user)[ =])["']?[^\s:"']{1,64}:[^\s"']{3,}["']?/g },
  { kind: "password", pattern: /(?<=\bsshpass\s{1,3}-p\s{0,3})(?:'[^'\n]+'|"[^"\n]+"|[^\s'"]+)/g },
  { kind: "password", pattern: /(?<=\blogin\s{1,3}\S{1,64}\s{1,3}password\s{1,3})\S{4,}/g },
  {
    kind: "ssn",
    pattern: new RegExp(
      String.raw`(?<!\d|\d${DASH})(?!000|666|9\d\d)\d{3}${DASH}(?!00)\d{2}${DASH}(?!0000)\d{4}(?!${DASH}?\d)`,
      "g",
    ),
  },
  {
    kind: "ssn",
    pattern: /(?<=\b(?:ssn|social[ -]security(?:[ -](?:number|no\.?))?)\b[^\d\n]{0,12})\d{3}[ .-]?\d{2}[ .-]?\d{4}\b/gi,
  },
  {
    kind: "ssn",
    pattern:
      /(?<![\d.-])\d{3}[ .-]?\d{2}[ .-]?\d{4}(?= (?:is|was|ist)\b[^\d\n:;,.]{0,20}\b(?:ssn\b|social[ -]security))/gi,
  },
];

/** Whether what is written in base64 begins like a private key. */
function isKeyInside(encoded: string): boolean {
  return Buffer.from(encoded.slice(0, 80), "base64").toString("latin1").includes("PRIVATE KEY");
}

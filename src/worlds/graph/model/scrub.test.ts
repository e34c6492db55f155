import { describe, expect, test } from "vitest";
import { growth } from "../../../../test/kit/growth.ts";
import { scrub, scrubAll } from "./scrub.ts";

describe("takes out", () => {
  test.each([
    ["a card number", "Card 4111 1111 1111 1111", "Card [credit_card]"],
    [
      "a card number with what follows it",
      "Card 4111 1111 1111 1111 12/27 cvv 123",
      "Card [credit_card] 12/27 cvv 123",
    ],
    ["a card number behind a year", "2024 4111-1111-1111-1111.", "2024 [credit_card]."],
    ["two in a row", "4111 1111 1111 1111 5500 0000 0000 0004", "[credit_card] [credit_card]"],
    ["a named token", "access_token=abcdefghij0123456789 for CI", "[bearer_token] for CI"],
    ["a bearer token", "Authorization: Bearer abcdefgh12345678", "Authorization: [bearer_token]"],
    ["a key by its shape", "use sk-live-abcdefghijklmnop1234", "use [api_key]"],
    ["a password", "the password is hunter22", "the [password]"],
    ["a social-security number", "SSN 123-45-6789", "SSN [ssn]"],
    ["one without dashes that its name tells", "SSN: 123456789, or 078 05 1120", "SSN: [ssn], or 078 05 1120"],
    ["a card number with points", "4111.1111.1111.1111", "[credit_card]"],
    ["a card number with spaces that do not break", "3782\u00a0822463\u00a010005", "[credit_card]"],
    ["a secret key of settings", "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCY", "aws_[api_key]"],
    ["a password of settings", "DB_PASSWORD=hunter2\nPORT=80", "DB_[password]\nPORT=80"],
    ["a token behind a longer name", "export MY_GITHUB_TOKEN=abc123def456", "export MY_GITHUB_[bearer_token]"],
    ["a password in JSON", '{"user":"ann","password":"correct horse"}', '{"user":"ann","password":"[password]"}'],
    [
      "one in JSON within a text",
      String.raw`"{\"api_key\": \"a1b2c3d4\"}"`,
      String.raw`"{\"api_key\": \"[api_key]\"}"`,
    ],
    ["a password in code", 'const dbPassword = "geheim1";', "const db[password];"],
    ["a password in German", "Das Passwort ist geheim123.", "Das [password]"],
    ["a password in Russian and Chinese", "пароль: qwerty12 密码：abc12345", "[password] [password]"],
    ["a user's password for curl", "curl -u admin:hunter2 https://a.example", "curl -u [password] https://a.example"],
    ["basic authorization", "Authorization: Basic dXNlcjpwYXNzd29yZA==", "Authorization: [password]"],
    ["a password in an address", "postgres://ann:p4ss@db/app", "[password]db/app"],
    ["a PGP key", "-----BEGIN PGP PRIVATE KEY BLOCK-----\nlQOY\n-----END PGP PRIVATE KEY BLOCK-----", "[private_key]"],
    ["a web hook", "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXX", "[api_key]"],
    [
      "keys of other makers",
      `ASIAIOSFODNN7EXAMPLE npm_${"a1".repeat(18)} hf_${"aB".repeat(17)}`,
      "[api_key] [api_key] [api_key]",
    ],
    ["a card number with wide gaps", "4242  4242  4242  4242", "[credit_card]"],
    ["a card number with dashes that do not break", "4242\u20114242\u20114242\u20114242", "[credit_card]"],
    ["a card number in wide digits", "卡号 ４２４２４２４２４２４２４２４２。", "卡号 [credit_card]。"],
    ["a social-security number with long dashes", "123\u201345\u20136789", "[ssn]"],
    ["one that is named afterwards", "078 05 1120 is my SSN", "[ssn] is my SSN"],
    [
      "a password of something",
      "The password for the guest wifi is Regenbogen77.",
      "The password for the guest wifi is [password]",
    ],
    ["a password without spaces", "密码是abc12345", "[password]"],
    ["a password behind an arrow", "password → hunter22", "[password]"],
    ["a password in an address without a user", "redis://:s3cret@cache/0", "[password]cache/0"],
    ["a password for ssh", "sshpass -p 'hunter22' ssh a@b", "sshpass -p [password] ssh a@b"],
    ["a login of netrc", "machine a.b login ann password hunter22", "machine a.b login ann password [password]"],
    ["a login of a registry", '{"auth":"dXNlcjpwYXNzd29yZA=="}', '{"auth":"[password]"}'],
    ["a cookie", "Cookie: sid=38afes7a8d9f; t=1\nHost: a", "Cookie: [bearer_token]\nHost: a"],
    ["a token that is only named", `Authorization: token ${"16c7e42f".repeat(5)}`, "Authorization: token [api_key]"],
    ["a signature of an address", "https://a.b/c?sv=1&sig=abcDEF123%2Bghi456jkl7", "https://a.b/c?sv=1&sig=[api_key]"],
    ["a key of Vault and one of Twilio", `hvs.${"aB3".repeat(8)} SK${"0a".repeat(16)}`, "[api_key] [api_key]"],
    ["a private key of PuTTY", "PuTTY-User-Key-File-2: ssh-rsa\nAAAA\nPrivate-MAC: 0a1b", "[private_key]"],
    [
      "a private key in base64",
      Buffer.from(`-----BEGIN PRIVATE KEY-----\n${"A".repeat(30)}`).toString("base64"),
      "[private_key]",
    ],
    [
      "the private part of a key in JSON",
      `{"kty":"RSA","d":"${"a1_-".repeat(12)}"}`,
      '{"kty":"RSA","d":"[private_key]"}',
    ],
    ["a key of a wallet", `private key 0x${"4c".repeat(32)}`, "private key [private_key]"],
    ["the words of a wallet", `seed phrase: ${"abandon ".repeat(11)}about`, "seed phrase: [private_key]"],
  ])("%s", (_what, text, clean) => {
    expect(scrub(text).text).toBe(clean);
  });
});

test.each([
  "order 1234567890123",
  "+49 170 1234 5678 9012 33",
  "the token: a reason",
  "Ada paid 4111 in 2024",
  "Order 1000000000000008 shipped at 1700000000003",
  "IMEI 490154203237518, ISBN 978-0-306-40615-7",
  "a length of 0.4111111111111111",
  "part 123-45-6789-00",
  "The password is required to log in.",
  "apiKey: string; password: optional",
  "const password = req.body.password;",
  "PASSWORD=$DB_PASSWORD npm start",
  "Bearer authentication is used by a bearer of bad news",
  "pk_constraint_users_accounts_2024",
  "pass: 1234 of 1240 tests",
  // An account number lets nobody in, and is what people want to be told again.
  "The landlord's IBAN is DE89 3704 0044 0532 0130 00, mine GB29NWBK60161331926819",
  "密码是什么？我忘了密码",
  "password → hashed → stored",
  "The password for the portal is valid until 2027.",
  "the secret docs/security/rotation-2024.md",
  "rows of 4242\n4242\n4242\n4242",
  `a certificate ${Buffer.from("-----BEGIN CERTIFICATE-----\nMIIB0000000000000000").toString("base64")}`,
])("leaves what is no secret as it is: %s", (text) => {
  expect(scrub(text)).toEqual({ text, found: {} });
});

test("counts by kind over several texts", () => {
  expect(scrubAll(["password: hunter22", "123-45-6789 and 123-45-6789"])).toEqual({
    texts: ["[password]", "[ssn] and [ssn]"],
    found: { password: 1, ssn: 2 },
  });
});

test.each(["4 ", "1", "a_", "token=", "password is ", "curl -u ", "ssn ", "a-a.", "password for a "])(
  "takes no longer than its text of nothing but %j is long",
  (piece) => {
    const scrubbed = (chars: number) => scrub(piece.repeat(chars / piece.length));
    // Sixteen times as long where every character looks at all the others.
    expect(growth(scrubbed, 60_000, 240_000)).toBeLessThan(10);
  },
);

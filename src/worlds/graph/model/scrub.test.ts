import { describe, expect, test } from "vitest";
import { growth } from "../../../../test/kit/growth.ts";
import { scrub, scrubbedFrom } from "./scrub.ts";

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
])("leaves what is no secret as it is: %s", (text) => {
  expect(scrub(text)).toEqual({ text, found: {} });
});

test("counts by kind over several texts", () => {
  expect(scrubbedFrom(["password: hunter22", "123-45-6789 and 123-45-6789"])).toEqual({ password: 1, ssn: 2 });
});

test.each(["4 ", "1", "a_", "token=", "password is ", "curl -u ", "ssn ", "a-a."])(
  "takes no longer than its text of nothing but %j is long",
  (piece) => {
    const scrubbed = (chars: number) => scrub(piece.repeat(chars / piece.length));
    // Sixteen times as long where every character looks at all the others.
    expect(growth(scrubbed, 60_000, 240_000)).toBeLessThan(10);
  },
);

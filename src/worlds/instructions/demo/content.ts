/** A small set of instructions that a team might really have, with who owns them and what must hold. */
export const DEMO_ENTRIES: readonly Readonly<Record<string, unknown>>[] = [
  {
    id: "no-secrets-in-code",
    title: "Keep secrets out of the repository",
    body: "Never write a password, token or private key into a file that is committed.\n\nRead secrets from the environment, and say in the README which variables are needed. If a secret was committed, rotate it first and rewrite the history second.",
    rationale: "A secret in git is public from the first clone on.",
    priority: 5,
    audience: "all",
    requirement: "critical",
    categories: ["security", "git"],
    classification: "public",
  },
  {
    id: "test-before-merge",
    title: "Every bug fix brings its test",
    body: "A bug is fixed together with the test that would have caught it.\n\nWrite the test first and see it fail. A fix without a test is accepted only with a sentence on why it cannot be tested.",
    priority: 15,
    audience: "group",
    requirement: "mandatory",
    categories: ["testing", "review"],
  },
  {
    id: "commit-messages",
    title: "Say in a commit what is different now",
    body: "The first line says in the imperative, within 72 characters, what is different after the commit.\n\nThe body says why, where the change itself does not.",
    priority: 45,
    audience: "all",
    requirement: "recommended",
    categories: ["git"],
  },
  {
    id: "incident-first-hour",
    title: "The first hour of an incident",
    body: "Stop the harm first, then look for the cause.\n\nWrite down what you do and when, in the channel of the incident. One person decides, one person speaks to those affected. Nothing is deleted.",
    priority: 10,
    audience: "group",
    requirement: "mandatory",
    categories: ["operations", "scope:team:on-call"],
    classification: "restricted",
  },
  {
    id: "plain-words",
    title: "Write plainly",
    body: "Prefer a short common word to a long rare one, and an example to an adjective.\n\nRead the text aloud once before you send it.",
    priority: 80,
    audience: "all",
    requirement: "optional",
    categories: ["writing"],
  },
  {
    id: "squash-everything",
    title: "Squash every branch",
    body: "Squash each branch into one commit before it is merged.",
    priority: 60,
    audience: "all",
    requirement: "deprecated",
    deprecatedBy: "commit-messages",
    categories: ["git"],
  },
];

export const DEMO_GATES = {
  gates: [
    {
      id: "enough-mandatory",
      description: "At least two rules bind everyone",
      type: "count",
      where: { any: [{ requirement: "mandatory" }, { requirement: "critical" }] },
      op: ">=",
      value: 2,
      severity: "error",
    },
    {
      id: "nothing-unowned",
      description: "Every instruction has an owner",
      type: "count",
      where: { owner: "unowned" },
      op: "==",
      value: 0,
      severity: "warn",
    },
  ],
};

export const DEMO_OWNERS = {
  ownership: [
    { pattern: "secret|incident", owner: "security-team" },
    { pattern: "test|commit|squash", owner: "engineering" },
  ],
};

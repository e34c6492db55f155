/** Whose what belongs to no user is. No user can have this id: theirs never begin with a tilde. */
export const INSTALLATION = "~installation";

/** Whose transaction it is where one looks at what all tenants have: verification, replay, watching, migrations. */
export const EVERY_TENANT = "~every";

/** Whose accounts, sessions and consents are, and the log of what happened to them. No call of a tool ever reads as it. */
export const ACCOUNTS = "~accounts";

/** What was given on the command line, by flag; a list where a flag may be repeated. */
export type Flags = Readonly<Record<string, string | boolean | readonly string[]>>;

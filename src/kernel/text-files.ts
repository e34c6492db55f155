/** A text that was taken out of a file, and what the file says of itself beside it. */
export interface TextFile {
  readonly text: string;
  readonly properties: readonly TextProperty[];
  /** What a page says for programs in JSON-LD, as it stands. */
  readonly data?: readonly string[];
}

export interface TextProperty {
  readonly name: string;
  readonly value: string;
}

/** A mail: its headers as they read, its text, and what is attached to it. */
export interface MailFile {
  readonly headers: readonly TextProperty[];
  readonly from: readonly Mailbox[];
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly bcc?: readonly Mailbox[];
  /** ISO 8601, where the header says a time. */
  readonly date: string | null;
  readonly text: string;
  /** Markup, where there is no plain text. */
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
  /** Attachments beyond what is looked at. */
  readonly leftOut: number;
}

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

export interface MailAttachment {
  readonly name: string | null;
  readonly mimeType: string;
  readonly bytes: number;
  /** Its content in base64; absent where it is too large to be looked into. */
  readonly content?: string;
}

/** Calendars and address books: components with properties, in the order of the file. */
export interface CardFile {
  readonly components: readonly CardComponent[];
}

export interface CardComponent {
  readonly name: string;
  readonly properties: readonly CardProperty[];
  readonly components: readonly CardComponent[];
}

export interface CardProperty {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** What it says; of a structured value all parts. */
  readonly values: readonly (readonly string[])[];
  /** Where its value stands in the text, in UTF-16 units, with the folds of long lines. */
  readonly start: number;
  readonly end: number;
}

/** The person at the keyboard asked for something that cannot be: shown plainly, exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}

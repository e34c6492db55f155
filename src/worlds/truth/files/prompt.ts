/** What a model is asked: the same texts are always asked about in the same words. */
export interface Prompt {
  readonly system: string;
  readonly user: string;
  /** Of the words that do not change from file to file. */
  readonly hash: string;
}

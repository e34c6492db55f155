/** That a result was as similar to a query as this, and how relevant it turned out to be. */
export interface Prediction {
  readonly id: string;
  readonly query_id: string;
  readonly result_id: string;
  readonly domain: string;
  /** Before any temperature, over all spaces and in each; null in a space where one of both says nothing. */
  readonly similarity: number;
  readonly spaces: readonly (number | null)[];
  readonly outcome: number;
}

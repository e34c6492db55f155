/** How often a user may store, by any tool that does, and list. `limits.NAME_per_minute` changes it. */
export const STORE_BUDGET = { name: "store", callsPerMinute: 100 } as const;
export const RETRIEVE_BUDGET = { name: "retrieve_entities", callsPerMinute: 300 } as const;

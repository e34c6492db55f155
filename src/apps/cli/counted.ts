/** So many of something, in words: `counted(1, "entries")` is "1 entry". */
export function counted(count: number, many: string): string {
  return `${count} ${count === 1 ? many.replace(/ies$/, "y").replace(/s$/, "") : many}`;
}

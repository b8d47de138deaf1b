/** Returns how many pieces are present from the first one on without a gap. */
export function piecesInARow(numbers: readonly number[]): number {
  const there = new Set(numbers)
  let last = 0
  while (there.has(last + 1)) last++
  return last
}

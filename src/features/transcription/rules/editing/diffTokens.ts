/** A part of a list that differs: `before[fromBefore, toBefore)` became `after[fromAfter, toAfter)`. */
export type Difference = {
  readonly fromBefore: number
  readonly toBefore: number
  readonly fromAfter: number
  readonly toAfter: number
}

/** Above this many cells of the table, the part between the common start and the common end counts as one difference. */
const MAX_CELLS = 4_000_000

/** Returns the parts in which two lists of texts differ, in order, so that the longest common subsequence stays. */
export function diffTokens(before: readonly string[], after: readonly string[]): Difference[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let [endBefore, endAfter] = [before.length, after.length]
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore--
    endAfter--
  }
  if (start === endBefore && start === endAfter) return []
  const rest = { fromBefore: start, toBefore: endBefore, fromAfter: start, toAfter: endAfter }
  if (start === endBefore || start === endAfter || (endBefore - start) * (endAfter - start) > MAX_CELLS) return [rest]
  return diffMiddle(before, after, rest)
}

function diffMiddle(before: readonly string[], after: readonly string[], part: Difference): Difference[] {
  const [rows, columns] = [part.toBefore - part.fromBefore, part.toAfter - part.fromAfter]
  const width = columns + 1
  // Cell [row, column]: the length of the longest common subsequence of the rests behind it.
  const lengths = new Uint32Array((rows + 1) * width)
  const isEqual = (row: number, column: number) => before[part.fromBefore + row] === after[part.fromAfter + column]
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      lengths[row * width + column] = isEqual(row, column)
        ? lengths[(row + 1) * width + column + 1]! + 1
        : Math.max(lengths[(row + 1) * width + column]!, lengths[row * width + column + 1]!)
    }
  }
  const differences: Difference[] = []
  let [row, column] = [0, 0]
  while (row < rows || column < columns) {
    const [fromRow, fromColumn] = [row, column]
    while (row < rows || column < columns) {
      if (row < rows && column < columns && isEqual(row, column)) break
      const down = row < rows ? lengths[(row + 1) * width + column]! : -1
      const right = column < columns ? lengths[row * width + column + 1]! : -1
      if (down >= right) row++
      else column++
    }
    if (row > fromRow || column > fromColumn) {
      differences.push({
        fromBefore: part.fromBefore + fromRow,
        toBefore: part.fromBefore + row,
        fromAfter: part.fromAfter + fromColumn,
        toAfter: part.fromAfter + column,
      })
    }
    while (row < rows && column < columns && isEqual(row, column)) {
      row++
      column++
    }
  }
  return differences
}

/** A range in which two lists differ: `before[fromBefore, toBefore)` became `after[fromAfter, toAfter)`. */
export type Difference = {
  readonly fromBefore: number
  readonly toBefore: number
  readonly fromAfter: number
  readonly toAfter: number
}

/** A range with at most this many pairs of tokens is compared pair by pair. */
const MAX_CELLS = 250_000
/** How often a range is divided at unique tokens. What is still too large counts as one difference. */
const MAX_DEPTH = 8

/**
 * Returns the parts in which two lists of texts differ, in order. In short lists, the longest common subsequence is kept. Long
 * lists are first divided at texts that are unique in both, so that the time is proportional to their length.
 */
export function diffTokens(before: readonly string[], after: readonly string[]): Difference[] {
  const differences: Difference[] = []
  diffPart(before, after, { fromBefore: 0, toBefore: before.length, fromAfter: 0, toAfter: after.length }, MAX_DEPTH, differences)
  return differences
}

/** Adds the differences within a range. */
function diffPart(
  before: readonly string[],
  after: readonly string[],
  part: Difference,
  depth: number,
  differences: Difference[],
): void {
  let { fromBefore, toBefore, fromAfter, toAfter } = part
  while (fromBefore < toBefore && fromAfter < toAfter && before[fromBefore] === after[fromAfter]) {
    fromBefore++
    fromAfter++
  }
  while (toBefore > fromBefore && toAfter > fromAfter && before[toBefore - 1] === after[toAfter - 1]) {
    toBefore--
    toAfter--
  }
  if (fromBefore === toBefore && fromAfter === toAfter) return
  const rest = { fromBefore, toBefore, fromAfter, toAfter }
  const cells = (toBefore - fromBefore) * (toAfter - fromAfter)
  if (cells === 0) return void differences.push(rest)
  if (cells <= MAX_CELLS) return void differences.push(...diffMiddle(before, after, rest))
  const anchors = depth > 0 ? findAnchors(before, after, rest) : []
  if (anchors.length === 0) return void differences.push(rest)
  for (const [index, [atBefore, atAfter]] of [...anchors, [toBefore, toAfter] as const].entries()) {
    const [lastBefore, lastAfter] = index === 0 ? [fromBefore - 1, fromAfter - 1] : anchors[index - 1]!
    const between = { fromBefore: lastBefore + 1, toBefore: atBefore, fromAfter: lastAfter + 1, toAfter: atAfter }
    diffPart(before, after, between, depth - 1, differences)
  }
}

type Anchor = readonly [atBefore: number, atAfter: number]

/** Returns the positions of texts that are unique in both ranges: the longest sequence in the same order. */
function findAnchors(before: readonly string[], after: readonly string[], part: Difference): Anchor[] {
  const places = findUnique(before, part.fromBefore, part.toBefore)
  const pairs = [...findUnique(after, part.fromAfter, part.toAfter)].flatMap(([text, atAfter]): Anchor[] => {
    const atBefore = places.get(text)
    return atBefore === undefined ? [] : [[atBefore, atAfter]]
  })
  /** By length: the pair that ends the earliest-ending sequence of this length, and the predecessor of each pair. */
  const ends: number[] = []
  const previous: number[] = []
  for (const [index, [atBefore]] of pairs.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[ends[middle]!]![0] < atBefore) low = middle + 1
      else high = middle
    }
    previous[index] = ends[low - 1] ?? -1
    ends[low] = index
  }
  const row: Anchor[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at]!) row.push(pairs[at]!)
  return row.toReversed()
}

/** Returns the positions of unique texts in a range of a list, in order. */
function findUnique(texts: readonly string[], from: number, to: number): Map<string, number> {
  const places = new Map<string, number>()
  for (let at = from; at < to; at++) places.set(texts[at]!, places.has(texts[at]!) ? -1 : at)
  for (const [text, at] of places) if (at < 0) places.delete(text)
  return places
}

function diffMiddle(before: readonly string[], after: readonly string[], part: Difference): Difference[] {
  const [rows, columns] = [part.toBefore - part.fromBefore, part.toAfter - part.fromAfter]
  const width = columns + 1
  // Cell [row, column]: the length of the longest common subsequence of the remaining tokens.
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

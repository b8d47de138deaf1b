/** Returns the ranges in order, with overlapping and adjacent ones merged. */
export function mergeRanges(ranges: readonly (readonly [from: number, to: number])[]): [from: number, to: number][] {
  const merged: [number, number][] = []
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

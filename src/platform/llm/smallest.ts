/** Returns the smallest of the given numbers, ignoring null and undefined; null when there is none. */
export function smallest(...values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value) => value !== null && value !== undefined)
  return known.length > 0 ? Math.min(...known) : null
}

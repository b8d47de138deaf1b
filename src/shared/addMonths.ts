/** Returns the same day and time `n` months later in UTC; the last day of a shorter month. */
export function addMonths(anchor: Date, n: number): Date {
  const result = new Date(anchor)
  result.setUTCDate(1)
  result.setUTCMonth(result.getUTCMonth() + n)
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate()
  result.setUTCDate(Math.min(anchor.getUTCDate(), lastDay))
  return result
}

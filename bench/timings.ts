import type { Millis } from '#shared/units.ts'

export async function timeOf(work: () => Promise<unknown>): Promise<Millis> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export function percentile(values: readonly Millis[], share: number): Millis {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

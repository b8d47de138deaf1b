import { readFile, readdir } from 'node:fs/promises'
import type { Millis } from '#kit/units.ts'

const NANOS = 1e6

/** What a process has had of the processor until now, all its threads together. Linux counts it by the nanosecond. */
export async function cpuOf(pid: number): Promise<Millis> {
  const threads = await readdir(`/proc/${pid}/task`)
  const each = threads.map(async (thread) => {
    const told = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')
    return Number(told.split(' ')[0])
  })
  return (await Promise.all(each)).reduce((sum, nanos) => sum + nanos, 0) / NANOS
}

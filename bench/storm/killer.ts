import { systemClock } from '#platform/clock/clock.ts'
import { seconds } from '#shared/units.ts'
import { findProcesses, isReady, killProcess, type RunningEarshot } from '#test/process/startEarshot.ts'
import type { Journal } from './journal.ts'
import type { Random } from './random.ts'

type Options = {
  readonly running: RunningEarshot
  readonly dataDir: string
  readonly random: Random
  readonly journal: Journal
  readonly isOver: () => boolean
}

/** The maximum time between two kills, counted from the moment when the server responds again. */
const LONGEST_PAUSE = seconds(9)

/** Kills the api process, the worker or both with kill -9 at random moments until the storm is over. The starter restarts them. */
export async function killAtRandom({ running, dataDir, random, journal, isOver }: Options): Promise<void> {
  while (!isOver()) {
    await systemClock.wait(500 + LONGEST_PAUSE * random.next())
    while (!(await isReady(running.url)) && !isOver()) await systemClock.wait(100)
    if (isOver()) return
    const what = random.weighted({ api: 4, worker: 4, both: 2 })
    const { api, worker } = await findProcesses(running, dataDir)
    const pids = { api, worker, both: [...api, ...worker] }[what]
    if (pids.length === 0) continue
    for (const pid of pids) killProcess(pid)
    journal.count(`kills of ${what}`)
  }
}

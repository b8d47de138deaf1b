import { readFile } from 'node:fs/promises'
import { inject } from 'vitest'
import { systemClock } from '#platform/clock/clock.ts'
import type { Outcome, SharedEarshot } from './prepare.ts'

/**
 * The Earshot started by prepare.ts. This is also a setup file, so that each test file waits for it. Throws when it did not start.
 */
export const sharedEarshot: SharedEarshot = await waitForStart(inject('outcomeFile'))

async function waitForStart(outcomeFile: string): Promise<SharedEarshot> {
  const readOutcome = () => readFile(outcomeFile, 'utf8').catch(() => null)
  let text = await readOutcome()
  for (; text === null; text = await readOutcome()) await systemClock.wait(50)
  const outcome = JSON.parse(text) as Outcome
  if ('error' in outcome) throw new Error(outcome.error)
  return outcome
}

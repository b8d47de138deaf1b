import { z } from 'zod'
import { hours } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import type { Caller } from '#platform/http/caller.ts'
import { isDeadlock } from '#platform/db/isDeadlock.ts'
import { NotSignedIn } from '#platform/http/failures.ts'
import { job } from '#platform/jobs/jobs.ts'
import { giveBackIdentities } from './identities.ts'
import { isFresh } from './sessions.ts'
import { deleteAccount, deleteErasure, insertErasure, listErasures, lockAccount } from './store.ts'
import { forgetCodesOf } from './storeWays.ts'

// The payload has no user id, so that the job leaves no personal data. The table `erasure` lists what to erase.
const erase = job('account.erase', z.object({}), { attempts: 20, retryDelay: 30 })

/** Delay before the job checks again for running jobs of the account. These end when they find their rows deleted. */
const LOOK_AGAIN_SECONDS = 1

/**
 * Removes the account and all its data permanently. All rows are deleted in one transaction; a job that is retried until it
 * succeeds deletes the audio files and jobs. Live connections are closed and running jobs stop.
 */
export async function removeAccount(ground: Ground, caller: Caller): Promise<'removed' | 'notFresh'> {
  const { userId } = caller
  if (!(await isFresh(ground, caller))) return 'notFresh'
  await giveBackIdentities(ground, userId)
  await evenIfOthersWait(() => removeRows(ground, userId))
  return 'removed'
}

/** Registers the erasing job and schedules it hourly, to erase what earlier runs left behind. */
export function installErasing(ground: Ground): void {
  ground.jobs.work(erase, () => eraseAll(ground))
  ground.jobs.every(hours(1), erase, {})
}

const removeRows = (ground: Ground, userId: string): Promise<void> =>
  ground.inOneStep(async (step) => {
    const account = await lockAccount(step, userId)
    if (!account) throw new NotSignedIn('token invalid or expired')
    await forgetCodesOf(step, account.email)
    await deleteAccount(step, userId)
    await insertErasure(step, userId)
    await step.live.tell({ userId, topic: 'cancelled', id: '' })
    await step.live.tell({ userId, topic: 'session', id: '' })
    await step.jobs.send(erase, {})
  })

/** Retries after a deadlock. A transaction that has locked one row of the account and writes another can cause one. */
async function evenIfOthersWait(work: () => Promise<void>, tries = 5): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isDeadlock(error) || tries <= 1) throw error
    await evenIfOthersWait(work, tries - 1)
  }
}

/** Erases the data of every removed account. If one fails, the others are still erased and the job is retried. */
async function eraseAll(ground: Ground): Promise<void> {
  const outcomes: PromiseSettledResult<void>[] = []
  for (const userId of await listErasures(ground)) outcomes.push(...(await Promise.allSettled([eraseOne(ground, userId)])))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

async function eraseOne(ground: Ground, userId: string): Promise<void> {
  const underWay = await ground.jobs.forget(userId)
  await ground.blobs.deleteUnder(`sound/${userId}`)
  // A running job may still write files before it stops. The row stays until no job is running.
  if (underWay === 0) await deleteErasure(ground, userId)
  else await ground.jobs.send(erase, {}, { startAfter: LOOK_AGAIN_SECONDS })
}

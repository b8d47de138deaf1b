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

// Carries no id: what is to go stands in a table of its own, and the job itself leaves no trace of anybody.
const erase = job('account.erase', z.object({}), { attempts: 20, retryDelay: 30 })

/** Work under way is looked for again this much later; it ends as soon as it finds its rows gone. */
const LOOK_AGAIN_SECONDS = 1

/**
 * Removes the account and everything that hangs on it, at once and for good: rows in one step, then its sound and its jobs by a
 * job that is tried until it is done. Live channels end, work under way stops.
 */
export async function removeAccount(ground: Ground, caller: Caller): Promise<'removed' | 'notFresh'> {
  const { userId } = caller
  if (!(await isFresh(ground, caller))) return 'notFresh'
  await giveBackIdentities(ground, userId)
  await evenIfOthersWait(() => removeRows(ground, userId))
  return 'removed'
}

/** Says who erases, and has it looked for what was left behind every so often. */
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

/** A step that holds a row of the account and is about to write another waits for this one, and this one for it: one is undone. */
async function evenIfOthersWait(work: () => Promise<void>, tries = 5): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isDeadlock(error) || tries <= 1) throw error
    await evenIfOthersWait(work, tries - 1)
  }
}

/** One that cannot be erased yet (a disk that fails) holds up none of the others; then the job is tried again. */
async function eraseAll(ground: Ground): Promise<void> {
  const outcomes: PromiseSettledResult<void>[] = []
  for (const userId of await listErasures(ground)) outcomes.push(...(await Promise.allSettled([eraseOne(ground, userId)])))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

async function eraseOne(ground: Ground, userId: string): Promise<void> {
  const underWay = await ground.jobs.forget(userId)
  await ground.blobs.deleteUnder(`sound/${userId}`)
  // A job that still runs may write once more before it finds out: the row stays until none does.
  if (underWay === 0) await deleteErasure(ground, userId)
  else await ground.jobs.send(erase, {}, { startAfter: LOOK_AGAIN_SECONDS })
}

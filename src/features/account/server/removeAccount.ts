import { z } from 'zod'
import { hours } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import type { Caller } from '#platform/http/caller.ts'
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
  await ground.inOneStep(async (step) => {
    const account = await lockAccount(step, userId)
    if (!account) throw new NotSignedIn('token invalid or expired')
    await forgetCodesOf(step, account.email)
    await deleteAccount(step, userId)
    await insertErasure(step, userId)
    await step.live.tell({ userId, topic: 'cancelled', id: '' })
    await step.live.tell({ userId, topic: 'session', id: '' })
    await step.jobs.send(erase, {})
  })
  return 'removed'
}

/** Says who erases, and has it looked for what was left behind every so often. */
export function installErasing(ground: Ground): void {
  ground.jobs.work(erase, () => eraseAll(ground))
  ground.jobs.every(hours(1), erase, {})
}

async function eraseAll(ground: Ground): Promise<void> {
  for (const userId of await listErasures(ground)) {
    const underWay = await ground.jobs.forget(userId)
    await ground.blobs.deleteUnder(`sound/${userId}`)
    // A job that still runs may write once more before it finds out: the row stays until none does.
    if (underWay === 0) await deleteErasure(ground, userId)
    else await ground.jobs.send(erase, {}, { startAfter: LOOK_AGAIN_SECONDS })
  }
}

import { z } from 'zod'
import type { AppContext } from '#platform/context.ts'
import type { Caller } from '#platform/http/caller.ts'
import { event } from '#platform/events/events.ts'
import { isDeadlock } from '#platform/db/errors.ts'
import { NotSignedIn } from '#platform/http/errors.ts'
import { job } from '#platform/jobs/jobs.ts'
import { retry } from '#shared/retry.ts'
import { revokeIdentities } from './sso/identities.ts'
import { isFresh } from './sessions/sessions.ts'
import { deleteAccount, deleteErasure, insertErasure, listErasures, lockAccount, deleteExpiredSessions } from './store.ts'
import { deleteCodesOf, deleteExpiredSignIns } from './storeSignInMethods.ts'
import { deleteOldInvitations } from './sign-up/invitations.ts'
import { accountDeletedTopic } from '../contract.ts'

// The payload has no user id, so that the job contains no personal data. The table `erasure` lists what to erase.
export const eraseJob = job('account.erase', z.object({}), { attempts: 20, retryDelay: 30 })

/** Published when an account was removed. It has no id, because the data of the account no longer has a user. */
export const accountRemoved = event('account.removed', z.object({}))

/** Delay before the job checks again for running jobs of the account. These end when they find their rows deleted. */
const RETRY_DELAY_SECONDS = 1

/**
 * Removes the account and all its data permanently. All rows are deleted in one transaction; a job that is retried until it
 * succeeds deletes the audio files and jobs. Live connections are closed and running jobs stop. Refuses when the user has not
 * authenticated recently.
 */
export async function removeAccount(ctx: AppContext, caller: Caller): Promise<{ refused: 'notFresh' } | undefined> {
  const { userId } = caller
  if (!(await isFresh(ctx, caller))) return { refused: 'notFresh' }
  await revokeIdentities(ctx, userId)
  // A transaction that has locked one row of the account and writes another can cause a deadlock.
  await retry(() => removeRows(ctx, userId), { isTemporary: isDeadlock, attempts: 5 })
  return undefined
}

const removeRows = (ctx: AppContext, userId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const account = await lockAccount(tx, userId)
    if (!account) throw new NotSignedIn('token invalid or expired')
    await deleteCodesOf(tx, account.email)
    await deleteAccount(tx, userId)
    await insertErasure(tx, userId)
    await tx.live.publish(accountDeletedTopic, { userId })
    await tx.jobs.send(eraseJob, {})
    await tx.events.publish(accountRemoved, {})
  })

/**
 * Erases the data of every removed account. Also runs hourly, to erase what earlier runs left. If one fails, the others are still
 * erased and the job is retried.
 */
export async function eraseRemovedAccounts(ctx: AppContext): Promise<void> {
  const outcomes: PromiseSettledResult<void>[] = []
  for (const userId of await listErasures(ctx)) outcomes.push(...(await Promise.allSettled([eraseAccountData(ctx, userId)])))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

async function eraseAccountData(ctx: AppContext, userId: string): Promise<void> {
  const runningJobs = await ctx.jobs.deleteJobsOfUser(userId)
  await ctx.blobs.deleteUnder(`sound/${userId}`)
  // A running job may still write files before it stops. The row stays until no job is running.
  if (runningJobs === 0) await deleteErasure(ctx, userId)
  else await ctx.jobs.send(eraseJob, {}, { startAfter: RETRY_DELAY_SECONDS })
}

export const deleteExpiredJob = job('account.delete-expired', z.object({}))

/** Deletes expired codes, tickets, OIDC states and sessions, and old invitations. */
export async function deleteExpired(ctx: AppContext): Promise<void> {
  await deleteExpiredSignIns(ctx)
  await deleteExpiredSessions(ctx)
  await deleteOldInvitations(ctx)
}

import { z } from 'zod'
import { seconds } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import { job } from '#platform/jobs/jobs.ts'
import { isRelayAddress } from '../rules.ts'
import { aboutRefresh } from './ssoLogin.ts'
import { type AccountRow, lockAccount } from './store.ts'
import { type IdentityRow, changeIdentity, deleteIdentity, identitiesOf, readIdentity } from './storeWays.ts'

/** Revokes the refresh token of an identity at its provider, then deletes the identity. */
const revokeIdentity = job('account.revoke-identity', z.object({ userId: z.string(), identityId: z.string() }), {
  attempts: 6,
  retryDelay: 60,
})

/** How long the removal of an account waits for providers. */
const PATIENCE = seconds(10)

export function identityJobs(ground: Ground): void {
  ground.jobs.work(revokeIdentity, (ids, work) => endIdentity(ground, ids, work))
}

/** Handler of `account.revoke-identity`. After the last failed attempt the identity is deleted without being revoked. */
export async function endIdentity(
  ground: Ground,
  { userId, identityId }: { userId: string; identityId: string },
  { isLast }: { isLast: boolean },
): Promise<void> {
  const row = await readIdentity(ground, userId, identityId)
  if (!row?.ending_at) return
  try {
    await revoke(ground, row)
  } catch (error) {
    if (!isLast) throw error
    ground.log.warn({ err: error, provider: row.provider }, 'a provider did not take back what it gave; forgotten all the same')
  }
  await deleteIdentity(ground, identityId)
}

/** Disables sign-in with the identity but keeps it in the list. Throws NotFound if it does not belong to the user. */
export async function unbindIdentity(ground: Ground, userId: string, identityId: string): Promise<'done' | 'lastWayIn'> {
  return whileAnotherStays(ground, userId, identityId, async (step, row) => {
    if (row.unbound_at === null) await changeIdentity(step, identityId, { unbound_at: step.clock.now() })
  })
}

/** Deletes an identity. Throws NotFound if it does not belong to the user. */
export async function removeIdentity(ground: Ground, userId: string, identityId: string): Promise<'done' | 'lastWayIn'> {
  return whileAnotherStays(ground, userId, identityId, async (step, row) => {
    if (!row.refresh_sealed) return deleteIdentity(step, identityId)
    const now = step.clock.now()
    await changeIdentity(step, identityId, { unbound_at: row.unbound_at ?? now, ending_at: now })
    await step.jobs.send(revokeIdentity, { userId, identityId })
  })
}

/** Revokes the tokens of all identities before an account is removed, as far as providers respond in time. Never rejects. */
export async function giveBackIdentities(ground: Ground, userId: string): Promise<void> {
  const rows = await identitiesOf(ground, userId, 'ending')
  const patience = new AbortController()
  const given = Promise.allSettled(rows.map((row) => revoke(ground, row)))
  const late = ground.clock.wait(PATIENCE, patience.signal).catch(() => undefined)
  const outcomes = await Promise.race([given, late])
  patience.abort()
  const failed = outcomes?.some(({ status }) => status === 'rejected') ?? true
  if (failed && rows.length > 0) ground.log.warn('a provider did not take back what it gave to an account that ends')
}

/** Runs `change` unless the identity is the last sign-in method. The lock prevents two concurrent calls from removing both. */
async function whileAnotherStays(
  ground: Ground,
  userId: string,
  identityId: string,
  work: (step: Ground, row: IdentityRow) => Promise<void>,
): Promise<'done' | 'lastWayIn'> {
  return ground.inOneStep(async (step) => {
    const account = await lockAccount(step, userId)
    const all = await identitiesOf(step, userId)
    const row = all.find(({ identity_id }) => identity_id === identityId)
    if (!account || !row) throw new NotFound()
    const others = all.filter((other) => other !== row && isWayIn(step, other))
    if (isWayIn(step, row) && others.length === 0 && !hasOwnWayIn(step, account)) return 'lastWayIn'
    await work(step, row)
    return 'done'
  })
}

/** False also when the provider of the identity is no longer configured. */
const isWayIn = (ground: Ground, row: IdentityRow): boolean =>
  row.unbound_at === null && ground.identity.providers.some(({ id }) => id === row.provider)

/** True with a password, or with a verified address that can receive codes by e-mail. */
const hasOwnWayIn = (ground: Ground, account: AccountRow): boolean =>
  account.password_hash !== null || (ground.mail.delivers === 'mail' && account.email_verified && !isRelayAddress(account.email))

async function revoke(ground: Ground, row: IdentityRow): Promise<void> {
  const token = row.refresh_sealed && ground.secrets.field.open(row.refresh_sealed, aboutRefresh(row.identity_id))
  const isKnown = ground.identity.providers.some(({ id }) => id === row.provider)
  if (token && isKnown) await ground.identity.revoke(row.provider, token)
}

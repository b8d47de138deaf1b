import { z } from 'zod'
import { seconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { job } from '#platform/jobs/jobs.ts'
import { isRelayAddress } from '../../rules.ts'
import { refreshTokenContext } from './findOrCreateAccount.ts'
import { type AccountRow, lockAccount } from '../store.ts'
import { type IdentityRow, updateIdentity, deleteIdentity, listIdentities, readIdentity } from '../storeSignInMethods.ts'

/** Revokes the refresh token of an identity at its provider, then deletes the identity. */
export const revokeIdentityJob = job('account.revoke-identity', z.object({ userId: z.string(), identityId: z.string() }), {
  attempts: 6,
  retryDelay: 60,
})

/** How long the removal of an account waits for identity providers. */
const REVOKE_TIMEOUT = seconds(10)

/** Handler of `account.revoke-identity`. After the last failed attempt the identity is deleted without being revoked. */
export async function revokeAndDeleteIdentity(
  ctx: AppContext,
  { userId, identityId }: { userId: string; identityId: string },
  { isLastAttempt }: { isLastAttempt: boolean },
): Promise<void> {
  const row = await readIdentity(ctx, userId, identityId)
  if (!row?.ending_at) return
  try {
    await revokeToken(ctx, row)
  } catch (error) {
    if (!isLastAttempt) throw error
    ctx.log.warn({ err: error, provider: row.provider }, 'a provider could not revoke its access; the identity is deleted anyway')
  }
  await deleteIdentity(ctx, identityId)
}

type LastWayIn = { refused: 'lastSignInMethod' }

/** Disables sign-in with the identity but keeps it in the list. Throws NotFound if it does not belong to the user. */
export async function unbindIdentity(ctx: AppContext, userId: string, identityId: string): Promise<LastWayIn | undefined> {
  return unlessLastSignInMethod(ctx, userId, identityId, async (tx, row) => {
    if (row.unbound_at === null) await updateIdentity(tx, identityId, { unbound_at: tx.clock.now() })
  })
}

/** Deletes an identity. Throws NotFound if it does not belong to the user. */
export async function removeIdentity(ctx: AppContext, userId: string, identityId: string): Promise<LastWayIn | undefined> {
  return unlessLastSignInMethod(ctx, userId, identityId, async (tx, row) => {
    if (!row.refresh_token_encrypted) return deleteIdentity(tx, identityId)
    const now = tx.clock.now()
    await updateIdentity(tx, identityId, { unbound_at: row.unbound_at ?? now, ending_at: now })
    await tx.jobs.send(revokeIdentityJob, { userId, identityId })
  })
}

/** Revokes the tokens of all identities before an account is removed, as far as providers respond in time. Never rejects. */
export async function revokeIdentities(ctx: AppContext, userId: string): Promise<void> {
  const rows = await listIdentities(ctx, userId, 'ending')
  const timeoutController = new AbortController()
  const revocations = Promise.allSettled(rows.map((row) => revokeToken(ctx, row)))
  const timeout = ctx.clock.wait(REVOKE_TIMEOUT, timeoutController.signal).catch(() => undefined)
  const outcomes = await Promise.race([revocations, timeout])
  timeoutController.abort()
  const failed = outcomes?.some(({ status }) => status === 'rejected') ?? true
  if (failed && rows.length > 0) ctx.log.warn('a provider could not revoke its access of a deleted account')
}

/** Runs `change`. Refuses when the identity is the last sign-in method. The lock prevents two concurrent calls from removing both. */
async function unlessLastSignInMethod(
  ctx: AppContext,
  userId: string,
  identityId: string,
  change: (tx: AppContext, row: IdentityRow) => Promise<void>,
): Promise<LastWayIn | undefined> {
  return ctx.transaction(async (tx) => {
    const account = await lockAccount(tx, userId)
    const identities = await listIdentities(tx, userId)
    const row = identities.find(({ identity_id }) => identity_id === identityId)
    if (!account || !row) throw new NotFound()
    const others = identities.filter((other) => other !== row && canSignInWith(tx, other))
    if (canSignInWith(tx, row) && others.length === 0 && !hasPasswordOrCode(tx, account)) return { refused: 'lastSignInMethod' }
    await change(tx, row)
    return undefined
  })
}

/** Also false when the provider of the identity is no longer configured. */
const canSignInWith = (ctx: AppContext, row: IdentityRow): boolean =>
  row.unbound_at === null && ctx.identity.providers.some(({ id }) => id === row.provider)

/** True with a password, or with a verified address that can receive codes by e-mail. */
const hasPasswordOrCode = (ctx: AppContext, account: AccountRow): boolean =>
  account.password_hash !== null || (ctx.mail.deliversTo === 'mail' && account.email_verified && !isRelayAddress(account.email))

async function revokeToken(ctx: AppContext, row: IdentityRow): Promise<void> {
  const token =
    row.refresh_token_encrypted &&
    ctx.secrets.fieldEncryption.decrypt(row.refresh_token_encrypted, refreshTokenContext(row.identity_id))
  const isConfigured = ctx.identity.providers.some(({ id }) => id === row.provider)
  if (token && isConfigured) await ctx.identity.revoke(row.provider, token)
}

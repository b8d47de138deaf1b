import { createHash } from 'node:crypto'
import { newId } from '#kit/newId.ts'
import type { Ground } from '#platform/ground.ts'
import type { Claimed, Provider } from '#platform/identity/identity.ts'
import type { DoorWords } from './doorWords.ts'
import { type From, admit, makeAccount } from './signUp.ts'
import { findAccount } from './store.ts'
import { type IdentityRow, changeIdentity, findOwn, insertIdentity, lockBound, lockIdentity } from './storeWays.ts'

type Arrival = { provider: Provider; claimed: Claimed; from: From; words: DoorWords }
type Outcome = { userId: string; isNew: boolean } | 'closed'

/**
 * Returns the account of an identity, which is linked or created if there is none yet. The key is issuer and subject. An
 * identity is linked to an existing account by address only if the provider is trusted and the account has verified that address.
 * Otherwise anyone who gets a provider, or an account here, to state an address could read someone else's recordings.
 */
export async function accountOf(ground: Ground, arrival: Arrival): Promise<Outcome> {
  return ground.inOneStep(async (step) => {
    await lockIdentity(step, arrival.claimed)
    const bound = await lockBound(step, arrival.claimed)
    if (!bound) return linkedOrMade(step, arrival)
    await refreshIdentity(step, bound, arrival.claimed)
    return { userId: bound.user_id, isNew: false }
  })
}

/** Binds an identity to an account, also if it was bound before. The caller has checked that no other account is bound to it. */
export async function bindIdentity(step: Ground, userId: string, provider: string, claimed: Claimed): Promise<void> {
  const own = await findOwn(step, userId, claimed)
  if (own) return refreshIdentity(step, own, claimed)
  const now = step.clock.now()
  const identityId = newId(now)
  await insertIdentity(step, {
    user_id: userId,
    identity_id: identityId,
    provider,
    issuer: claimed.issuer,
    subject: claimed.subject,
    email: claimed.email,
    name: claimed.name,
    refresh_sealed: claimed.refreshToken ? step.secrets.field.seal(claimed.refreshToken, aboutRefresh(identityId)) : null,
    linked_at: now,
    last_used_at: now,
    unbound_at: null,
    ending_at: null,
  })
}

/** The context that an encrypted refresh token is bound to. */
export const aboutRefresh = (identityId: string): string => `identity:${identityId}`

async function linkedOrMade(step: Ground, arrival: Arrival): Promise<Outcome> {
  const { provider, claimed } = arrival
  const address = claimed.emailTrusted && claimed.email ? claimed.email.trim().toLowerCase() : null
  const holder = address ? await findAccount(step, address) : undefined
  // If the user has unbound this identity, a matching address does not bind it again.
  if (holder?.email_verified && !(await findOwn(step, holder.user_id, claimed))) {
    await bindIdentity(step, holder.user_id, provider.id, claimed)
    return { userId: holder.user_id, isNew: false }
  }
  if (!address || holder) return made(step, arrival, relayAddress(provider.kind, claimed))
  return made(step, arrival, address)
}

async function made(step: Ground, arrival: Arrival, email: string): Promise<Outcome> {
  const { provider, claimed, from, words } = arrival
  const isOwn = email === claimed.email?.trim().toLowerCase()
  const nickname = claimed.name || claimed.email?.split('@')[0] || provider.name
  const account = { email, emailVerified: isOwn, password: null, nickname, country: from.country }
  const answer = await makeAccount(step, account, (inner) => admit(inner, from, words))
  if (typeof answer === 'object') {
    await bindIdentity(step, answer.userId, provider.id, claimed)
    return { userId: answer.userId, isNew: true }
  }
  if (answer !== 'emailTaken') return 'closed'
  // Another sign-up has just taken the address, so look the account up again. For a relay address, this identity was unbound from
  // the account that was created for it, so use another relay address.
  return isOwn ? linkedOrMade(step, arrival) : made(step, arrival, relayAddress(provider.kind, claimed, newId(step.clock.now())))
}

async function refreshIdentity(step: Ground, row: IdentityRow, claimed: Claimed): Promise<void> {
  const { refreshToken, email, name } = claimed
  await changeIdentity(step, row.identity_id, {
    unbound_at: null,
    last_used_at: step.clock.now(),
    // Apple sends name and address only with the first sign-in.
    ...(email && { email }),
    ...(name && { name }),
    ...(refreshToken && { refresh_sealed: step.secrets.field.seal(refreshToken, aboutRefresh(row.identity_id)) }),
  })
}

/**
 * Returns the address of an account when the provider gives no trusted address, or another account has it. It is derived from
 * issuer and subject and cannot receive mail. `suffix` makes it different for a second account of the same identity.
 */
function relayAddress(kind: Provider['kind'], identity: { issuer: string; subject: string }, again = ''): string {
  const of = [identity.issuer, identity.subject, ...(again ? [again] : [])].join('\n')
  const hash = createHash('sha256').update(of).digest('hex').slice(0, 32)
  return `${kind === 'apple' ? 'apple' : 'sso'}-${hash}@relay.invalid`
}

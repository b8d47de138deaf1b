import { newId } from '#kit/newId.ts'
import type { Ground } from '#platform/ground.ts'
import type { Claimed, Provider } from '#platform/identity/identity.ts'
import type { DoorWords } from './doorWords.ts'
import { relayAddress } from './relay.ts'
import { type From, admit, makeAccount } from './signUp.ts'
import { findAccount } from './store.ts'
import { type IdentityRow, changeIdentity, findOwn, insertIdentity, lockBound, lockIdentity } from './storeWays.ts'

type Arrival = { provider: Provider; claimed: Claimed; from: From & { country: string }; words: DoorWords }
type Outcome = { userId: string; isNew: boolean } | 'closed'

/**
 * The account an identity stands for, tied to it or made where there is none yet. The key is issuer and subject. An address
 * leads to an account only when the provider may be believed about it and the account has proved the same address itself:
 * else whoever can make a provider, or an account here, say an address would get at somebody's recordings.
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

/** Ties an identity to an account, again where it was tied before. The caller has made sure that it is tied to no other. */
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

/** What a sealed refresh token is bound to. */
export const aboutRefresh = (identityId: string): string => `identity:${identityId}`

async function linkedOrMade(step: Ground, arrival: Arrival): Promise<Outcome> {
  const { provider, claimed } = arrival
  const address = claimed.emailTrusted && claimed.email ? claimed.email.trim().toLowerCase() : null
  const holder = address ? await findAccount(step, address) : undefined
  // Who untied this identity wants it to be no way in: their address does not tie it again.
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
  // Somebody was faster with the address: look again who. Or this identity has been untied from an account made for it.
  return isOwn ? linkedOrMade(step, arrival) : made(step, arrival, relayAddress(provider.kind, claimed, newId(step.clock.now())))
}

async function refreshIdentity(step: Ground, row: IdentityRow, claimed: Claimed): Promise<void> {
  const { refreshToken, email, name } = claimed
  await changeIdentity(step, row.identity_id, {
    unbound_at: null,
    last_used_at: step.clock.now(),
    // Apple tells name and address once and never again.
    ...(email && { email }),
    ...(name && { name }),
    ...(refreshToken && { refresh_sealed: step.secrets.field.seal(refreshToken, aboutRefresh(row.identity_id)) }),
  })
}

import { createHash } from 'node:crypto'
import { newId } from '#shared/newId.ts'
import type { AppContext } from '#platform/context.ts'
import type { ProviderIdentity, Provider } from '#platform/identity/identity.ts'
import type { SignUpTokens } from '../sign-up/signUp.ts'
import { type ClientInfo, authorizeSignUp, createAccount } from '../sign-up/signUp.ts'
import { findAccount } from '../store.ts'
import {
  type IdentityRow,
  updateIdentity,
  findOwnIdentity,
  insertIdentity,
  lockBoundIdentity,
  lockIdentity,
} from '../storeSignInMethods.ts'

type SsoSignIn = { provider: Provider; claims: ProviderIdentity; from: ClientInfo; signUpTokens: SignUpTokens }
type Outcome = { userId: string; isNew: boolean } | { refused: 'closed' }

/**
 * Returns the account of an identity, which is linked or created if there is none yet. The key is issuer and subject. An
 * identity is linked to an existing account by address only if the provider is trusted and the account has verified that address.
 * Otherwise anyone who gets a provider, or an account here, to state an address could read someone else's recordings.
 */
export async function findOrCreateAccount(ctx: AppContext, signIn: SsoSignIn): Promise<Outcome> {
  return ctx.transaction(async (tx) => {
    await lockIdentity(tx, signIn.claims)
    const bound = await lockBoundIdentity(tx, signIn.claims)
    if (!bound) return linkOrCreateAccount(tx, signIn)
    await refreshIdentity(tx, bound, signIn.claims)
    return { userId: bound.user_id, isNew: false }
  })
}

/** Binds an identity to an account, also if it was bound before. The caller has checked that no other account is bound to it. */
export async function bindIdentity(tx: AppContext, userId: string, provider: string, claims: ProviderIdentity): Promise<void> {
  const existing = await findOwnIdentity(tx, userId, claims)
  if (existing) return refreshIdentity(tx, existing, claims)
  const now = tx.clock.now()
  const identityId = newId(now)
  await insertIdentity(tx, {
    user_id: userId,
    identity_id: identityId,
    provider,
    issuer: claims.issuer,
    subject: claims.subject,
    email: claims.email,
    name: claims.name,
    refresh_token_encrypted: claims.refreshToken
      ? tx.secrets.fieldEncryption.encrypt(claims.refreshToken, refreshTokenContext(identityId))
      : null,
    linked_at: now,
    last_used_at: now,
    unbound_at: null,
    ending_at: null,
  })
}

/** Returns the encryption context of a refresh token. */
export const refreshTokenContext = (identityId: string): string => `identity:${identityId}`

async function linkOrCreateAccount(tx: AppContext, signIn: SsoSignIn): Promise<Outcome> {
  const { provider, claims } = signIn
  const address = claims.emailTrusted && claims.email ? claims.email.trim().toLowerCase() : null
  const addressOwner = address ? await findAccount(tx, address) : undefined
  // If the user has unbound this identity, a matching address does not bind it again.
  if (addressOwner?.email_verified && !(await findOwnIdentity(tx, addressOwner.user_id, claims))) {
    await bindIdentity(tx, addressOwner.user_id, provider.id, claims)
    return { userId: addressOwner.user_id, isNew: false }
  }
  if (!address || addressOwner) return createSsoAccount(tx, signIn, relayAddress(provider.kind, claims))
  return createSsoAccount(tx, signIn, address)
}

async function createSsoAccount(tx: AppContext, signIn: SsoSignIn, email: string): Promise<Outcome> {
  const { provider, claims, from, signUpTokens } = signIn
  const isOwnAddress = email === claims.email?.trim().toLowerCase()
  const nickname = claims.name || claims.email?.split('@')[0] || provider.name
  const account = { email, emailVerified: isOwnAddress, password: null, nickname, country: from.country }
  const created = await createAccount(tx, account, (innerTx) => authorizeSignUp(innerTx, from, signUpTokens))
  if (!('refused' in created)) {
    await bindIdentity(tx, created.userId, provider.id, claims)
    return { userId: created.userId, isNew: true }
  }
  if (created.refused !== 'emailTaken') return { refused: 'closed' }
  // Another sign-up has just taken the address, so look the account up again. For a relay address, this identity was unbound from
  // the account that was created for it, so use another relay address.
  return isOwnAddress
    ? linkOrCreateAccount(tx, signIn)
    : createSsoAccount(tx, signIn, relayAddress(provider.kind, claims, newId(tx.clock.now())))
}

async function refreshIdentity(tx: AppContext, row: IdentityRow, claims: ProviderIdentity): Promise<void> {
  const { refreshToken, email, name } = claims
  await updateIdentity(tx, row.identity_id, {
    unbound_at: null,
    last_used_at: tx.clock.now(),
    // Apple sends name and address only with the first sign-in.
    ...(email && { email }),
    ...(name && { name }),
    ...(refreshToken && {
      refresh_token_encrypted: tx.secrets.fieldEncryption.encrypt(refreshToken, refreshTokenContext(row.identity_id)),
    }),
  })
}

/**
 * Returns the address of an account when the provider gives no trusted address, or another account has it. It is derived from
 * issuer and subject and cannot receive mail. `suffix` makes it different for a second account of the same identity.
 */
function relayAddress(kind: Provider['kind'], identity: { issuer: string; subject: string }, suffix = ''): string {
  const key = [identity.issuer, identity.subject, ...(suffix ? [suffix] : [])].join('\n')
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 32)
  return `${kind === 'apple' ? 'apple' : 'sso'}-${hash}@relay.invalid`
}

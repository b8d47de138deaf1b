import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { isRelayAddress } from '../rules.ts'
import { readAccount, updateAccount } from './store.ts'
import { hasConsent, latestConsent } from './privacy/storeConsents.ts'
import { nameFromAddress } from './sign-up/signUp.ts'
import { countBoundIdentities, hasNamedIdentity } from './storeSignInMethods.ts'

/** The account data that other features show. */
export type AccountProfile = {
  userId: string
  email: string
  /** The address was generated and cannot receive mail. */
  isRelay: boolean
  emailVerified: boolean
  nickname: string
  /** The nickname was derived from the address, not given by the user or an identity provider. */
  isNicknameDerived: boolean
  /** A `data:` address, or null. */
  avatar: string | null
  createdAt: Date
  /** From the latest consent: ISO 3166-1 alpha-2 code, or empty. */
  country: string
  /** The user has not agreed to the current policy. */
  hasNewPrivacy: boolean
  boundIdentities: number
  isBound: boolean
  /** Whether the user manages this server. */
  isOperator: boolean
}

/** Throws NotFound when the account does not exist. */
export async function readAccountProfile(ctx: AppContext, userId: string): Promise<AccountProfile> {
  const account = await readAccount(ctx, userId)
  if (!account) throw new NotFound()
  const isRelay = isRelayAddress(account.email)
  const [consent, hasAgreed, boundIdentities, isNamed] = await Promise.all([
    latestConsent(ctx, userId),
    hasConsent(ctx, userId, ctx.config.privacyVersion),
    countBoundIdentities(ctx, userId),
    // A relay address reveals nothing about the name.
    isRelay ? hasNamedIdentity(ctx, userId) : account.nickname !== nameFromAddress(account.email),
  ])
  return {
    userId,
    email: account.email,
    isRelay,
    emailVerified: account.email_verified,
    nickname: account.nickname,
    isNicknameDerived: !isNamed,
    avatar: account.avatar,
    createdAt: account.created_at,
    country: consent?.country ?? '',
    hasNewPrivacy: !hasAgreed,
    boundIdentities,
    isBound: boundIdentities > 0,
    isOperator: account.is_operator,
  }
}

/** Changes nickname and avatar. The caller has validated both. */
export async function updateAccountProfile(
  ctx: AppContext,
  userId: string,
  { nickname, avatar }: { nickname?: string | undefined; avatar?: string | null | undefined },
): Promise<void> {
  const change = { ...(nickname !== undefined && { nickname }), ...(avatar !== undefined && { avatar }) }
  if (Object.keys(change).length > 0) await updateAccount(ctx, userId, change)
}

import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import { isRelayAddress } from '../rules.ts'
import { readAccount, updateAccount } from './store.ts'
import { hasConsent, latestConsent } from './storeConsents.ts'
import { countBound } from './storeWays.ts'

/** Whose account it is, for those who show it. */
export type Person = {
  userId: string
  email: string
  /** The address was made up by us or its provider; nobody reads it. */
  isRelay: boolean
  emailVerified: boolean
  nickname: string
  /** A `data:` address, or null. */
  avatar: string | null
  createdAt: Date
  /** Of the last consent: ISO 3166-1 code, or empty. */
  country: string
  /** The policy in force has not been agreed to. */
  hasNewPrivacy: boolean
  boundIdentities: number
  isBound: boolean
}

/** Rejects with NotFound when the account is gone. */
export async function readPerson(ground: Ground, userId: string): Promise<Person> {
  const account = await readAccount(ground, userId)
  if (!account) throw new NotFound()
  const [consent, agreed, boundIdentities] = await Promise.all([
    latestConsent(ground, userId),
    hasConsent(ground, userId, ground.config.privacyVersion),
    countBound(ground, userId),
  ])
  return {
    userId,
    email: account.email,
    isRelay: isRelayAddress(account.email),
    emailVerified: account.email_verified,
    nickname: account.nickname,
    avatar: account.avatar,
    createdAt: account.created_at,
    country: consent?.country ?? '',
    hasNewPrivacy: !agreed,
    boundIdentities,
    isBound: boundIdentities > 0,
  }
}

/** Changes what the person is called and looks like; who calls has looked at both. */
export async function changePerson(
  ground: Ground,
  userId: string,
  { nickname, avatar }: { nickname?: string | undefined; avatar?: string | null | undefined },
): Promise<void> {
  const change = { ...(nickname !== undefined && { nickname }), ...(avatar !== undefined && { avatar }) }
  if (Object.keys(change).length > 0) await updateAccount(ground, userId, change)
}

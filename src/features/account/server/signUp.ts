import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { newId } from '#kit/newId.ts'
import { plainName } from '#kit/plainName.ts'
import type { Ground } from '#platform/ground.ts'
import { event } from '#platform/events/events.ts'
import { z } from 'zod'
import type { DoorWords } from './doorWords.ts'
import { isInvitation, takeInvitation } from './invitations.ts'
import { isWeakPassword } from './isWeakPassword.ts'
import { hashPassword } from './passwords.ts'
import { findAccount, hasAccounts, insertAccount, lockAccounts } from './store.ts'
import { insertConsent } from './storeConsents.ts'

/** Published in the transaction that creates an account. */
export const accountMade = event('account.made', z.object({ userId: z.string() }))

export type From = { ip: string; host: string; origin: string | undefined; forwarded: boolean; country: string }

/** Why a sign-up is permitted: it is the first account, it has an invitation, or sign-up is open. */
export type LetInBy = 'first' | 'invitation' | 'open'

export type NewAccount = {
  email: string
  /** Defaults to true for the first account only. An invitation does not verify the address. */
  emailVerified?: boolean
  password?: string | null
  nickname?: string | null
  /** ISO 3166-1 alpha-2 code, if known. */
  country?: string
}

/** The token of the setup link, which is written to the log while the server has no account. */
export const setupToken = (ground: Ground): string =>
  createHmac('sha256', ground.secrets.setupKey).update('setup of the first account').digest('base64url')

/**
 * True if the caller may create an account: the first one on loopback or with the setup link, later ones where sign-up is open
 * or with a valid invitation. Does not use up the invitation.
 */
export async function maySignUp(ground: Ground, from: From, words: DoorWords): Promise<boolean> {
  if (!(await hasAccounts(ground))) return mayBeFirst(ground, from, words)
  if (ground.config.signUp === 'invite') return isInvitation(ground, words.invitation)
  return ground.config.signUp === 'open'
}

/** The same check in the transaction that creates the account; uses up the invitation. Returns null to refuse the sign-up. */
export async function admit(step: Ground, from: From, words: DoorWords): Promise<LetInBy | null> {
  const { signUp } = step.config
  if (!(await hasAccounts(step))) return mayBeFirst(step, from, words) ? 'first' : null
  if (signUp !== 'closed' && (await takeInvitation(step, words.invitation, step.clock.now()))) return 'invitation'
  return signUp === 'open' ? 'open' : null
}

/**
 * Creates an account and returns its id and password hash, or the name of the refusal, in which case nothing was written.
 * `authorize` runs inside the transaction, so that only one of two concurrent first sign-ups, or of two with the same invitation,
 * succeeds.
 * The sign-up page links the policy above its button, so the consent to the current version is recorded here (A§7).
 */
export async function makeAccount(
  ground: Ground,
  account: NewAccount,
  may: (step: Ground) => Promise<LetInBy | null>,
): Promise<{ userId: string; passwordHash: string | null } | 'notOpen' | 'emailTaken' | 'weak'> {
  const { email, emailVerified, password = null, nickname, country = '' } = account
  if (password !== null && (await isWeakPassword(password, email))) return 'weak'
  const password_hash = password === null ? null : await hashPassword(password)
  return ground.inOneStep(async (step) => {
    await lockAccounts(step)
    if (await findAccount(step, email)) return 'emailTaken'
    const by = await may(step)
    if (by === null) return 'notOpen'
    const now = step.clock.now()
    const userId = newId(now)
    await insertAccount(step, {
      user_id: userId,
      email,
      email_verified: emailVerified ?? by === 'first',
      password_hash,
      nickname: plainName(nickname ?? '').slice(0, LONGEST_NICKNAME) || plainName(email.split('@')[0] ?? '') || email,
      avatar: null,
      created_at: now,
    })
    await insertConsent(step, {
      user_id: userId,
      consent_id: newId(now),
      country,
      privacy_version: step.config.privacyVersion,
      is_marketing_agreement: false,
      source: 'web',
      agreed_at: now,
    })
    await step.events.tell(accountMade, { userId })
    return { userId, passwordHash: password_hash }
  })
}

const LONGEST_NICKNAME = 80

const mayBeFirst = (ground: Ground, from: From, { setupToken: token }: DoorWords): boolean =>
  isLoopback(ground, from) || isSetupToken(ground, token)

// @NOTE Behind a proxy on this machine, remote requests have a loopback address. A request is therefore not local if it was
// forwarded, has another host name, or the server has a public URL, since not every proxy adds a header. Pages of other sites can
// call this server from a browser on this machine; their Origin header gives them away.
function isLoopback({ config }: Ground, { ip, host, origin, forwarded }: From): boolean {
  if (forwarded || (config.hasPublicUrl && !isLocal(nameIn(config.publicUrl)))) return false
  return isLocal(ip) && isLocal(host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')) && (!origin || isLocal(nameIn(origin)))
}

const isLocal = (it: string): boolean =>
  it === 'localhost' ||
  it === '::1' ||
  (isIP(it) === 4 && it.startsWith('127.')) ||
  (isIP(it) === 6 && it.startsWith('::ffff:127.'))

const nameIn = (address: string): string => URL.parse(address)?.hostname.replace(/^\[|\]$/g, '') ?? ''

function isSetupToken(ground: Ground, token: string | null | undefined): boolean {
  const want = Buffer.from(setupToken(ground))
  const given = Buffer.from(token ?? '')
  return want.length === given.length && timingSafeEqual(want, given)
}

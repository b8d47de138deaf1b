import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { newId } from '#kit/newId.ts'
import { plainName } from '#kit/plainName.ts'
import type { Ground } from '#platform/ground.ts'
import { event } from '#platform/events/events.ts'
import { z } from 'zod'
import { isInvitation, takeInvitation } from './invitations.ts'
import { isWeakPassword } from './isWeakPassword.ts'
import { hashPassword } from './passwords.ts'
import { findAccount, hasAccounts, insertAccount, lockAccounts } from './store.ts'
import { insertConsent } from './storeConsents.ts'

/** Told in the step that makes an account. */
export const accountMade = event('account.made', z.object({ userId: z.string() }))

export type From = { ip: string; host: string; origin: string | undefined; forwarded: boolean; country: string }

/** Words that open a closed door, as the caller brings them. */
export type DoorWords = { setupToken?: string | null | undefined; invitation?: string | null | undefined }

/** What let somebody in: being the first, an invitation, or a door open to everybody. */
export type LetInBy = 'first' | 'invitation' | 'open'

export type NewAccount = {
  email: string
  /** Left out: only the first account's is believed; an invitation says who may come, not whose an address is. */
  emailVerified?: boolean
  password?: string | null
  nickname?: string | null
  /** ISO 3166-1 code where it is known. */
  country?: string
}

/** The word in the setup link that the log prints while an instance has no account. */
export const setupToken = (ground: Ground): string =>
  createHmac('sha256', ground.secrets.setupKey).update('setup of the first account').digest('base64url')

/**
 * The first account is made on loopback or with the setup link; later ones where sign-up is open, or with an invitation where it
 * is by invitation. Only looks: no invitation is used up.
 */
export async function maySignUp(ground: Ground, from: From, words: DoorWords): Promise<boolean> {
  if (!(await hasAccounts(ground))) return mayBeFirst(ground, from, words)
  if (ground.config.signUp === 'invite') return isInvitation(ground, words.invitation)
  return ground.config.signUp === 'open'
}

/** The same within the step that makes the account, which uses the invitation up; null lets nobody in. */
export async function admit(step: Ground, from: From, words: DoorWords): Promise<LetInBy | null> {
  const { signUp } = step.config
  if (!(await hasAccounts(step))) return mayBeFirst(step, from, words) ? 'first' : null
  if (signUp !== 'closed' && (await takeInvitation(step, words.invitation, step.clock.now()))) return 'invitation'
  return signUp === 'open' ? 'open' : null
}

/**
 * The new account's id and the hash of its password, or why there is none; then nothing has been written. `may` is asked inside the step: of two who would be
 * the first, or bring the same invitation, at the same moment, one is let in. The sign-up page names the policy above its button,
 * so making an account agrees to the one in force (A§7).
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

// @NOTE A proxy on this machine makes strangers look local: whoever was forwarded, or came under another name, is not. Nor is
// anyone where people come by a public address, since not every proxy says that it is one. And a page of any other site may
// call us from a browser on this machine; the browser names the site.
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

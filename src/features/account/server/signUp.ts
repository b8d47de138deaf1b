import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { newId } from '#kit/newId.ts'
import type { Ground } from '#platform/ground.ts'
import { event } from '#platform/events/events.ts'
import { z } from 'zod'
import { hashPassword } from './passwords.ts'
import { hasAccounts, insertAccount, lockAccounts } from './store.ts'

/** Told in the step that makes an account. */
export const accountMade = event('account.made', z.object({ userId: z.string() }))

export type From = { ip: string; host: string; origin: string | undefined; forwarded: boolean }

/** The word in the setup link that the log prints while an instance has no account. */
export const setupToken = (ground: Ground): string =>
  createHmac('sha256', ground.secrets.setupKey).update('setup of the first account').digest('base64url')

/** The first account is made on loopback or with the setup link; later ones only where sign-up is open. */
export async function maySignUp(ground: Ground, from: From, token: string | undefined): Promise<boolean> {
  if (await hasAccounts(ground)) return ground.config.signUp === 'open'
  return isLoopback(ground, from) || isSetupToken(ground, token)
}

/**
 * The new account's id, or why there is none. `may` is asked once more inside the step: of two who would be the first at the
 * same moment, one is.
 */
export async function makeAccount(
  ground: Ground,
  { email, password }: { email: string; password: string },
  may: (step: Ground) => Promise<boolean>,
): Promise<{ userId: string } | 'notOpen' | 'emailTaken'> {
  const now = ground.clock.now()
  const userId = newId(now)
  const row = {
    user_id: userId,
    email,
    password_hash: await hashPassword(password),
    nickname: email.split('@')[0] ?? email,
    created_at: now,
  }
  return ground.inOneStep(async (step) => {
    await lockAccounts(step)
    if (!(await may(step))) return 'notOpen'
    if (!(await insertAccount(step, row))) return 'emailTaken'
    await step.events.tell(accountMade, { userId })
    return { userId }
  })
}

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

function isSetupToken(ground: Ground, token: string | undefined): boolean {
  const want = Buffer.from(setupToken(ground))
  const given = Buffer.from(token ?? '')
  return want.length === given.length && timingSafeEqual(want, given)
}

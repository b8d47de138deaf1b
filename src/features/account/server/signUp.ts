import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { newId } from '#kit/newId.ts'
import type { Ground } from '#platform/ground.ts'
import { event } from '#platform/events/events.ts'
import { z } from 'zod'
import { hashPassword } from './passwords.ts'
import { hasAccounts, insertAccount } from './store.ts'

/** Told in the step that makes an account. */
export const accountMade = event('account.made', z.object({ userId: z.string() }))

export type From = { ip: string; host: string; forwarded: boolean }

/** The word in the setup link that the log prints while an instance has no account. */
export const setupToken = (ground: Ground): string =>
  createHmac('sha256', ground.secrets.setupKey).update('setup of the first account').digest('base64url')

/** The first account is made on loopback or with the setup link; later ones only where sign-up is open. */
export async function maySignUp(ground: Ground, from: From, token: string | undefined): Promise<boolean> {
  if (await hasAccounts(ground)) return ground.config.signUp === 'open'
  return isLoopback(from) || isSetupToken(ground, token)
}

/** The new account's id, or null when the e-mail is taken. */
export async function makeAccount(ground: Ground, email: string, password: string): Promise<string | null> {
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
    if (!(await insertAccount(step, row))) return null
    await step.events.tell(accountMade, { userId })
    return userId
  })
}

// @NOTE A proxy on this machine makes strangers look local: whoever was forwarded, or came under another name, is not.
function isLoopback({ ip, host, forwarded }: From): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  const local = (it: string) =>
    it === 'localhost' || it === '::1' || (isIP(it) === 4 && it.startsWith('127.')) || it.startsWith('::ffff:127.')
  return !forwarded && local(ip) && local(name)
}

function isSetupToken(ground: Ground, token: string | undefined): boolean {
  const want = Buffer.from(setupToken(ground))
  const given = Buffer.from(token ?? '')
  return want.length === given.length && timingSafeEqual(want, given)
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { newId } from '#kit/newId.ts'
import { minutes } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { event } from '#platform/events/events.ts'
import { job } from '#platform/jobs/jobs.ts'
import { CODE_DIGITS, CODE_LIFE, CODE_TRIES, isRelayAddress } from '../rules.ts'
import { type DoorWords, openWords, sealWords } from './doorWords.ts'
import { countByDevice } from './knownDevices.ts'
import { codeLetter } from './letters.ts'
import { endOtherSessions } from './sessions.ts'
import { type From, admit, makeAccount, maySignUp } from './signUp.ts'
import { type AccountRow, findAccount, lockAccount, readAccount } from './store.ts'
import { type CodeRow, countTry, forgetWords, insertCode, markProved, markUsed, readCode, unbindAll } from './storeWays.ts'

/**
 * Published when the owner of an address takes over an account that someone else created with it. Access granted before
 * that must be revoked.
 */
export const accountTakenOver = event('account.taken-over', z.object({ userId: z.string() }))

/** Limit of sign-in codes per address. Each known device of the account has its own limit; all other clients share one. */
const PER_ADDRESS = { most: 3, within: minutes(15) }

/** A job, so that the reply takes the same time whether or not an e-mail is sent, and a mail server may be down for a moment. */
const sendCode = job('account.send-code', z.object({ requestId: z.string() }), { attempts: 3, retryDelay: 5 })

export function codeJobs(ground: Ground): void {
  ground.jobs.work(sendCode, async ({ requestId }) => {
    const row = await readCode(ground, requestId)
    if (!row || row.expires_at <= ground.clock.now() || isRelayAddress(row.email)) return
    if (!row.may_sign_up && !(await findAccount(ground, row.email))) return
    await ground.mail.send({ to: row.email, ...codeLetter(row.lang, digitsOf(ground, requestId)) })
  })
}

type Asked = { email: string; lang: string | undefined; from: From; words: DoorWords; tokens: string[] }

/**
 * Requests a sign-in code and returns the id of the request. The caller cannot see whether an e-mail is sent. Throws TooMany
 * when the limit of the address is reached.
 */
export async function askForCode(ground: Ground, { email, lang, from, words, tokens }: Asked): Promise<string> {
  const mayMake = await maySignUp(ground, from, words)
  const account = await findAccount(ground, email)
  await countByDevice(ground, { kind: 'code', email, account, tokens }, PER_ADDRESS)
  return begin(ground, { email, lang, userId: null, mayMake, words })
}

/**
 * Requests a code to the user's own address and returns the id of the request, or null if the address cannot receive mail. The
 * route limits these calls per user, so requests from the sign-in page cannot block the owner's reauthentication.
 */
export async function askToProve(ground: Ground, userId: string, lang: string | undefined): Promise<string | null> {
  const account = await readAccount(ground, userId)
  if (!account || isRelayAddress(account.email)) return null
  return begin(ground, { email: account.email, lang, userId, mayMake: false, words: {} })
}

/** Returns true once for the correct reauthentication code of this user. Every call counts as an attempt. */
export async function spendCode(ground: Ground, said: { token: string; code: string }, userId: string): Promise<boolean> {
  return (await rightCode(ground, said, userId)) !== null
}

/** Returns the account of the address the code was sent to, and creates it if needed. Returns null when the code is invalid. */
export async function signInByCode(
  ground: Ground,
  said: { token: string; code: string },
  from: From,
): Promise<{ account: AccountRow; isNew: boolean } | null> {
  const row = await rightCode(ground, said, null)
  if (!row) return null
  return ground.inOneStep(async (step) => {
    const found = await findAccount(step, row.email)
    if (found) return { account: await proved(step, found), isNew: false }
    if (!row.may_sign_up) return null
    const words = openWords(step, row.words_sealed, aboutWords(row.request_id))
    const draft = { email: row.email, emailVerified: true, password: null, nickname: null, country: from.country }
    const made = await makeAccount(step, draft, (inner) => admit(inner, from, words))
    // 'emailTaken' means that another code for the same address has just created the account.
    const account = await findAccount(step, row.email)
    if (typeof made === 'object') return account ? { account, isNew: true } : null
    return made === 'emailTaken' && account ? { account: await proved(step, account), isNew: false } : null
  })
}

type CodeOptions = Pick<Asked, 'email' | 'lang'> & { words: DoorWords; userId: string | null; mayMake: boolean }

async function begin(ground: Ground, { email, lang, userId, mayMake, words }: CodeOptions): Promise<string> {
  const now = ground.clock.now()
  const requestId = newId(now)
  await ground.inOneStep(async (step) => {
    await insertCode(step, {
      request_id: requestId,
      email,
      user_id: userId,
      may_sign_up: mayMake,
      words_sealed: sealWords(ground, words, aboutWords(requestId)),
      lang: lang ?? '',
      tries: 0,
      expires_at: new Date(now.getTime() + CODE_LIFE),
      used_at: null,
    })
    await step.jobs.send(sendCode, { requestId })
  })
  return requestId
}

/**
 * Marks the code as used and returns its request, or null when the code is invalid. The attempt is counted before the code is
 * compared, so that concurrent attempts cannot exceed the limit.
 */
async function rightCode(
  ground: Ground,
  { token, code }: { token: string; code: string },
  userId: string | null,
): Promise<CodeRow | null> {
  const row = await countTry(ground, token, userId, CODE_TRIES)
  if (!row) return null
  const want = Buffer.from(digitsOf(ground, token))
  const given = Buffer.from(code.replace(/\s/g, ''))
  if (want.length !== given.length || !timingSafeEqual(want, given)) return null
  return (await markUsed(ground, token)) ? row : null
}

/**
 * Returns the account with its address verified. Where sign-up is open, an attacker can create an account with someone else's
 * address in advance. The first verification therefore removes the password, identities and sessions (pre-hijacking).
 */
async function proved(step: Ground, account: AccountRow): Promise<AccountRow> {
  if (account.email_verified) return account
  const locked = await lockAccount(step, account.user_id)
  if (!locked || locked.email_verified) return locked ?? account
  await markProved(step, account.user_id)
  await unbindAll(step, account.user_id)
  await forgetWords(step, account.user_id)
  await endOtherSessions(step, account.user_id, null)
  await step.events.tell(accountTakenOver, { userId: account.user_id })
  return { ...account, email_verified: true, password_hash: null }
}

/** Derives the digits from the request id with a key of this server, so that the database contains no codes. */
function digitsOf(ground: Ground, requestId: string): string {
  const key = createHmac('sha256', ground.secrets.setupKey).update('codes by mail').digest()
  const number = createHmac('sha256', key).update(requestId).digest().readUIntBE(0, 6)
  return String(number % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}

const aboutWords = (requestId: string): string => `code:${requestId}`

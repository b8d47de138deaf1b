import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { newId } from '#shared/newId.ts'
import { minutes } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { event } from '#platform/events/events.ts'
import { job } from '#platform/jobs/jobs.ts'
import { CODE_DIGITS, CODE_LIFETIME, CODE_ATTEMPTS, isRelayAddress } from '../../rules.ts'
import { type SignUpTokens, decryptSignUpTokens, encryptSignUpTokens } from '../sign-up/signUpTokens.ts'
import { countAttempt } from '../sessions/knownDevices.ts'
import { codeEmail } from './codeEmail.ts'
import { endOtherSessions } from '../sessions/sessions.ts'
import { type ClientInfo, authorizeSignUp, createAccount, maySignUp } from '../sign-up/signUp.ts'
import { type AccountRow, findAccount, lockAccount, readAccount } from '../store.ts'
import {
  type CodeRow,
  countCodeAttempt,
  deletePendingSignIns,
  insertCode,
  verifyEmailAndClearPassword,
  markCodeUsed,
  readCode,
  unbindAllIdentities,
} from '../storeSignInMethods.ts'

/**
 * Published when the owner of an address takes over an account that someone else created with it. Access granted before
 * that must be revoked.
 */
export const accountTakenOver = event('account.taken-over', z.object({ userId: z.string() }))

/** Limit of sign-in codes per address. Each known device of the account has its own limit; all other clients share one. */
const ADDRESS_LIMIT = { max: 3, within: minutes(15) }

/** A job, so that the reply takes the same time whether or not an e-mail is sent, and a mail server may be down for a moment. */
const sendCodeJob = job('account.send-code', z.object({ requestId: z.string() }), { attempts: 3, retryDelay: 5 })

export function registerCodeJobs(ctx: AppContext): void {
  ctx.jobs.work(sendCodeJob, async ({ requestId }) => {
    const row = await readCode(ctx, requestId)
    if (!row || row.expires_at <= ctx.clock.now() || isRelayAddress(row.email)) return
    if (!row.may_sign_up && !(await findAccount(ctx, row.email))) return
    await ctx.mail.send({ to: row.email, ...codeEmail(row.lang, deriveDigits(ctx, requestId)) })
  })
}

type CodeRequest = {
  email: string
  lang: string | undefined
  from: ClientInfo
  signUpTokens: SignUpTokens
  deviceTokens: string[]
}

/**
 * Requests a sign-in code and returns the id of the request. The caller cannot see whether an e-mail is sent. Throws TooMany
 * when the limit of the address is reached.
 */
export async function requestSignInCode(
  ctx: AppContext,
  { email, lang, from, signUpTokens, deviceTokens }: CodeRequest,
): Promise<string> {
  const canSignUp = await maySignUp(ctx, from, signUpTokens)
  const account = await findAccount(ctx, email)
  await countAttempt(ctx, { kind: 'code', email, account, deviceTokens }, ADDRESS_LIMIT)
  return createCode(ctx, { email, lang, userId: null, canSignUp, signUpTokens })
}

/**
 * Requests a code to the user's own address and returns the id of the request, or null if the address cannot receive mail. The
 * route limits these calls per user, so requests from the sign-in page cannot block the owner's reauthentication.
 */
export async function requestReauthenticationCode(
  ctx: AppContext,
  userId: string,
  lang: string | undefined,
): Promise<string | null> {
  const account = await readAccount(ctx, userId)
  if (!account || isRelayAddress(account.email)) return null
  return createCode(ctx, { email: account.email, lang, userId, canSignUp: false, signUpTokens: {} })
}

/** Returns true once for the correct reauthentication code of this user. Every call counts as an attempt. */
export async function redeemReauthenticationCode(
  ctx: AppContext,
  input: { token: string; code: string },
  userId: string,
): Promise<boolean> {
  return (await redeemCode(ctx, input, userId)) !== null
}

/** Returns the account of the address the code was sent to, and creates it if needed. Returns null when the code is invalid. */
export async function signInWithCode(
  ctx: AppContext,
  input: { token: string; code: string },
  from: ClientInfo,
): Promise<{ account: AccountRow; isNew: boolean } | null> {
  const row = await redeemCode(ctx, input, null)
  if (!row) return null
  return ctx.transaction(async (tx) => {
    const found = await findAccount(tx, row.email)
    if (found) return { account: await verifyEmail(tx, found), isNew: false }
    if (!row.may_sign_up) return null
    const signUpTokens = decryptSignUpTokens(tx, row.words_sealed, signUpTokensContext(row.request_id))
    const draft = { email: row.email, emailVerified: true, password: null, nickname: null, country: from.country }
    const created = await createAccount(tx, draft, (innerTx) => authorizeSignUp(innerTx, from, signUpTokens))
    // 'emailTaken' means that another code for the same address has just created the account.
    const account = await findAccount(tx, row.email)
    if (typeof created === 'object') return account ? { account, isNew: true } : null
    return created === 'emailTaken' && account ? { account: await verifyEmail(tx, account), isNew: false } : null
  })
}

type CodeOptions = Pick<CodeRequest, 'email' | 'lang'> & { signUpTokens: SignUpTokens; userId: string | null; canSignUp: boolean }

async function createCode(ctx: AppContext, { email, lang, userId, canSignUp, signUpTokens }: CodeOptions): Promise<string> {
  const now = ctx.clock.now()
  const requestId = newId(now)
  await ctx.transaction(async (tx) => {
    await insertCode(tx, {
      request_id: requestId,
      email,
      user_id: userId,
      may_sign_up: canSignUp,
      words_sealed: encryptSignUpTokens(ctx, signUpTokens, signUpTokensContext(requestId)),
      lang: lang ?? '',
      tries: 0,
      expires_at: new Date(now.getTime() + CODE_LIFETIME),
      used_at: null,
    })
    await tx.jobs.send(sendCodeJob, { requestId })
  })
  return requestId
}

/**
 * Marks the code as used and returns its request, or null when the code is invalid. The attempt is counted before the code is
 * compared, so that concurrent attempts cannot exceed the limit.
 */
async function redeemCode(
  ctx: AppContext,
  { token, code }: { token: string; code: string },
  userId: string | null,
): Promise<CodeRow | null> {
  const row = await countCodeAttempt(ctx, token, userId, CODE_ATTEMPTS)
  if (!row) return null
  const expected = Buffer.from(deriveDigits(ctx, token))
  const actual = Buffer.from(code.replace(/\s/g, ''))
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return null
  return (await markCodeUsed(ctx, token)) ? row : null
}

/**
 * Returns the account with its address verified. Where sign-up is open, an attacker can create an account with someone else's
 * address in advance. The first verification therefore removes the password, identities and sessions (pre-hijacking).
 */
async function verifyEmail(tx: AppContext, account: AccountRow): Promise<AccountRow> {
  if (account.email_verified) return account
  const locked = await lockAccount(tx, account.user_id)
  if (!locked || locked.email_verified) return locked ?? account
  await verifyEmailAndClearPassword(tx, account.user_id)
  await unbindAllIdentities(tx, account.user_id)
  await deletePendingSignIns(tx, account.user_id)
  await endOtherSessions(tx, account.user_id, null)
  await tx.events.publish(accountTakenOver, { userId: account.user_id })
  return { ...account, email_verified: true, password_hash: null }
}

/** Derives the digits from the request id with a key of this server, so that the database contains no codes. */
function deriveDigits(ctx: AppContext, requestId: string): string {
  const key = createHmac('sha256', ctx.secrets.setupKey).update('codes by mail').digest()
  const number = createHmac('sha256', key).update(requestId).digest().readUIntBE(0, 6)
  return String(number % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}

const signUpTokensContext = (requestId: string): string => `code:${requestId}`

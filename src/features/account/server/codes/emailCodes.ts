import { z } from 'zod'
import { newId } from '#shared/newId.ts'
import { minutes } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { equalInConstantTime, keyedHash } from '#platform/crypto/hashes.ts'
import { event } from '#platform/events/events.ts'
import { NotSignedIn } from '#platform/http/errors.ts'
import { job } from '#platform/jobs/jobs.ts'
import { CODE_DIGITS, CODE_LIFETIME, CODE_ATTEMPTS, isRelayAddress } from '../../rules.ts'
import {
  type SignUpTokens,
  decryptSignUpTokens,
  encryptSignUpTokens,
  type ClientInfo,
  authorizeSignUp,
  createAccount,
  isSignUpAllowed,
} from '../sign-up/signUp.ts'
import { countAttempt } from '../sessions/knownDevices.ts'
import { codeEmail } from './codeEmail.ts'
import { endOtherSessions } from '../sessions/sessions.ts'
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
export const sendCodeJob = job('account.send-code', z.object({ requestId: z.string() }), { attempts: 3, retryDelay: 5 })

export async function sendCode(ctx: AppContext, { requestId }: { requestId: string }): Promise<void> {
  const row = await readCode(ctx, requestId)
  if (!row || row.expires_at <= ctx.clock.now() || isRelayAddress(row.email)) return
  if (!row.may_sign_up && !(await findAccount(ctx, row.email))) return
  await ctx.mail.send({ to: row.email, ...codeEmail(row.lang, deriveDigits(ctx, requestId)) })
}

type CodeRequest = {
  email: string
  lang: string | undefined
  from: ClientInfo
  signUpTokens: SignUpTokens
  deviceTokens: string[]
}

/**
 * Requests a sign-in code and returns the id of the request. The caller cannot see whether an e-mail is sent. Throws
 * TooManyRequests when the limit of the address is reached.
 */
export async function requestSignInCode(
  ctx: AppContext,
  { email, lang, from, signUpTokens, deviceTokens }: CodeRequest,
): Promise<string> {
  const canSignUp = await isSignUpAllowed(ctx, from, signUpTokens)
  const account = await findAccount(ctx, email)
  await countAttempt(ctx, { kind: 'code', email, account, deviceTokens }, ADDRESS_LIMIT)
  return createCode(ctx, { email, lang, userId: null, canSignUp, signUpTokens })
}

/**
 * Requests a code to the user's own address and returns the id of the request. Refuses if the address cannot receive mail. The
 * route limits these calls per user, so requests from the sign-in page cannot block the owner's reauthentication.
 */
export async function requestReauthenticationCode(
  ctx: AppContext,
  userId: string,
  lang: string | undefined,
): Promise<{ token: string } | { refused: 'noAddress' }> {
  const account = await readAccount(ctx, userId)
  // The account was removed after the session was checked.
  if (!account) throw new NotSignedIn('token invalid or expired')
  if (isRelayAddress(account.email)) return { refused: 'noAddress' }
  return { token: await createCode(ctx, { email: account.email, lang, userId, canSignUp: false, signUpTokens: {} }) }
}

/** Returns true once for the correct reauthentication code of this user. Every call counts as an attempt. */
export async function redeemReauthenticationCode(
  ctx: AppContext,
  input: { token: string; code: string },
  userId: string,
): Promise<boolean> {
  return (await redeemCode(ctx, input, userId)) !== null
}

/** Returns the account of the address the code was sent to, and creates it if needed. Refuses an invalid code. */
export async function signInWithCode(
  ctx: AppContext,
  input: { token: string; code: string },
  from: ClientInfo,
): Promise<{ account: AccountRow; isNew: boolean } | { refused: 'wrongCode' }> {
  const refusal = { refused: 'wrongCode' } as const
  const row = await redeemCode(ctx, input, null)
  if (!row) return refusal
  return ctx.transaction(async (tx) => {
    const found = await findAccount(tx, row.email)
    if (found) return { account: await verifyEmail(tx, found), isNew: false }
    if (!row.may_sign_up) return refusal
    const signUpTokens = decryptSignUpTokens(tx, row.sign_up_tokens_encrypted, signUpTokensContext(row.request_id))
    const draft = { email: row.email, emailVerified: true, password: null, nickname: null, country: from.country }
    const created = await createAccount(tx, draft, (innerTx) => authorizeSignUp(innerTx, from, signUpTokens))
    // 'emailTaken' means that another code for the same address has just created the account.
    const account = await findAccount(tx, row.email)
    if (!account) return refusal
    if (!('refused' in created)) return { account, isNew: true }
    return created.refused === 'emailTaken' ? { account: await verifyEmail(tx, account), isNew: false } : refusal
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
      sign_up_tokens_encrypted: encryptSignUpTokens(ctx, signUpTokens, signUpTokensContext(requestId)),
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
  if (!equalInConstantTime(code.replace(/\s/g, ''), deriveDigits(ctx, token))) return null
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
  const number = keyedHash(ctx.secrets.setupKey, 'codes by mail', requestId).readUIntBE(0, 6)
  return String(number % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}

const signUpTokensContext = (requestId: string): string => `code:${requestId}`

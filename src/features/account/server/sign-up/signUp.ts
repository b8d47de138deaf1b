import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'
import { newId } from '#shared/newId.ts'
import { cleanName } from '#shared/normalizeText.ts'
import type { AppContext } from '#platform/context.ts'
import { equalInConstantTime } from '#platform/crypto/hashes.ts'
import { event } from '#platform/events/events.ts'
import { isValidInvitation, redeemInvitation } from './invitations.ts'
import { isWeakPassword } from '../password/isWeakPassword.ts'
import { hashPassword } from '../password/passwordHash.ts'
import { findAccount, hasAccounts, insertAccount, lockAccountTable } from '../store.ts'
import { insertConsent } from '../privacy/storeConsents.ts'

/** Published in the transaction that creates an account. */
export const accountCreated = event('account.created', z.object({ userId: z.string() }))

export type ClientInfo = { ip: string; host: string; origin: string | undefined; forwarded: boolean; country: string }

/** Why a sign-up is permitted: it is the first account, it has an invitation, or sign-up is open. */
export type SignUpReason = 'first' | 'invitation' | 'open'

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
export const setupToken = (ctx: AppContext): string =>
  createHmac('sha256', ctx.secrets.setupKey).update('setup of the first account').digest('base64url')

/**
 * True if the caller may create an account: the first one on loopback or with the setup link, later ones where sign-up is open
 * or with a valid invitation. Does not use up the invitation.
 */
export async function isSignUpAllowed(ctx: AppContext, from: ClientInfo, signUpTokens: SignUpTokens): Promise<boolean> {
  if (!(await hasAccounts(ctx))) return mayCreateFirstAccount(ctx, from, signUpTokens)
  if (ctx.config.signUp === 'invite') return isValidInvitation(ctx, signUpTokens.invitation)
  return ctx.config.signUp === 'open'
}

/** Repeats the check in the transaction that creates the account, and uses up the invitation. */
export async function authorizeSignUp(
  tx: AppContext,
  from: ClientInfo,
  signUpTokens: SignUpTokens,
): Promise<SignUpReason | { refused: 'signUpClosed' }> {
  const refusal = { refused: 'signUpClosed' } as const
  const { signUp } = tx.config
  if (!(await hasAccounts(tx))) return mayCreateFirstAccount(tx, from, signUpTokens) ? 'first' : refusal
  if (signUp !== 'closed' && (await redeemInvitation(tx, signUpTokens.invitation, tx.clock.now()))) return 'invitation'
  return signUp === 'open' ? 'open' : refusal
}

/**
 * Creates an account and returns its id and password hash. When it refuses, nothing was written.
 * `authorize` runs inside the transaction, so that only one of two concurrent first sign-ups, or of two with the same invitation,
 * succeeds.
 * The sign-up page links the policy above its button, so the consent to the current version is recorded here (A§7).
 */
export async function createAccount(
  ctx: AppContext,
  account: NewAccount,
  authorize: (tx: AppContext) => Promise<SignUpReason | { refused: 'signUpClosed' }>,
): Promise<{ userId: string; passwordHash: string | null } | { refused: 'signUpClosed' | 'emailTaken' | 'weak' }> {
  const { email, emailVerified, password = null, nickname, country = '' } = account
  if (password !== null && (await isWeakPassword(password, email))) return { refused: 'weak' }
  const password_hash = password === null ? null : await hashPassword(ctx.hashCost, password)
  return ctx.transaction(async (tx) => {
    await lockAccountTable(tx)
    if (await findAccount(tx, email)) return { refused: 'emailTaken' }
    const reason = await authorize(tx)
    if (typeof reason === 'object') return reason
    const now = tx.clock.now()
    const userId = newId(now)
    await insertAccount(tx, {
      user_id: userId,
      email,
      email_verified: emailVerified ?? reason === 'first',
      password_hash,
      nickname: cleanName(nickname ?? '').slice(0, NICKNAME_MAX) || nameFromAddress(email),
      avatar: null,
      created_at: now,
      is_operator: reason === 'first',
    })
    await insertConsent(tx, {
      user_id: userId,
      consent_id: newId(now),
      country,
      privacy_version: tx.config.privacyVersion,
      is_marketing_agreement: false,
      source: 'web',
      agreed_at: now,
    })
    await tx.events.publish(accountCreated, { userId })
    return { userId, passwordHash: password_hash }
  })
}

/** Returns the default nickname of a user without a name: the part of the address before the @. */
export const nameFromAddress = (email: string): string => cleanName(email.split('@')[0] ?? '') || email

const NICKNAME_MAX = 80

const mayCreateFirstAccount = (ctx: AppContext, from: ClientInfo, { setupToken: token }: SignUpTokens): boolean =>
  isLocalRequest(ctx, from) || isSetupToken(ctx, token)

// @NOTE Behind a proxy on this machine, remote requests have a loopback address. A request is therefore not local if it was
// forwarded, has another host name, or the server has a public URL, since not every proxy adds a header. Pages of other sites can
// call this server from a browser on this machine; their Origin header reveals them.
function isLocalRequest({ config }: AppContext, { ip, host, origin, forwarded }: ClientInfo): boolean {
  if (forwarded || (config.hasPublicUrl && !isLoopbackHost(hostnameOf(config.publicUrl)))) return false
  return (
    isLoopbackHost(ip) &&
    isLoopbackHost(host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')) &&
    (!origin || isLoopbackHost(hostnameOf(origin)))
  )
}

const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' ||
  host === '::1' ||
  (isIP(host) === 4 && host.startsWith('127.')) ||
  (isIP(host) === 6 && host.startsWith('::ffff:127.'))

const hostnameOf = (url: string): string => URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? ''

const isSetupToken = (ctx: AppContext, token: string | null | undefined): boolean =>
  equalInConstantTime(token ?? '', setupToken(ctx))

const SignUpTokens = z.object({ setupToken: z.string().optional(), invitation: z.string().optional() })

/** Tokens that permit a sign-up: from the setup link or an invitation. Stored encrypted while a sign-in is pending. */
export type SignUpTokens = z.infer<typeof SignUpTokens>

/** Returns null when there is no token. */
export function encryptSignUpTokens(ctx: AppContext, tokens: SignUpTokens, context: string): Buffer | null {
  return tokens.setupToken || tokens.invitation ? ctx.secrets.fieldEncryption.encrypt(JSON.stringify(tokens), context) : null
}

export function decryptSignUpTokens(ctx: AppContext, encrypted: Buffer | null, context: string): SignUpTokens {
  const text = encrypted && ctx.secrets.fieldEncryption.decrypt(encrypted, context)
  return text ? SignUpTokens.parse(JSON.parse(text)) : {}
}

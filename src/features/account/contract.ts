import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { liveTopic } from '#shared/liveTopic.ts'
import { minutes } from '#shared/units.ts'
import {
  device_tokens,
  email,
  emailTaken,
  id,
  networkLimit,
  notFresh,
  signUpClosed,
  opaqueToken,
  password,
  seconds,
  session,
  signUpTokens,
  signedIn,
  typedCode,
  typedEmail,
  weak,
  wrong,
  wrongCode,
} from './contract/signIn.ts'
import { PASSWORD_MAX } from './rules.ts'

export { desktopContract, sessionsContract } from './contract/sessions.ts'
export { ssoContract } from './contract/sso.ts'

/** What `GET /user/me` returns has changed: the account, its membership, its minutes, or the name of the user. */
export const meTopic = liveTopic('me')
/** A session has ended. */
export const sessionTopic = liveTopic('session')
/** The account was deleted: all that runs for it stops. Its streams end, because their sessions are checked. */
export const accountDeletedTopic = liveTopic('account-deleted')

/** Sign-up and sign-in with e-mail and password, and the settings of this server that the sign-in page needs. */
export const accountContract = {
  signUp: route({
    method: 'POST',
    path: '/auth/password/sign-up',
    access: 'public',
    addsData: true,
    summary: 'Create an account with email and password; the first one, on loopback, needs no token',
    body: z.object({ email, password, ...signUpTokens }),
    reply: signedIn,
    refusals: { signUpClosed, weak, emailTaken },
    limits: [networkLimit],
  }),
  signIn: route({
    method: 'POST',
    path: '/auth/password/sign-in',
    access: 'public',
    summary: 'Sign in with email and password; ten attempts in 15 minutes, then 429; a known device has its own ten',
    body: z.object({ email: typedEmail, password: z.string().check(z.maxLength(PASSWORD_MAX)), device_tokens }),
    reply: signedIn,
    refusals: { wrong },
    limits: [networkLimit],
  }),
  /** The settings that the sign-in page loads before the user signs in. */
  instance: route({
    method: 'GET',
    path: '/auth/instance',
    access: 'public',
    summary: 'Get whether this server has an account, who may create one, and the sign-in methods',
    query: z.object({ setup: z.optional(opaqueToken), invitation: z.optional(opaqueToken) }),
    reply: z.object({
      data: z.object({
        has_accounts: z.boolean(),
        /** The caller may create an account: sign-up is open, the token is valid, or it is the first account on loopback. */
        may_sign_up: z.boolean(),
        sign_up: z.enum(['closed', 'invite', 'open']),
        /** Where a code is delivered. `log`: it is written to the log of this server. */
        codes: z.enum(['mail', 'log']),
        providers: z.array(
          z.object({ id: z.string(), name: z.string(), kind: z.enum(['google', 'apple', 'microsoft', 'oidc']) }),
        ),
        privacy_version: z.string(),
      }),
    }),
  }),
} as const

/** Six-digit codes by e-mail, for signing in and for reauthentication. */
export const codesContract = {
  send: route({
    method: 'POST',
    path: '/auth/otp-send-code',
    access: 'public',
    summary: 'Send a six-digit code to an address; same reply whether or not it has an account',
    body: z.object({ username: email, lang: z.optional(z.string().check(z.maxLength(20))), device_tokens, ...signUpTokens }),
    /** `log`: no mail server is configured, so the code is written to the log of this server. */
    reply: z.object({ token: z.string(), data: z.object({ delivered: z.enum(['mail', 'log']) }) }),
    limits: [{ per: 'network', max: 10, within: minutes(60) }],
  }),
  signIn: route({
    method: 'POST',
    path: '/auth/otp-login',
    access: 'public',
    summary: 'Sign in with the code; same reply for wrong, expired, used and never sent codes',
    body: z.object({ token: id, code: typedCode }),
    reply: z.object({ data: z.extend(session, { has_password: z.boolean() }) }),
    refusals: { wrongCode },
    limits: [networkLimit],
  }),
  sendToProve: route({
    method: 'POST',
    path: '/auth/confirm-send-code',
    access: 'signed-in',
    addsData: false,
    summary: "Send a code to the account's own address, to confirm the identity",
    body: z.object({ lang: z.optional(z.string().check(z.maxLength(20))) }),
    reply: z.object({ token: z.string(), data: z.object({ delivered: z.enum(['mail', 'log']) }) }),
    limits: [{ per: 'user', max: 3, within: minutes(15) }],
    refusals: { noAddress: { status: -5, message: 'This account has no email address to send a code to.' } },
  }),
} as const

/** Reauthentication, and setting the password. */
export const reauthenticationContract = {
  confirm: route({
    method: 'POST',
    path: '/auth/confirm',
    access: 'signed-in',
    addsData: false,
    summary: 'Confirm the identity; the session is then fresh for ten minutes',
    body: z.union([
      z.object({ password: z.string().check(z.maxLength(PASSWORD_MAX)) }),
      z.object({ token: id, code: typedCode }),
    ]),
    reply: z.object({}),
    refusals: { wrong },
    limits: [{ per: 'user', max: 10, within: minutes(15) }],
  }),
  setPassword: route({
    method: 'POST',
    path: '/auth/password/set',
    access: 'signed-in',
    addsData: false,
    summary: 'Set or change the password, with the old one or a fresh session; ends every other session',
    body: z.object({ current_password: z.optional(z.string().check(z.maxLength(PASSWORD_MAX))), password }),
    reply: signedIn,
    refusals: { wrong, weak, notFresh },
    limits: [{ per: 'user', max: 10, within: minutes(15) }],
  }),
} as const

const invitation = z.object({ id: z.string(), created_at: seconds, expires_at: seconds, is_used: z.boolean() })

/** Invitations: where sign-up is `invite`, every user may invite others. */
export const invitationsContract = {
  list: route({
    method: 'GET',
    path: '/auth/invitations',
    access: 'signed-in',
    summary: "List the caller's invitations, newest first",
    reply: z.object({ data: z.array(invitation) }),
  }),
  create: route({
    method: 'POST',
    path: '/auth/invitations',
    access: 'signed-in',
    summary: 'Create an invitation link for one account, valid for seven days; shown once',
    reply: z.object({ data: z.extend(invitation, { link: z.string() }) }),
    refusals: {
      notInvite: { status: -403, message: 'This account cannot invite people to this server.' },
      tooMany: { status: -6, message: 'Too many invitations are open. Revoke one first.' },
    },
  }),
  remove: route({
    method: 'DELETE',
    path: '/auth/invitations/:id',
    access: 'signed-in',
    summary: 'Revoke an invitation',
    params: z.object({ id }),
    reply: z.object({}),
  }),
} as const

/** The privacy policy and the user's consent to it (A§7). */
export const privacyContract = {
  country: route({
    method: 'GET',
    path: '/user/privacy/country',
    access: 'signed-in',
    summary: 'Get the current policy and what the caller agreed to last',
    reply: z.object({
      data: z.object({
        /** From the last consent, else the detected country. ISO 3166-1 alpha-2 code, or empty. */
        country: z.string(),
        privacy_version: z.string(),
        has_new_privacy: z.boolean(),
        agreed: z.nullable(
          z.object({ country: z.string(), privacy_version: z.string(), is_marketing_agreement: z.boolean(), agreed_at: seconds }),
        ),
      }),
    }),
  }),
  location: route({
    method: 'GET',
    path: '/user/privacy/location',
    access: 'signed-in',
    summary: "Guess the caller's country from the header of a trusted proxy, else from the browser's language",
    headers: z.object({ 'accept-language': z.optional(z.string().check(z.maxLength(1000))) }),
    reply: z.object({ data: z.object({ country: z.string(), source: z.enum(['network', 'language', 'unknown']) }) }),
  }),
  agree: route({
    method: 'POST',
    path: '/user/privacy/agreement',
    access: 'signed-in',
    addsData: false,
    summary: 'Record consent: country, version, marketing choice, source, time (A§7)',
    body: z.object({
      country: z.string().check(z.regex(/^[A-Z]{2}$/)),
      privacy_version: z.string().check(z.maxLength(32)),
      is_marketing_agreement: z.boolean(),
      source: z.literal('web'),
    }),
    reply: z.object({}),
    // Every call adds a row that is never deleted while the account exists.
    limits: [{ per: 'user', max: 30, within: minutes(60) }],
    refusals: {
      otherVersion: { status: -409, message: 'This is not the current version of the document. Read and send the current one.' },
      noSuchCountry: { status: -422, message: 'This country does not exist. Send a two-letter country code.' },
    },
  }),
} as const

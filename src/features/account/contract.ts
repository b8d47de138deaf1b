import { z } from 'zod'
import { route } from '#shared/contract.ts'
import { KiB, minutes } from '#shared/units.ts'
import { EMAIL_PATTERN, EMAIL_MAX, KNOWN_DEVICES_MAX, PASSWORD_MAX, PASSWORD_MIN } from './rules.ts'

/** An e-mail address as typed, not yet validated. */
const typedEmail = z.string().max(EMAIL_MAX, { abort: true }).trim().toLowerCase()
const email = typedEmail.regex(EMAIL_PATTERN, 'This is not an e-mail address.')
const password = z
  .string()
  .min(PASSWORD_MIN, `A password has ${PASSWORD_MIN} characters at least.`)
  .max(PASSWORD_MAX, `A password has ${PASSWORD_MAX} characters at most.`)
const opaqueToken = z.string().min(1).max(200)
const id = z.string().max(64)
/** A code as typed or pasted. */
const typedCode = z.string().max(40, { abort: true }).trim().max(20)
const cookie = z
  .string()
  .max(16 * KiB)
  .optional()
const seconds = z.number().int()

/** Tokens that permit a sign-up where it is not open: from the setup link of a new server, or from an invitation. */
const signUpTokens = { setup_token: opaqueToken.optional(), invitation: opaqueToken.optional() }

/** Tokens that earlier sign-ins gave this device, so that failed attempts from elsewhere do not count against it. */
const device_tokens = z.array(z.string().max(200)).max(KNOWN_DEVICES_MAX).optional()

const session = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  /** `password`, `code`, or a provider's id. */
  login_type: z.string(),
  /** The e-mail address of the account, which the page remembers; empty for a relay address. */
  account: z.string(),
  is_new_user: z.boolean(),
  /** Stored on this device and sent with the next sign-in. */
  device_token: z.string(),
})
const signedIn = z.object({ data: session })

const notOpen = { status: -403, message: 'This server takes no new accounts. Ask the person who runs it for one.' } as const
const emailTaken = { status: -3, message: 'There is already an account with this e-mail address. Sign in instead.' } as const
const taken = { status: -4092, message: 'This identity belongs to another account. Remove it there first.' } as const
const weak = { status: -4, message: 'This password is too common. Choose another one.' } as const
const wrong = { status: -2, message: 'E-mail and password do not match. Check both and try again.' } as const
const wrongCode = { status: -2, message: 'This code is wrong or too old. Check the digits or ask for a new code.' } as const
const ticketGone = { status: -2, message: 'This sign-in was already used or took too long. Sign in again.' } as const
/** The last authentication is too long ago for this call. The client calls `confirm`, then repeats the call. */
const notFresh = {
  status: -4011,
  message: 'Confirm that it is you first, with your password or a code, then try again.',
} as const
/** An account always keeps at least one sign-in method. */
const lastWayIn = { status: -4091, message: 'This is the only way to sign in to this account. Add another one first.' } as const

/** Limit for starting a sign-in: 20 per minute and network. */
const networkLimit = { per: 'network', max: 20, within: minutes(1) } as const

/** Sign-up and sign-in with e-mail and password, and the settings of this server that the sign-in page needs. */
export const accountContract = {
  signUp: route({
    method: 'POST',
    path: '/auth/password/sign-up',
    access: 'public',
    addsData: true,
    summary: 'Make an account with e-mail and password; the first one of an instance on loopback needs no token',
    body: z.object({ email, password, ...signUpTokens }),
    reply: signedIn,
    refusals: { notOpen, weak, emailTaken },
    limits: [networkLimit],
  }),
  signIn: route({
    method: 'POST',
    path: '/auth/password/sign-in',
    access: 'public',
    summary: 'Sign in with e-mail and password; ten tries in a quarter of an hour, then 429: a known device has its own ten',
    body: z.object({ email: typedEmail, password: z.string().max(PASSWORD_MAX), device_tokens }),
    reply: signedIn,
    refusals: { wrong },
    limits: [networkLimit],
  }),
  /** The settings that the sign-in page loads before the user signs in. */
  instance: route({
    method: 'GET',
    path: '/auth/instance',
    access: 'public',
    summary: 'Whether this server still waits for its first account, who may make one, and the ways in',
    query: z.object({ setup: opaqueToken.optional(), invitation: opaqueToken.optional() }),
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
    summary: 'Send a six-digit code to an address; answers the same whether or not it has an account',
    body: z.object({ username: email, lang: z.string().max(20).optional(), device_tokens, ...signUpTokens }),
    /** `log`: no mail server is configured, so the code is written to the log of this server. */
    reply: z.object({ token: z.string(), data: z.object({ delivered: z.enum(['mail', 'log']) }) }),
    limits: [{ per: 'network', max: 10, within: minutes(60) }],
  }),
  signIn: route({
    method: 'POST',
    path: '/auth/otp-login',
    access: 'public',
    summary: 'Sign in with the code; wrong, late, used and never sent are answered alike',
    body: z.object({ token: id, code: typedCode }),
    reply: z.object({ data: session.extend({ has_password: z.boolean() }) }),
    refusals: { wrongCode },
    limits: [networkLimit],
  }),
  sendToProve: route({
    method: 'POST',
    path: '/auth/confirm-send-code',
    access: 'signed-in',
    addsData: false,
    summary: "Send a code to the account's own address, to prove again who one is",
    body: z.object({ lang: z.string().max(20).optional() }),
    reply: z.object({ token: z.string(), data: z.object({ delivered: z.enum(['mail', 'log']) }) }),
    limits: [{ per: 'user', max: 3, within: minutes(15) }],
    refusals: { noAddress: { status: -5, message: 'This account has no e-mail address that a code can be sent to.' } },
  }),
} as const

const identity = z.object({
  id: z.string(),
  sso_type: z.string(),
  name: z.string(),
  account: z.string(),
  is_bound: z.boolean(),
  linked_at: seconds,
  last_used_at: seconds,
})

/** Sign-in with identity providers. The redirects `/auth/sso/:provider/start` and `/callback` are not part of this contract. */
export const ssoContract = {
  redeem: route({
    method: 'POST',
    path: '/auth/sso-callback',
    access: 'public',
    summary: 'After coming back from an identity provider: the ticket of the address for a session, in the same browser only',
    body: z.object({ ticket: opaqueToken }),
    headers: z.object({ cookie }),
    reply: signedIn,
    refusals: { ticketGone },
    limits: [networkLimit],
  }),
  list: route({
    method: 'GET',
    path: '/auth/sso-list',
    access: 'signed-in',
    mayNotExist: true,
    summary: "The caller's ways in",
    reply: z.object({
      data: z.object({
        email: z.string(),
        is_relay: z.boolean(),
        has_password: z.boolean(),
        is_fresh: z.boolean(),
        identities: z.array(identity),
      }),
    }),
  }),
  bind: route({
    method: 'POST',
    path: '/auth/sso-bind',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Begin to add an identity: the address to send this browser to',
    body: z.object({ sso_type: z.string().max(32) }),
    reply: z.object({ data: z.object({ redirect_url: z.string() }) }),
    refusals: { notFresh },
    limits: [{ per: 'user', max: 20, within: minutes(1) }],
  }),
  finishBind: route({
    method: 'POST',
    path: '/auth/sso-bind-finish',
    access: 'signed-in',
    summary: 'Add the identity the ticket stands for; the session gets a new token, the old one ends',
    body: z.object({ ticket: opaqueToken }),
    headers: z.object({ cookie }),
    reply: signedIn,
    refusals: { ticketGone, taken },
  }),
  unbind: route({
    method: 'POST',
    path: '/auth/sso-unbind',
    access: 'signed-in',
    mayNotExist: true,
    addsData: false,
    summary: 'An identity stops being a way in; it stays in the list until it is deleted',
    body: z.object({ id }),
    reply: z.object({}),
    refusals: { lastWayIn, notFresh },
  }),
  remove: route({
    method: 'DELETE',
    path: '/auth/sso-delete',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Forget an identity; what its provider gave us is given back',
    query: z.object({ id }),
    reply: z.object({}),
    refusals: { lastWayIn, notFresh },
  }),
} as const

/** Reauthentication, and setting the password. */
export const reauthenticationContract = {
  confirm: route({
    method: 'POST',
    path: '/auth/confirm',
    access: 'signed-in',
    addsData: false,
    summary: 'Prove again who one is; the session is then fresh for ten minutes',
    body: z.union([z.object({ password: z.string().max(PASSWORD_MAX) }), z.object({ token: id, code: typedCode })]),
    reply: z.object({}),
    refusals: { wrong },
    limits: [{ per: 'user', max: 10, within: minutes(15) }],
  }),
  setPassword: route({
    method: 'POST',
    path: '/auth/password/set',
    access: 'signed-in',
    addsData: false,
    summary: 'Set or change the password, by the old one or with a fresh session; every other session ends',
    body: z.object({ current_password: z.string().max(PASSWORD_MAX).optional(), password }),
    reply: signedIn,
    refusals: { wrong, weak, notFresh },
    limits: [{ per: 'user', max: 10, within: minutes(15) }],
  }),
} as const

/** Lists and ends sessions (A§7). */
export const sessionsContract = {
  list: route({
    method: 'GET',
    path: '/auth/access-token-list',
    access: 'signed-in',
    summary: 'Every session of the caller that still counts, this one first',
    reply: z.object({
      data: z.array(
        z.object({
          id: z.string(),
          client: z.enum(['web', 'desktop']),
          login_type: z.string(),
          user_agent: z.string(),
          network: z.string(),
          created_at: seconds,
          last_seen_at: seconds,
          expires_at: seconds,
          is_current: z.boolean(),
        }),
      ),
    }),
  }),
  remove: route({
    method: 'POST',
    path: '/auth/access-token-remove',
    access: 'signed-in',
    mayNotExist: true,
    addsData: false,
    summary: 'End one session of the caller at once',
    body: z.object({ id }),
    reply: z.object({}),
  }),
  signOut: route({
    method: 'POST',
    path: '/auth/access-token-logout',
    access: 'signed-in',
    addsData: false,
    summary: 'End this session, or every session of the caller',
    body: z.object({ all: z.boolean().optional() }).optional(),
    reply: z.object({}),
  }),
} as const

/** Signs in the desktop program from the web page (A§7). */
export const desktopContract = {
  code: route({
    method: 'GET',
    path: '/auth/access-auth-code',
    access: 'signed-in',
    summary: 'A code for the desktop program: a minute, once, for that program only (A§7)',
    query: z.object({ client_id: z.literal('web'), desktop_uuid: opaqueToken }),
    reply: z.object({ data: z.object({ auth_code: z.string(), expires_in: seconds }) }),
    limits: [{ per: 'user', max: 5, within: minutes(1) }],
  }),
  exchange: route({
    method: 'POST',
    path: '/auth/access-token',
    access: 'public',
    summary: 'The desktop program trades the code the page gave it for a session of its own',
    body: z.object({ auth_code: opaqueToken, desktop_uuid: opaqueToken }),
    reply: signedIn,
    refusals: { wrongCode: { status: -2, message: 'This code is wrong, used or too old. Begin again in the desktop program.' } },
    limits: [{ per: 'network', max: 30, within: minutes(1) }],
  }),
} as const

const invitation = z.object({ id: z.string(), created_at: seconds, expires_at: seconds, is_used: z.boolean() })

/** Invitations: where sign-up is `invite`, every user may invite others. */
export const invitationsContract = {
  list: route({
    method: 'GET',
    path: '/auth/invitations',
    access: 'signed-in',
    summary: "The caller's invitations, newest first",
    reply: z.object({ data: z.array(invitation) }),
  }),
  create: route({
    method: 'POST',
    path: '/auth/invitations',
    access: 'signed-in',
    summary: 'A link with which one person may make an account within seven days; shown once',
    reply: z.object({ data: invitation.extend({ link: z.string() }) }),
    refusals: {
      notInvite: { status: -403, message: 'This account cannot invite people to this server.' },
      tooMany: { status: -6, message: 'There are too many open invitations. Take one back first.' },
    },
  }),
  remove: route({
    method: 'DELETE',
    path: '/auth/invitations/:id',
    access: 'signed-in',
    summary: 'Take an invitation back',
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
    summary: 'The policy in force and what the caller agreed to last',
    reply: z.object({
      data: z.object({
        /** From the last consent, else the detected country. ISO 3166-1 alpha-2 code, or empty. */
        country: z.string(),
        privacy_version: z.string(),
        has_new_privacy: z.boolean(),
        agreed: z
          .object({ country: z.string(), privacy_version: z.string(), is_marketing_agreement: z.boolean(), agreed_at: seconds })
          .nullable(),
      }),
    }),
  }),
  location: route({
    method: 'GET',
    path: '/user/privacy/location',
    access: 'signed-in',
    summary: 'Where the caller seems to be: by the header of a trusted proxy, else by the language of the browser',
    headers: z.object({ 'accept-language': z.string().max(1000).optional() }),
    reply: z.object({ data: z.object({ country: z.string(), source: z.enum(['network', 'language', 'unknown']) }) }),
  }),
  agree: route({
    method: 'POST',
    path: '/user/privacy/agreement',
    access: 'signed-in',
    addsData: false,
    summary: 'Records consent: country, version, marketing choice, source, time (A§7)',
    body: z.object({
      country: z.string().regex(/^[A-Z]{2}$/),
      privacy_version: z.string().max(32),
      is_marketing_agreement: z.boolean(),
      source: z.literal('web'),
    }),
    reply: z.object({}),
    // Every call adds a row that is never deleted while the account exists.
    limits: [{ per: 'user', max: 30, within: minutes(60) }],
    refusals: {
      otherVersion: { status: -409, message: 'This is not the current version of the document. Read and send the current one.' },
      noSuchCountry: { status: -422, message: 'There is no such country. Send a two-letter country code.' },
    },
  }),
} as const

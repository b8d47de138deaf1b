import { z } from 'zod/mini'
import { KiB, minutes } from '#shared/units.ts'
import { EMAIL_PATTERN, EMAIL_MAX, KNOWN_DEVICES_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../rules.ts'

/** An e-mail address as typed, not yet validated. */
export const typedEmail = z.string().check(z.maxLength(EMAIL_MAX, { abort: true }), z.trim(), z.toLowerCase())
export const email = typedEmail.check(z.regex(EMAIL_PATTERN, 'This is not an e-mail address.'))
export const password = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN, `A password has ${PASSWORD_MIN} characters at least.`),
    z.maxLength(PASSWORD_MAX, `A password has ${PASSWORD_MAX} characters at most.`),
  )
export const opaqueToken = z.string().check(z.minLength(1), z.maxLength(200))
export const id = z.string().check(z.maxLength(64))
/** A code as typed or pasted. */
export const typedCode = z.string().check(z.maxLength(40, { abort: true }), z.trim(), z.maxLength(20))
export const cookie = z.optional(z.string().check(z.maxLength(16 * KiB)))
export const seconds = z.int()

/** Tokens that permit a sign-up where it is not open: from the setup link of a new server, or from an invitation. */
export const signUpTokens = { setup_token: z.optional(opaqueToken), invitation: z.optional(opaqueToken) }

/** Tokens that earlier sign-ins gave this device, so that failed attempts from elsewhere do not count against it. */
export const device_tokens = z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(KNOWN_DEVICES_MAX)))

export const session = z.object({
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
export const signedIn = z.object({ data: session })

export const signUpClosed = {
  status: -403,
  message: 'This server does not accept new accounts. Ask its administrator for one.',
} as const
export const emailTaken = {
  status: -3,
  message: 'An account with this email already exists. Sign in instead.',
} as const
export const taken = { status: -4092, message: 'This identity belongs to another account. Remove it there first.' } as const
export const weak = { status: -4, message: 'This password is too common. Choose another one.' } as const
export const wrong = { status: -2, message: 'Wrong email or password. Check both and try again.' } as const
export const wrongCode = {
  status: -2,
  message: 'This code is wrong or has expired. Check the digits or request a new code.',
} as const
export const ticketExpired = { status: -2, message: 'This sign-in has expired or was already used. Sign in again.' } as const
/** The last authentication is too long ago for this call. The client calls `confirm`, then repeats the call. */
export const notFresh = {
  status: -4011,
  message: 'Confirm your identity with your password or a code, then try again.',
} as const
/** An account always keeps at least one sign-in method. */
export const lastSignInMethod = {
  status: -4091,
  message: 'This is the last sign-in method of this account. Add another one first.',
} as const

/** Limit for starting a sign-in: 20 per minute and network. */
export const networkLimit = { per: 'network', max: 20, within: minutes(1) } as const

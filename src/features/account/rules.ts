import { days, minutes } from '#shared/units.ts'

/** Minimum length of a password in characters. */
export const PASSWORD_MIN = 8
/** The code sent by e-mail: number of digits, lifetime, and number of attempts. */
export const CODE_DIGITS = 6
export const CODE_LIFETIME = minutes(10)
export const CODE_ATTEMPTS = 5
/** A session counts as fresh for this long after the user authenticated. Sensitive calls need a fresh session. */
export const FRESH_SESSION_DURATION = minutes(10)
/** A session expires after 15 days (A§9). Renewed tokens extend it to at most 90 days after the first sign-in. */
export const SESSION_DAYS = 15
export const SESSION_MAX_DAYS = 90

/** How long a device stays known to an account after a sign-in, and for how many accounts a browser stores device tokens. */
export const KNOWN_DEVICE_LIFETIME = days(180)
export const KNOWN_DEVICES_MAX = 8

export const PASSWORD_MAX = 1024
/** One @, a local part without leading, trailing or double dots, and a domain with a dot. `EMAIL_MAX` is in characters. */
export const EMAIL_PATTERN = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i
export const EMAIL_MAX = 254

/** Returns whether an address was generated and cannot receive mail. Used when the identity provider shares no usable address. */
export const isRelayAddress = (email: string): boolean => /^(apple|sso)-.*@relay\.invalid$/.test(email)

/** Returns whether the page must hide the address: relay addresses, and addresses that begin with `apple-` (A§3, B§3). */
export const isHiddenAddress = (email: string): boolean => email.startsWith('apple-') || isRelayAddress(email)

export { describeBrowser } from './rules/describeBrowser.ts'

import { days, minutes } from '#kit/units.ts'

/** At least this many characters make a password. */
export const PASSWORD_MIN = 8
/** Digits of the code a letter carries, how long it counts, how often it may be tried. */
export const CODE_DIGITS = 6
export const CODE_LIFE = minutes(10)
export const CODE_TRIES = 5
/** Who proved who they are within this time need not prove it again before something grave. */
export const FRESH_FOR = minutes(10)
/** A session ends by itself after 15 days (A§9); a chain of new tokens after 90. */
export const SESSION_DAYS = 15
export const SESSION_CHAIN_DAYS = 90

/** How long a device counts as known to an account after it signed in, and of how many accounts a browser keeps that. */
export const KNOWN_DEVICE_FOR = days(180)
export const KNOWN_DEVICES_MAX = 8

export const PASSWORD_MAX = 1024
/** One @, a name without two dots in a row or one at its ends, a domain with a dot. Characters of an address at most. */
export const EMAIL = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i
export const EMAIL_MAX = 254

/** An address nobody reads: made up for somebody whose identity provider keeps theirs back. */
export const isRelayAddress = (email: string): boolean => /^(apple|sso)-.*@relay\.invalid$/.test(email)

/** Whether a screen hides an address: one nobody reads, and any that begins like an Apple relay account (A§3, B§3). */
export const isHiddenAddress = (email: string): boolean => email.startsWith('apple-') || isRelayAddress(email)

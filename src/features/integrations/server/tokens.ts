import { timingSafeEqual } from 'node:crypto'
import { hashToken, oneTimeToken } from '#platform/crypto/oneTimeToken.ts'

/** The prefix shows the kind of a token, so that secret scanners recognise leaked tokens. */
export const TOKEN_PREFIX = { code: 'eac_', access: 'eat_', refresh: 'ert_' } as const

/** Returns a new token of 32 random bytes with its prefix. Only its hash is stored. */
export const createToken = (kind: keyof typeof TOKEN_PREFIX): string => TOKEN_PREFIX[kind] + oneTimeToken().token

/** Compares two texts in constant time. */
export const equalInConstantTime = (a: string, b: string): boolean => timingSafeEqual(hashToken(a), hashToken(b))

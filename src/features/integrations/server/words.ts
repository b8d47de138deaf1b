import { timingSafeEqual } from 'node:crypto'
import { hashOfWord, oneTimeWord } from '#platform/oneTimeWord.ts'

/** The prefix shows the kind of a token, so that secret scanners recognise leaked tokens. */
export const PREFIX = { code: 'eac_', access: 'eat_', refresh: 'ert_' } as const

/** Returns a new token of 32 random bytes with its prefix. Only its hash is stored. */
export const newWord = (kind: keyof typeof PREFIX): string => PREFIX[kind] + oneTimeWord().word

/** Compares two texts in constant time. */
export const isSameWord = (one: string, other: string): boolean => timingSafeEqual(hashOfWord(one), hashOfWord(other))

import { timingSafeEqual } from 'node:crypto'
import { hashOfWord, oneTimeWord } from '#platform/oneTimeWord.ts'

/** What a word opens is told by its beginning, also to whoever finds one in a place where it should not lie. */
export const PREFIX = { code: 'eac_', access: 'eat_', refresh: 'ert_' } as const

/** A word nobody guesses (32 random bytes); the database keeps its hash only. */
export const newWord = (kind: keyof typeof PREFIX): string => PREFIX[kind] + oneTimeWord().word

/** Takes as long for a word that is wrong at its first letter as for one that is wrong at its last. */
export const isSameWord = (one: string, other: string): boolean => timingSafeEqual(hashOfWord(one), hashOfWord(other))

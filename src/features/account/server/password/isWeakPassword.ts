import { readFile } from 'node:fs/promises'

/** A password that contains the user's address or the product name needs at least this many other characters. */
const MIN_OTHER_CHARACTERS = 5
const PRODUCT_NAME = 'earshot'
const KEYBOARD_ROWS = [
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  'zaqwsxcderfvbgtyhnmjuiklop',
]
const KEYBOARD_COLUMNS = [
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qazxsw23edcvfr45tgbnhy67ujm',
]

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** True for common passwords and their look-alikes, repetitions, sequences, and passwords made of the address or product name. */
export async function isWeakPassword(password: string, email: string): Promise<boolean> {
  const normalized = password.normalize('NFKC').toLowerCase()
  if (isPredictable(normalized)) return true
  const canonical = canonicalForm(normalized)
  const personalTerms = [email, email.split('@')[0] ?? '', PRODUCT_NAME]
  if (personalTerms.some((term) => consistsMostlyOf(canonical, canonicalForm(term.toLowerCase())))) return true
  commonPasswords ??= readCommonPasswords()
  const knownPasswords = await commonPasswords
  return knownPasswords.has(canonical) || knownPasswords.has(canonicalForm(normalized.replace(/[^\p{L}\p{N}]+/gu, '')))
}

/** Reads the list lazily, because most servers need it only a few times. */
async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const text = await readFile(new URL('commonPasswords.txt', import.meta.url), 'utf8')
  return new Set(text.split('\n').filter(Boolean).map(canonicalForm))
}

const SUBSTITUTIONS: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  l: 'i',
  '!': 'i',
  '|': 'i',
  3: 'e',
  4: 'a',
  '@': 'a',
  5: 's',
  $: 's',
  7: 't',
}

/** Returns one spelling for texts that look alike: `P@ssw0rd` and `password`. */
const canonicalForm = (text: string): string => Array.from(text, (character) => SUBSTITUTIONS[character] ?? character).join('')

function consistsMostlyOf(password: string, term: string): boolean {
  return term.length >= 3 && password.includes(term) && password.replaceAll(term, '').length < MIN_OTHER_CHARACTERS
}

const isPredictable = (normalized: string): boolean =>
  /^(.{1,4}?)\1+$/su.test(normalized) ||
  isSequence(normalized) ||
  [...KEYBOARD_ROWS, ...KEYBOARD_COLUMNS].some((sequence) => isPartOf(normalized, sequence))

/** True for ascending or descending sequences of characters: `abcdefgh`, `87654321`, `1234567890`. */
function isSequence(text: string): boolean {
  const differences = new Set(Array.from(text.slice(1), (character, index) => differenceBetween(text[index]!, character)))
  return differences.size === 1 && (differences.has(1) || differences.has(-1))
}

function differenceBetween(current: string, next: string): number {
  const difference = next.charCodeAt(0) - current.charCodeAt(0)
  if (current === '9' && next === '0') return 1
  return current === '0' && next === '9' ? -1 : difference
}

const isPartOf = (text: string, sequence: string): boolean =>
  sequence.includes(text) || [...sequence].toReversed().join('').includes(text)

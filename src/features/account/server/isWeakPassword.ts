import { readFile } from 'node:fs/promises'

/** A password that contains the user's address or the product name needs at least this many other characters. */
const LEAST_BESIDE = 5
const PRODUCT = 'earshot'
const WALKS = [
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  'zaqwsxcderfvbgtyhnmjuiklop',
]
const COLUMNS = [
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qazxsw23edcvfr45tgbnhy67ujm',
]

let common: Promise<ReadonlySet<string>> | undefined

/** True for common passwords and their look-alikes, repetitions, sequences, and passwords made of the address or product name. */
export async function isWeakPassword(password: string, email: string): Promise<boolean> {
  const plain = password.normalize('NFKC').toLowerCase()
  if (isPattern(plain)) return true
  const undone = undisguised(plain)
  const own = [email, email.split('@')[0] ?? '', PRODUCT]
  if (own.some((word) => isHardlyMoreThan(undone, undisguised(word.toLowerCase())))) return true
  common ??= readCommon()
  const known = await common
  return known.has(undone) || known.has(undisguised(plain.replace(/[^\p{L}\p{N}]+/gu, '')))
}

/** Reads the list lazily, because most servers need it only a few times. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const text = await readFile(new URL('commonPasswords.txt', import.meta.url), 'utf8')
  return new Set(text.split('\n').filter(Boolean).map(undisguised))
}

const DISGUISES: Readonly<Record<string, string>> = {
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
const undisguised = (text: string): string => Array.from(text, (sign) => DISGUISES[sign] ?? sign).join('')

function isHardlyMoreThan(password: string, word: string): boolean {
  return word.length >= 3 && password.includes(word) && password.replaceAll(word, '').length < LEAST_BESIDE
}

const isPattern = (plain: string): boolean =>
  /^(.{1,4}?)\1+$/su.test(plain) || isRun(plain) || [...WALKS, ...COLUMNS].some((walk) => isWithin(plain, walk))

/** True for ascending or descending sequences of characters: `abcdefgh`, `87654321`, `1234567890`. */
function isRun(text: string): boolean {
  const steps = new Set(Array.from(text.slice(1), (sign, at) => stepBetween(text[at]!, sign)))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}

function stepBetween(one: string, next: string): number {
  const step = next.charCodeAt(0) - one.charCodeAt(0)
  if (one === '9' && next === '0') return 1
  return one === '0' && next === '9' ? -1 : step
}

const isWithin = (text: string, walk: string): boolean => walk.includes(text) || [...walk].toReversed().join('').includes(text)

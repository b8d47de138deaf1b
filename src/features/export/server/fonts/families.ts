import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** One file of a font: the characters that its package says are in it. */
export type FontFile = {
  readonly family: string
  readonly path: string
  readonly ranges: readonly (readonly [from: number, to: number])[]
}

/** The packages in which fonts are looked for. Chinese characters differ by country, so the order depends on the language. */
const BASE = ['noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew', 'noto-sans-thai'] as const
/** The family whose marks are also drawn over letters of its other files. */
export const MARKS_OF = 'noto-sans'
const EMOJI = 'noto-emoji'
/** One package for each further script of the languages that can be transcribed. */
const SCRIPTS = [
  ...['armenian', 'bengali', 'ethiopic', 'georgian', 'gujarati', 'gurmukhi', 'kannada', 'khmer', 'lao', 'malayalam', 'myanmar'],
  ...['oriya', 'sinhala', 'tamil', 'telugu'],
]
const FURTHER = [...SCRIPTS.map((script) => `noto-sans-${script}`), 'noto-serif-tibetan']

/** Returns the names of the font packages in the order in which a character is looked for. */
export function familiesFor(language: string): readonly string[] {
  return [...BASE, ...eastAsian(language).map((name) => `noto-sans-${name}`), ...FURTHER, EMOJI]
}

function eastAsian(language: string): readonly string[] {
  if (language.startsWith('ja')) return ['jp', 'sc', 'tc', 'kr']
  if (language.startsWith('ko')) return ['kr', 'sc', 'jp', 'tc']
  return /^(zh-(TW|HK)|yue)/i.test(language) ? ['tc', 'sc', 'jp', 'kr'] : ['sc', 'tc', 'jp', 'kr']
}

const cache = new Map<string, readonly FontFile[]>()

/** Returns the files of a family. Throws when its package is not installed. */
export function filesOfFamily(family: string): readonly FontFile[] {
  const known = cache.get(family)
  if (known) return known
  const index = fileURLToPath(import.meta.resolve(`@fontsource-variable/${family}/unicode.json`))
  const ranges = JSON.parse(readFileSync(index, 'utf8')) as Record<string, string>
  const files = Object.entries(ranges).map(([subset, list]) => ({
    family,
    path: index.replace(/unicode\.json$/, `files/${family}-${subset.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`),
    ranges: list.split(',').map(parseRange),
  }))
  cache.set(family, files)
  return files
}

function parseRange(text: string): readonly [number, number] {
  const [from = '0', to = from] = text.trim().replace(/^U\+/i, '').split('-')
  return [parseInt(from, 16), parseInt(to, 16)]
}

export const contains = ({ ranges }: FontFile, codePoint: number): boolean =>
  ranges.some(([from, to]) => from <= codePoint && codePoint <= to)

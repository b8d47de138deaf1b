import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** One file of a font family, with some of its characters. */
export type FontFile = { readonly family: string; readonly path: string }

/** For most languages, and the scripts that are most often mixed with them. */
const BASE = ['noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew', 'noto-sans-thai']
/** One family per additional script of living languages. */
const SCRIPTS = [
  'adlam',
  'armenian',
  'bengali',
  'canadian-aboriginal',
  'cherokee',
  'ethiopic',
  'georgian',
  'gujarati',
  'gurmukhi',
  'javanese',
  'kannada',
  'khmer',
  'lao',
  'malayalam',
  'meetei-mayek',
  'mongolian',
  'myanmar',
  'nko',
  'ol-chiki',
  'oriya',
  'sinhala',
  'syriac',
  'tamil',
  'telugu',
  'thaana',
  'tifinagh',
]
const FURTHER = [...SCRIPTS.map((script) => `noto-sans-${script}`), 'noto-serif-tibetan']
/** Symbols. Only the serif font has small superscript and subscript figures. */
const SYMBOLS = ['noto-sans-symbols', 'noto-sans-symbols-2', 'noto-sans-math', 'noto-serif', 'noto-music']
export const EMOJI = 'noto-emoji'
/** Families whose package has a file per weight. All others have a weight axis. */
const STATIC = new Set([
  'noto-sans-math',
  'noto-sans-symbols-2',
  'noto-music',
  'noto-sans-mongolian',
  'noto-sans-nko',
  'noto-sans-tifinagh',
])

/** Single-file families whose package lists only some of its characters. */
const UNLISTED = new Set(['noto-sans-math'])

/**
 * Returns the font families in the order in which they are searched for a character. The order depends on the language, because
 * Chinese characters differ by country, and symbols in CJK fonts are full-width.
 */
export function familiesFor(language: string): readonly string[] {
  const eastAsian = eastAsianOrder(language).map((name) => `noto-sans-${name}`)
  const isEastAsian = /^(zh|yue|ja|ko)/i.test(language)
  return isEastAsian
    ? [...BASE, ...eastAsian, ...FURTHER, ...SYMBOLS, EMOJI]
    : [...BASE, ...FURTHER, ...SYMBOLS, ...eastAsian, EMOJI]
}

function eastAsianOrder(language: string): readonly string[] {
  if (language.startsWith('ja')) return ['jp', 'sc', 'tc', 'kr']
  if (language.startsWith('ko')) return ['kr', 'sc', 'jp', 'tc']
  return /^(zh-(TW|HK)|yue)/i.test(language) ? ['tc', 'sc', 'jp', 'kr'] : ['sc', 'tc', 'jp', 'kr']
}

/** A space, which every package lists. */
const ANY_LISTED = 0x20

/** The files of each family by the characters that the package lists. A combining mark may be in several. */
const indexes = new Map<string, ReadonlyMap<number, readonly FontFile[]>>()

/** Returns the files of a family that may contain a character. Throws when the package of the family is not installed. */
export function filesWith(family: string, codePoint: number): readonly FontFile[] {
  let index = indexes.get(family)
  if (!index) indexes.set(family, (index = readIndex(family)))
  if (UNLISTED.has(family)) return index.get(ANY_LISTED) ?? []
  return index.get(codePoint) ?? []
}

function readIndex(family: string): ReadonlyMap<number, readonly FontFile[]> {
  const isStatic = STATIC.has(family)
  const path = fileURLToPath(import.meta.resolve(`@fontsource${isStatic ? '' : '-variable'}/${family}/unicode.json`))
  const ranges = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
  const index = new Map<number, FontFile[]>()
  for (const [subset, list] of Object.entries(ranges)) {
    const name = `${family}-${subset.replaceAll(/[[\]]/g, '')}-${isStatic ? '400' : 'wght'}-normal.woff2`
    const file = { family, path: path.replace(/unicode\.json$/, `files/${name}`) }
    for (const [from, to] of list.split(',').map(parseRange)) {
      for (let codePoint = from; codePoint <= to; codePoint++) {
        const files = index.get(codePoint)
        if (files) files.push(file)
        else index.set(codePoint, [file])
      }
    }
  }
  return index
}

function parseRange(text: string): readonly [from: number, to: number] {
  const [from = '0', to = from] = text.trim().replace(/^U\+/i, '').split('-')
  return [parseInt(from, 16), parseInt(to, 16)]
}

import { normalizeText } from '#shared/normalizeText.ts'

/** Replaces the names of speakers by numbers. */
export type NameHider = {
  /** Returns how a speaker is called. */
  speaker: (name: string) => string
  /** Returns a text in which no speaker is named. */
  text: (text: string) => string
}

/** Returns a hider that changes nothing. */
export const KEEPS_NAMES: NameHider = { speaker: (name) => name, text: (text) => text }

/** Titles are not names: a text that says "Dr." is no name. */
const TITLE = /^(dr|prof|mr|mrs|ms|miss|sir|herr|frau|mme|mlle|sr|sra|srta|dott|sig|ing|jr)\.?$/i
const STARTS_UPPER = /^\p{Lu}/u
/** A name that the machine gave, such as "Speaker 1", in any language. */
const NUMBERED = /^\S+ \d+$/u
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/** How letters of a name are also written, in texts of people and of machines. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ä: 'ä|ae',
  ö: 'ö|oe',
  ü: 'ü|ue',
  å: 'å|aa',
  æ: 'æ|ae',
  ø: 'ø|o|oe',
  ß: 'ß|ss',
  ł: 'ł|l',
}

/**
 * Returns a hider for these speakers, numbered in the order in which they first speak. A full name is found whatever its case, also
 * in an address such as `lena.brandt@`. A part of it, such as a first name, is found with a capital letter, after an initial and
 * with an s. All are replaced in one pass, so that a number is never replaced again.
 */
export function createNameHider(speakers: readonly string[], numbered: (n: number) => string): NameHider {
  const names = [...new Set(speakers.filter((name) => name.trim() !== ''))]
  const labels = new Map(names.map((name, index) => [name, numbered(index + 1)]))
  const parts = new Map<string, string>()
  for (const name of names)
    for (const part of NUMBERED.test(name) ? [] : name.split(/[\s,()]+/u))
      if (isNamePart(part) && !parts.has(part)) parts.set(part, labels.get(name) ?? '')
  const wanted = [
    ...[...labels].map(([name, label]) => ({ name, label, isPart: false })),
    ...[...parts].map(([name, label]) => ({ name, label, isPart: true })),
  ].toSorted((a, b) => b.name.length - a.name.length || Number(a.isPart) - Number(b.isPart))
  const anyName = wanted.length > 0 ? new RegExp(wanted.map((each) => `(${toPattern(each)})`).join('|'), 'giu') : null
  const replace = (found: string, ...groups: unknown[]) => {
    const { name, label, isPart } = wanted[groups.findIndex((group) => group !== undefined)] ?? {}
    if (label === undefined || name === undefined) return found
    if (!isPart || WITHOUT_SPACES.test(name)) return label
    const [, initial = '', word = ''] = /^(\p{L}\.\s?)?(.*)$/su.exec(found) ?? []
    if (!STARTS_UPPER.test(word)) return found
    // "a." at the end of a sentence is no initial.
    const before = STARTS_UPPER.test(initial) ? '' : initial
    return before + label + (/s$/i.test(word) && !/[sß]$/i.test(name) ? 's' : '')
  }
  return {
    speaker: (name) => labels.get(name) ?? '',
    text: (text) => (anyName ? text.replaceAll(anyName, replace) : text),
  }
}

const isNamePart = (part: string): boolean =>
  !TITLE.test(part) && (WITHOUT_SPACES.test(part) ? part.length >= 2 : part.length >= 3 && /^\p{Lu}/u.test(part))

function toPattern({ name, isPart }: { name: string; isPart: boolean }): string {
  const pattern = [...normalizeText(name.trim(), 'NFC').replaceAll(/\s+/g, ' ')].map(toLetterPattern).join('')
  if (WITHOUT_SPACES.test(name)) return pattern
  // "L. Brandt" is one name, and "Lenas" is what belongs to Lena.
  const whole = isPart ? String.raw`(?:\p{Lu}\.\s?)?${pattern}s?` : pattern
  return String.raw`(?<![\p{L}\p{N}])${whole}(?![\p{L}\p{N}])`
}

function toLetterPattern(letter: string): string {
  // Between the words of a name in an address, too.
  if (letter === ' ') return String.raw`(?:\s+|[._-])`
  const apart = normalizeText(letter, 'NFKD')
  const plain = apart.replaceAll(/\p{M}/gu, '')
  const spellings = SPELLINGS[letter.toLowerCase()] ?? letter.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)
  const all = plain === letter || plain === '' || !/^\p{L}+$/u.test(plain) ? [spellings] : [spellings, plain, apart]
  return all.length === 1 && !spellings.includes('|') ? spellings : `(?:${all.join('|')})`
}

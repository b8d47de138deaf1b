import type { Atom, LanguageRules, Numerals } from './languages/LanguageRules.ts'
import { DIGITS, ORDINAL_SUFFIX, clean, readDigits, withSuffix } from './scanDigits.ts'
import { type ScannedNumber, type ScannedText, addNumber } from './ScannedText.ts'

/** Parses the number words of a language. */
export type NumberWords = {
  readonly rules: LanguageRules
  readonly numerals: Numerals | undefined
  /** Returns the atoms of a number word, or undefined. */
  readonly read: (word: string) => readonly Atom[] | undefined
  readonly joints: ReadonlySet<string>
  readonly articles: ReadonlySet<string>
  readonly collectives: ReadonlyMap<string, number>
  readonly point: ReadonlySet<string>
}

const entriesOf = (list: string): [string, number][] =>
  list.split(/\s+/).flatMap((entry): [string, number][] => {
    const [word = '', value = ''] = entry.split(':')
    return word === '' ? [] : [[word, Number(value)]]
  })

/** Longer words are not numbers. */
const MAX_LETTERS = 60
/** Size of the cache. */
const MAX_KNOWN = 20_000

export function createNumberWords(rules: LanguageRules): NumberWords {
  const { numerals } = rules
  const cardinals = new Map(entriesOf(numerals?.cardinals ?? ''))
  const ordinals = new Map(entriesOf(numerals?.ordinals ?? ''))
  const parts = [...cardinals.keys()].toSorted((a, b) => b.length - a.length)
  const known = new Map<string, readonly Atom[] | undefined>()
  const find = (word: string): readonly Atom[] | undefined => {
    const whole = cardinals.get(word)
    if (whole !== undefined) return [toAtom(whole)]
    const ordinal = ordinals.get(word)
    if (ordinal !== undefined) return [{ ...toAtom(ordinal), isOrdinal: true }]
    const compound = numerals?.isCompound ? splitCompound(word, { parts, cardinals }) : undefined
    if (compound) return compound
    for (const stem of numerals?.cardinalOf?.(word) ?? []) {
      const atoms = find(stem)
      if (atoms) return atoms.map((atom, index) => ({ ...atom, isOrdinal: index === atoms.length - 1 }))
    }
    return undefined
  }
  return {
    rules,
    numerals,
    read: (word) => {
      if (!known.has(word)) {
        if (known.size > MAX_KNOWN) known.clear()
        known.set(word, word.length > MAX_LETTERS ? undefined : find(word))
      }
      return known.get(word)
    },
    joints: new Set(numerals?.joints.split('|')),
    articles: new Set(numerals?.articles.split(' ')),
    collectives: new Map(entriesOf(numerals?.collectives ?? '')),
    point: new Set(numerals?.point.split('|')),
  }
}

function toAtom(value: number): Atom {
  if (value >= 1000) return { value, kind: 'factor' }
  if (value === 100) return { value, kind: 'hundred' }
  if (value > 100) return { value, kind: 'hundreds' }
  return { value, kind: value < 10 ? 'unit' : value < 20 ? 'teen' : 'ten' }
}

type Compounds = { readonly parts: readonly string[]; readonly cardinals: ReadonlyMap<string, number> }

/** Returns the atoms of "zweiundvierzig" or "ventitre", longest parts first; undefined when something remains. */
function splitCompound(word: string, compounds: Compounds, before?: Atom): Atom[] | undefined {
  if (word === '') return []
  const { parts, cardinals } = compounds
  for (const part of parts) {
    if (!word.startsWith(part)) continue
    const atom = toAtom(cardinals.get(part) ?? 0)
    const after = canFollow(before, atom) ? splitCompound(word.slice(part.length), compounds, atom) : undefined
    if (after) return [atom, ...after]
  }
  // "fünfundzwanzig": the unit comes first.
  const [, first = '', second = ''] = /^([a-z]{3,6}?)und([a-z]+)$/.exec(word) ?? []
  const unit = cardinals.get(first)
  if (unit === undefined || unit >= 10 || !canFollow(before, { value: 20, kind: 'ten' })) return undefined
  const [ten, ...others] = splitCompound(second, compounds) ?? []
  return ten?.kind === 'ten' ? [{ value: ten.value, kind: 'ten' }, { value: unit, kind: 'unit' }, ...others] : undefined
}

/** Only a factor may follow a unit, so that "otto" is not found in other words. */
const canFollow = (before: Atom | undefined, { kind }: Atom): boolean =>
  kind === 'factor' || kind === 'hundred' || kind === 'hundreds' || (before?.kind !== 'unit' && before?.kind !== 'teen')

type Token = { readonly text: string; readonly at: number }

/** Replaces the numbers of a folded text, in digits and in words, with placeholders. */
export function scanSpaced(text: string, words: NumberWords): ScannedText {
  const scanned: ScannedText = { text: '', numbers: [] }
  const tokens = [...text.matchAll(TOKEN)].map(({ 0: token, index }): Token => ({ text: token, at: index }))
  let i = 0
  while (i < tokens.length) {
    const read = readDigitNumber(tokens, i, text, words) ?? readWordNumber(tokens, i, words)
    if (read) {
      const half = words.numerals?.andHalf.exec(
        text.slice(tokens[read.end]?.at ?? text.length, (tokens[read.end]?.at ?? text.length) + 40),
      )
      // "Two million and a half" adds half a million.
      const one = half ? factorBefore(tokens, read.end, words) : 1
      const values = half ? read.number.values.map((value) => value + one / 2) : read.number.values
      scanned.text += addNumber(scanned, { ...read.number, values })
      i = read.end
      const skipTo = half ? (tokens[i]?.at ?? 0) + half[0].length : 0
      while (half && i < tokens.length && (tokens[i]?.at ?? 0) < skipTo) i++
    } else {
      scanned.text += tokens[i]?.text ?? ''
      i++
    }
  }
  return scanned
}

const TOKEN = new RegExp(`${DIGITS}|[\\p{L}\\p{M}]+|[^]`, 'gu')

/** Returns the factor at the end of a number, such as "million"; 1 for none. */
function factorBefore(tokens: readonly Token[], end: number, words: NumberWords): number {
  const atom = words.read(tokens[end - 1]?.text ?? '')?.at(-1)
  return atom?.kind === 'factor' ? atom.value : (FACTORS[tokens[end - 1]?.text ?? ''] ?? 1)
}

type ReadNumber = { readonly number: ScannedNumber; readonly end: number }

function readDigitNumber(tokens: readonly Token[], start: number, text: string, words: NumberWords): ReadNumber | undefined {
  const token = tokens[start]
  if (!token || !/^\d/.test(token.text)) return undefined
  let number = readDigits(token.text, words.rules.decimalSign)
  let end = start + 1
  const next = tokens[end]?.text ?? ''
  const suffixed = withSuffix(number, next)
  const ordinal = ORDINAL_SUFFIX.exec(text.slice(tokens[end]?.at ?? text.length, (tokens[end]?.at ?? 0) + 6))
  if (suffixed) return { number: suffixed, end: end + 1 }
  // "1er" is an ordinal and "90er" a decade.
  if (ordinal && (ordinal[0] === next || next.length === 1) && (next !== 'er' || number.digits === '1'))
    return { number: { ...number, isOrdinal: true }, end: end + 1 }
  for (;;) {
    // "42.5 million", "3 mil millones", "2 Mio."
    const gap = tokens[end]?.text === ' ' || tokens[end]?.text === '-' ? 1 : 0
    const word = tokens[end + gap]?.text ?? ''
    const [atom, ...more] = words.read(word) ?? []
    const factor =
      atom?.kind === 'factor' || atom?.kind === 'hundred' ? atom.value : gap === 1 && word.length > 1 ? FACTORS[word] : undefined
    if (factor === undefined || more.length > 0) return { number, end }
    number = { ...number, values: number.values.map((value) => clean(value * factor)), digits: '' }
    end += gap + 1
  }
}

const FACTORS: Readonly<Record<string, number>> = { mio: 1e6, mrd: 1e9, tsd: 1e3, mn: 1e6, bn: 1e9, md: 1e9 }

/** The state of a number being read: its finished thousands, and the rest. */
type Sum = { readonly total: number; readonly group: number; readonly lastFactor: number }

/** Returns the sum with another atom, or undefined when the atom begins another number. */
export function addAtom({ total, group, lastFactor }: Sum, { value, kind }: Atom): Sum | undefined {
  const [tens, rest] = [group % 100, total + group]
  if (kind === 'unit')
    return tens % 10 === 0 && tens !== 10 && value > 0 && rest > 0 ? { total, group: group + value, lastFactor } : undefined
  if (kind === 'teen' || kind === 'ten') return tens === 0 ? { total, group: group + value, lastFactor } : undefined
  if (kind === 'hundreds') return group === 0 ? { total, group: value, lastFactor } : undefined
  if (kind === 'hundred')
    return group > 0 && group < 100
      ? { total, group: group * 100, lastFactor }
      : group === 0
        ? { total, group: 100, lastFactor }
        : undefined
  // "Mil millones" multiplies the whole number so far.
  if (group === 0 && total > 0 && value > lastFactor) return { total: total * value, group: 0, lastFactor: value }
  return value < lastFactor && (group > 0 || total > 0)
    ? { total: total + Math.max(1, group) * value, group: 0, lastFactor: value }
    : undefined
}

const EMPTY: Sum = { total: 0, group: 0, lastFactor: Infinity }

function startSum(atom: Atom, article: boolean): Sum {
  if (atom.kind === 'factor') return { total: atom.value, group: 0, lastFactor: atom.value }
  return article && atom.kind === 'hundred' ? { ...EMPTY, group: 100 } : { ...EMPTY, group: atom.value }
}

function readWordNumber(tokens: readonly Token[], start: number, words: NumberWords): ReadNumber | undefined {
  let i = start
  const hasArticle = words.articles.has(tokens[i]?.text ?? '')
  if (hasArticle && tokens[i + 1]?.text === ' ') i += 2
  const collective = words.collectives.get(tokens[i]?.text ?? '')
  if (collective !== undefined) return { number: inWords(collective), end: i + 1 }
  const first = words.read(tokens[i]?.text ?? '')
  if (!first || (i > start && first[0]?.kind !== 'factor' && first[0]?.kind !== 'hundred')) {
    const own = i > start ? words.read(tokens[start]?.text ?? '') : first
    if (!own || own[0] === undefined) return undefined
    return { number: inWords(own[0].value), end: start + 1 }
  }
  return readAtoms(tokens, i, first, words)
}

function readAtoms(tokens: readonly Token[], start: number, first: readonly Atom[], words: NumberWords): ReadNumber | undefined {
  let [atom, ...queue] = first
  if (!atom) return undefined
  let sum = startSum(atom, true)
  let [isOrdinal, end] = [atom.isOrdinal === true, start + 1]
  for (;;) {
    while (queue.length > 0) {
      ;[atom, ...queue] = queue
      const next = atom && addAtom(sum, atom)
      if (!next) return { number: inWords(sum.total + sum.group, isOrdinal), end }
      sum = next
      isOrdinal = atom?.isOrdinal === true
    }
    if (isOrdinal) break
    const after = nextWord(tokens, end, words)
    const atoms = after && words.read(after.word)
    let reached: Sum | undefined = sum
    for (const candidate of atoms ?? []) reached = reached && addAtom(reached, candidate)
    if (after && atoms && !reached && after.isJoint) {
      const inverted = words.rules.numerals?.isCompound ? addInverted(sum, atoms) : undefined
      if (inverted) return { number: inWords(inverted), end: after.end }
    }
    const count = collectiveAfter(tokens, end, words)
    if (count !== undefined) return { number: inWords((sum.total + sum.group) * count.value), end: count.end }
    if (!after || !atoms || !reached || !isAllowedJoint(after, atoms, sum)) break
    sum = reached
    isOrdinal = atoms.at(-1)?.isOrdinal === true
    end = after.end
  }
  return withDecimals(tokens, { number: inWords(sum.total + sum.group, isOrdinal), end }, words)
}

/** "Fünf und zwanzig", as some engines write it. */
const addInverted = ({ total, group }: Sum, [ten]: readonly Atom[]): number | undefined =>
  ten?.kind === 'ten' && total === 0 && group > 0 && group < 10 ? ten.value + group : undefined

function collectiveAfter(tokens: readonly Token[], end: number, { collectives }: NumberWords) {
  const value = tokens[end]?.text === ' ' ? collectives.get(tokens[end + 1]?.text ?? '') : undefined
  return value === undefined ? undefined : { value, end: end + 2 }
}

/** "Twenty and five" are two numbers if only hundreds may be followed by "and"; "two hundred and five" is one. */
const isAllowedJoint = ({ isJoint }: { isJoint: boolean }, [atom]: readonly Atom[], { total, group }: Sum): boolean =>
  !isJoint || atom?.kind !== 'ten' || total > 0 || group >= 100

function nextWord(tokens: readonly Token[], end: number, { joints }: NumberWords) {
  const isGap = (token: Token | undefined) => token?.text === ' ' || token?.text === '-'
  if (!isGap(tokens[end])) return undefined
  const word = tokens[end + 1]?.text ?? ''
  if (!joints.has(word)) return { word, end: end + 2, isJoint: false }
  return isGap(tokens[end + 2]) ? { word: tokens[end + 3]?.text ?? '', end: end + 4, isJoint: true } : undefined
}

/** Reads "one point five" and "drei Komma fünfundzwanzig". */
function withDecimals(tokens: readonly Token[], read: ReadNumber, words: NumberWords): ReadNumber {
  if (tokens[read.end]?.text !== ' ' || !words.point.has(tokens[read.end + 1]?.text ?? '') || tokens[read.end + 2]?.text !== ' ')
    return read
  let [decimals, end] = ['', read.end + 2]
  while (tokens[end]?.text === ' ') {
    const next = /^\d+$/.test(tokens[end + 1]?.text ?? '')
      ? { number: { values: [Number(tokens[end + 1]?.text)] }, end: end + 2 }
      : readPlain(tokens, end + 1, words)
    if (!next || (next.number.values[0] ?? 100) > 99) break
    decimals += String(next.number.values[0])
    end = next.end
  }
  if (decimals === '') return read
  const value = Number(`${read.number.values[0]}.${decimals}`)
  return withFactor(tokens, { number: inWords(value), end }, words)
}

function readPlain(tokens: readonly Token[], start: number, words: NumberWords) {
  const first = words.read(tokens[start]?.text ?? '')
  const [atom] = first ?? []
  if (!first || atom?.kind === 'factor' || atom?.kind === 'hundred' || atom?.isOrdinal) return undefined
  const value = first.reduce((sum, { value: each }) => sum + each, 0)
  const after = nextWord(tokens, start + 1, words)
  const [unit, ...more] = (after && words.read(after.word)) ?? []
  const joins = atom?.kind === 'ten' && first.length === 1 && unit?.kind === 'unit' && unit.value > 0 && more.length === 0
  return joins && after ? { number: inWords(value + unit.value), end: after.end } : { number: inWords(value), end: start + 1 }
}

function withFactor(tokens: readonly Token[], read: ReadNumber, words: NumberWords): ReadNumber {
  const [atom] = (tokens[read.end]?.text === ' ' && words.read(tokens[read.end + 1]?.text ?? '')) || []
  if (atom?.kind !== 'factor') return read
  return { number: inWords(clean((read.number.values[0] ?? 0) * atom.value)), end: read.end + 2 }
}

const inWords = (value: number, isOrdinal = false): ScannedNumber => ({
  values: [value],
  digits: Number.isInteger(value) ? String(value) : '',
  isOrdinal,
  isDigits: false,
})

import { foldWord, spellingsOf } from './foldWord.ts'
import { FUNCTION_WORDS, MONTHS, ORDINARY_WORDS, PARTICLES, ROLES, TITLES } from './ordinaryWords.ts'
import { addLetters, addUnspacedName, type UnspacedNames } from './unspacedNames.ts'
import { hasMarks, isAllUpper, startsLower, startsUpper, tokenize, wordSet, type Token } from './words.ts'

/**
 * What a part of a name is otherwise. `name`: not a word of a language. `joined`: several parts written as one. `ordinary`: also a
 * common word, such as Mark and Rose. `function`: also a function word, such as An and Le. `initials`: LB. `handle`: an initial
 * with another part, which counts as a name only in an address: lbrandt.
 */
export type PartKind = 'name' | 'joined' | 'ordinary' | 'function' | 'initials' | 'handle'

/** A part of a name, which several speakers may share. */
export type Part = {
  readonly kind: PartKind
  readonly speakers: readonly number[]
  readonly hasMarks: boolean
  readonly isUpper: boolean
}

/** A complete name: its words, and the text between them. */
type Sequence = { readonly speakers: readonly number[]; readonly gaps: readonly string[] }

/** An index of the names of speakers. Its size grows with the number of names; the lookup time does not. */
export type NameIndex = {
  readonly parts: ReadonlyMap<string, Part>
  /** By the folded words of the name, separated by spaces. */
  readonly sequences: ReadonlyMap<string, Sequence>
  /** By the first word of a name: the maximum number of words. */
  readonly longest: ReadonlyMap<string, number>
  /** The first letters of each speaker's names. */
  readonly initials: readonly string[]
  readonly unspaced: UnspacedNames
  /** Names without a letter, such as a symbol. */
  readonly literals: UnspacedNames
}

/** Longer names, and more words of a name, are ignored: they are sentences. */
const MAX_NAME = 200
const MAX_WORDS = 8
/** A part shared by more speakers is replaced with the numbers of this many. */
const MAX_SPEAKERS = 3

type Builder = {
  readonly parts: Map<string, Part>
  readonly sequences: Map<string, Sequence>
  readonly longest: Map<string, number>
  readonly initials: string[]
  readonly unspaced: UnspacedNames
  readonly literals: UnspacedNames
}

/** Indexes the names of speakers. Matches refer to their index in the list. */
export function indexNames(names: readonly string[], { isJapanese }: { isJapanese: boolean }): NameIndex {
  const index: Builder = {
    parts: new Map(),
    sequences: new Map(),
    longest: new Map(),
    initials: [],
    unspaced: new Map(),
    literals: new Map(),
  }
  for (const [speaker, name] of names.entries()) addName(index, name.slice(0, MAX_NAME), speaker, isJapanese)
  return index
}

/** A symbol or a telephone number. Punctuation and short numbers are not names. */
const LITERAL = /^(?=.*[\p{S}\p{Extended_Pictographic}])[^\p{L}\p{N}]+$|^\d{5,}$/u

function addName(index: Builder, name: string, speaker: number, isJapanese: boolean): void {
  const tokens = tokenize(name)
  if (LITERAL.test(name.trim())) addLetters(index.literals, name.trim(), 'sure', speaker)
  addSequence(index, name, tokens.slice(0, MAX_WORDS * 2), speaker)
  const main = withoutAside(name)
  const words = splitCamelCase(tokenize(main))
    .filter(({ kind }) => kind !== 'number')
    .slice(0, MAX_WORDS)
  const named = isMachineName(words) ? [] : words.filter((word) => isNamePart(word, words))
  index.initials.push(isMachineName(words) ? '' : words.map(({ text }) => foldWord(text).letters.charAt(0)).join(''))
  for (const word of named) addWord(index, word, speaker, named[0] === word)
  if (named.length === 1)
    for (const part of koreanParts(named[0]?.text ?? ''))
      addPart(index, part, { kind: [...part].length > 1 ? kindOf(part, part, true) : 'function', speaker })
  for (const word of asideNames(name)) addWord(index, word, speaker, true)
  addUnspacedName(index.unspaced, main, speaker, { isJapanese })
  const initialled = isMachineName(words) ? [] : words.filter((word) => named.includes(word) || [...word.text].length === 1)
  addJoined(index, main, initialled, speaker, joinedSurname(words))
  addServants(index, words, speaker)
}

/**
 * Text in brackets, after a dash, or after a complete name and a comma is an addition, not a name: (she/her), Ministry of Health.
 */
const ASIDE = /[([{（【[「『<〈《][^)\]}）】」』>〉》]*[)\]}）】」』>〉》]?|\s[|/–—@·]\s.*$|\s-\s.*$/gsu
const withoutAside = (name: string): string => {
  const [first = '', ...rest] = name
    .replaceAll(ASIDE, ' ')
    .replace(/@.*$/s, (domain) => (/^@[\w-]+\./.test(domain) ? '' : domain))
    .split(/[,;，、]/)
  // "Brandt, Lena Maria" is one name.
  const isSurname = tokenize(first).filter(({ text }) => !PARTICLES.has(foldWord(text).letters)).length <= 1
  const main = isSurname || rest.join(' ').trim().split(/\s+/).length === 1 ? [first, ...rest].join(' ') : first
  return /[\p{L}\p{N}]/u.test(main) ? main : name
}

/** A single word in brackets is another name: Elizabeth (Liz) Brandt. */
const asideNames = (name: string): Token[] =>
  [...name.matchAll(/[([{（「"“«]([^)\]}）」"”»]*)/gu)].flatMap(([, inside = '']) => {
    const words = tokenize(inside)
    const [only] = words
    return only && words.length === 1 && !startsLower(only.text) && isNamePart(only, words) ? [only] : []
  })

/** Whether a name was assigned by a program, such as "Speaker 1", in any language. */
const isMachineName = (words: readonly Token[]): boolean =>
  words.length > 0 && words.every(({ text }) => ROLES.has(foldWord(text).letters) || [...text].length === 1)

const ARABIC_SERVANT = 'عبد'

function isNamePart({ text, kind }: Token, words: readonly Token[]): boolean {
  const { letters } = foldWord(text)
  if (kind === 'unspaced' || (letters.length < 2 && !/\p{sc=Hang}/u.test(text))) return false
  if (words.length > 1 && (TITLES.has(letters) || ROLES.has(letters))) return false
  const [at, hasCase] = [words.findIndex((word) => word.text === text), startsLower(text) || startsUpper(text)]
  const before = foldWord(words[at - 1]?.text ?? '').letters
  // Servant of God: neither word is a name alone.
  if (before === ARABIC_SERVANT || (letters === ARABIC_SERVANT && words.length > 1)) return false
  const isInside = at > 0 && at < words.length - 1
  return !(PARTICLES.has(letters) && words.length > 1 && (!hasCase || (isInside && startsLower(text))))
}

function addWord(index: Builder, { text }: Token, speaker: number, isFirst: boolean): void {
  const word = foldWord(text)
  const { letters, apostrophes } = word
  const writing = { hasMarks: hasMarks(text), isUpper: isAllUpper(text) }
  for (const spelling of spellingsOf(text))
    addPart(index, spelling, { kind: kindOf(spelling, text, isFirst), speaker, ...writing })
  if (/^ال.{3,}/u.test(letters)) addPart(index, letters.slice(2), { kind: 'name', speaker })
  const pieces = word.breaks.map((at, n) => letters.slice(word.breaks[n - 1] ?? 0, at))
  if (pieces.length > 0) addWords(index, [...pieces, letters.slice(word.breaks.at(-1))], speaker)
  // O Brien, and Brien alone.
  for (const at of apostrophes) {
    const [before, after] = [letters.slice(0, at), letters.slice(at)]
    for (const part of [before, after])
      if (part.length >= 4) addPart(index, part, { kind: kindOf(part, text, true), speaker, ...writing })
  }
}

function kindOf(letters: string, text: string, isFirst: boolean): PartKind {
  if (FUNCTION_WORDS.has(letters) || (PARTICLES.has(letters) && !isFirst)) return 'function'
  if (letters.length <= 2 && startsLower(text)) return 'function'
  return ORDINARY_WORDS.has(letters) || MONTHS.has(letters) || ROLES.has(letters) || TITLES.has(letters) ? 'ordinary' : 'name'
}

const RANKS: Readonly<Record<PartKind, number>> = { name: 5, joined: 4, ordinary: 3, function: 2, initials: 1, handle: 0 }

type NewPart = { kind: PartKind; speaker: number; hasMarks?: boolean; isUpper?: boolean }

function addPart({ parts }: Builder, letters: string, { kind, speaker, ...writing }: NewPart): void {
  const known = parts.get(letters)
  if (!known) return void parts.set(letters, { kind, speakers: [speaker], hasMarks: false, isUpper: false, ...writing })
  const isFull = known.speakers.includes(speaker) || known.speakers.length >= MAX_SPEAKERS
  parts.set(letters, {
    kind: RANKS[kind] > RANKS[known.kind] ? kind : known.kind,
    speakers: isFull ? known.speakers : [...known.speakers, speaker],
    hasMarks: known.hasMarks || writing.hasMarks === true,
    isUpper: known.isUpper || writing.isUpper === true,
  })
}

/** Korean family names of two syllables. */
const KOREAN_SURNAMES = /^(?:남궁|황보|제갈|선우|독고|사공|서문|동방)/u

/** Returns the family name and the given name of a Korean name, which are written without a space. */
function koreanParts(name: string): string[] {
  const { letters } = foldWord(name)
  if (!/^\p{sc=Hang}{2,4}$/u.test(letters)) return []
  const size = KOREAN_SURNAMES.test(letters) && letters.length > 2 ? 2 : 1
  return size === 1 && letters.length > 3 ? [] : [letters.slice(0, size), letters.slice(size)]
}

/** Names written as one word: LenaBrandt, brandtlena, Annalena and lbrandt; and initials. */
function addJoined(index: Builder, name: string, words: readonly Token[], speaker: number, surname: string): void {
  const parts = words.filter(({ kind }) => kind === 'word')
  const letters = parts.map(({ text }) => foldWord(text).letters)
  const [first, last] = [letters[0], letters.at(-1)]
  if (first === undefined || last === undefined || letters.length < 2) return
  const addAll = (kind: PartKind, all: readonly string[]) => {
    for (const joined of all)
      if (joined.length >= 4) addPart(index, joined, { kind: isWord(joined) ? 'ordinary' : kind, speaker })
  }
  const hyphenated = parts
    .slice(1)
    .flatMap((part, at) => (/^[-‐‑]$/.test(between(name, parts[at], part)) ? [`${letters[at]}${letters[at + 1]}`] : []))
  addAll('joined', [letters.join(''), first + last, last + first, ...hyphenated])
  addAll('handle', [first.charAt(0) + last, last + first.charAt(0), first + last.charAt(0)])
  if (surname !== '') {
    addAll('joined', [surname, first + surname])
    addAll('handle', [first.charAt(0) + surname])
  }
  const initials = letters.map((word) => word.charAt(0)).join('')
  if (initials.length <= 4 && HAS_INITIALS.test(initials) && !ACRONYMS.has(initials))
    addPart(index, initials, { kind: 'initials', speaker })
}

/** Returns a family name joined with its particles: vanderberg, delacruz. Empty without particles. */
function joinedSurname(words: readonly Token[]): string {
  const letters = words.map(({ text }) => foldWord(text).letters)
  let from = letters.length - 1
  while (from > 1 && PARTICLES.has(letters[from - 1]!)) from--
  return from === letters.length - 1 ? '' : letters.slice(from).join('')
}

/** عبد الله is also written عبدالله. */
function addServants(index: Builder, words: readonly Token[], speaker: number): void {
  for (const [at, { text }] of words.entries()) {
    const [letters, next] = [foldWord(text).letters, foldWord(words[at + 1]?.text ?? '').letters]
    if (letters !== ARABIC_SERVANT || next === '') continue
    addPart(index, letters + next, { kind: 'joined', speaker })
    addWords(index, [letters, next], speaker)
  }
}

const HAS_INITIALS = /^[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}]+$/u
/** Initials that usually have another meaning. */
const ACRONYMS = wordSet(
  'it ai hr pr us uk eu un tv pc ok id cv qa ux ui pm am ci cd ki vp hq ip os ms md er tl dr po cto ceo cfo faq kpi api',
)
const isWord = (letters: string): boolean => FUNCTION_WORDS.has(letters) || ORDINARY_WORDS.has(letters)

const between = (text: string, a: Token | undefined, b: Token | undefined): string => text.slice(a?.end ?? 0, b?.start ?? 0)

/** Adds a complete name. */
function addSequence(index: Builder, name: string, tokens: readonly Token[], speaker: number): void {
  const gaps = tokens.slice(1).map((token, at) => between(name, tokens[at], token))
  const words = tokens.map(({ text }) => foldWord(text).letters)
  if (tokens.length > 1) addWords(index, words, speaker, gaps)
  // J.R., of J.R. Smith.
  const initials = words.findIndex((word) => word.length > 1)
  if (initials > 1) addWords(index, words.slice(0, initials), speaker, gaps)
}

function addWords(
  { sequences, longest }: Builder,
  words: readonly string[],
  speaker: number,
  gaps = words.slice(1).map(() => ' '),
): void {
  const [first = ''] = words
  const key = words.join(' ')
  const known = sequences.get(key)
  if (known && known.speakers.length >= MAX_SPEAKERS) return
  sequences.set(key, { speakers: [...new Set([...(known?.speakers ?? []), speaker])], gaps: known?.gaps ?? gaps })
  longest.set(first, Math.max(longest.get(first) ?? 0, words.length))
}

/** Returns the tokens, with those of LenaBrandt also split. */
const splitCamelCase = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token) => {
    const inner = token.kind === 'word' ? [...token.text.matchAll(/\p{Lu}?\p{Ll}{2,}/gu)] : []
    if (inner.length < 2 || !startsUpper(token.text.slice(1).replace(/^\P{Lu}+/u, ''))) return [token]
    return [
      token,
      ...inner.map(({ 0: text, index }) => ({
        ...token,
        text,
        start: token.start + index,
        end: token.start + index + text.length,
      })),
    ]
  })

import { type FoldedText, foldForSearch, foldWithOrigins, originOf } from '#shared/foldForSearch.ts'
import { foldHan } from '#platform/text/foldHan.ts'
import { spellOut, withoutPrefixes } from './wordForms.ts'

/**
 * A word of a text, or two neighbouring characters of a script without spaces. `start` and `end` are UTF-16 offsets in the text;
 * `firstEnd` is where its first character ends.
 */
export type Token = {
  readonly text: string
  readonly position: number
  readonly start: number
  readonly end: number
  readonly firstEnd: number
  /**
   * `pair` and `single` come from a run that is split into pairs of characters; `single` is its last or only character. `form` is
   * another spelling of a word, `joined` are words that are also written as one. A `symbol` does not count in the distance between
   * words.
   */
  readonly kind: 'word' | 'pair' | 'single' | 'form' | 'joined' | 'symbol'
}

/** A part of a text without spaces: the words of a compound such as "e-mail", a run of characters, or a symbol. */
export type Piece = {
  readonly tokens: readonly Token[]
  /** The words joined as one, at the positions of its first and last word. Does not include two joined neighbours. */
  readonly whole: readonly Token[]
  /** Other spellings of one of its words, or two neighbours joined. */
  readonly forms: readonly Token[]
  /** Whether it is a number such as 1,234, whose parts have no meaning of their own. */
  readonly isNumber: boolean
}

/** Letters of scripts that write words without spaces. */
const UNSPACED = String.raw`[[\p{L}\p{M}\p{N}]&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Java}\p{scx=Bali}\p{scx=Lana}\p{scx=Tale}\p{scx=Talu}\uff9e\uff9f]]`
const HANGUL = String.raw`[\p{L}&&\p{sc=Hang}]`
/** A number with digit groups of three, as in most languages, or as in India. */
const NUMBER = [
  String.raw`(?<number>(?<![\p{L}\d]|\d[\-.,':\/])`,
  String.raw`(?:\d{1,3}(?<separator>[.,' ])\d{3}(?:\k<separator>\d{3})*|\d{1,2}(?:,\d{2})+,\d{3})`,
  String.raw`(?![\p{L}\d]|[.,']\d{3}|[\-:\/]\d))|(?<digits>\d+)`,
].join('')
/** Languages whose names end with a symbol, such as C++. */
const NAMED = String.raw`(?<named>(?<![\p{L}\p{N}])\p{L}(?:\+\+|#)(?![\p{L}\p{N}+#]))`
const RUN = new RegExp(
  [
    `(?<unspaced>${UNSPACED}+)|(?<hangul>${HANGUL}+)|${NUMBER}`,
    String.raw`(?<symbol>\p{RI}\p{RI}|\p{Extended_Pictographic}|[\p{Sc}\p{So}§%])|${NAMED}`,
    `(?:(?!${UNSPACED}|${HANGUL})[[\\p{L}\\p{M}\\p{N}]--\\d])+`,
  ].join('|'),
  'gv',
)
/** The same pattern for plain letters. */
const PLAIN_RUN = new RegExp(`(?<plain>[a-z]{2,})|${NUMBER}|(?<symbol>[$%])|${NAMED}|[a-z]`, 'gv')
const HAS_UNSPACED = new RegExp(UNSPACED, 'v')
/** Returns true for text of a script that writes words without spaces. */
export const hasNoSpaces = (text: string): boolean => HAS_UNSPACED.test(text)
/** A character with the marks that belong to it. */
const UNIT = /\P{M}\p{M}*|\p{M}+/gu
/** Signs within words that some writers omit: "e-mail", "don't", "node.js", "R&D", צה״ל. */
const JOINING = /^[-'.&·_״"\u200c\u200d]$/
/** Longer words are cut, because their ends are not searched for. */
const MAX_WORD = 60
/** With more words between signs, as in a URL, neighbours are not joined. */
const MAX_JOINED = 6
/** Maximum number of single letters in a spelled word, as in "U S A". */
const MAX_SPELLED = 8

/**
 * Returns the tokens of a text. Chinese, Japanese, Korean words and other scripts without spaces become overlapping pairs of
 * characters, and the last character of a run is also a token by itself, so that a search for a single character finds it: all
 * others begin a pair. Words whose separating sign may be omitted are also indexed as one. The index, queries and marks all use
 * this function, so they agree.
 */
export const tokenize = (text: string): Token[] =>
  readPieces(text).flatMap(({ tokens, whole, forms }) =>
    whole.length === 0 && forms.length === 0 ? tokens : [...tokens, ...whole, ...forms],
  )

type Run = { readonly text: string; readonly from: number; readonly to: number; readonly kind: RunKind }
type RunKind = 'word' | 'digits' | 'number' | 'unspaced' | 'hangul' | 'symbol' | 'named'

/** Returns the parts of a text between spaces, in order. */
export function readPieces(text: string): Piece[] {
  const source = { ...foldText(text), text }
  const pieces: Piece[] = []
  let [position, chain]: [number, Run[]] = [0, []]
  const close = () => {
    if (chain.length === 0) return
    const piece = createChain(source, chain, position + 1)
    position += piece.tokens.length
    pieces.push(piece)
    chain = []
  }
  for (const run of readRuns(source)) {
    const last = chain.at(-1)
    const isPart = run.kind === 'word' || run.kind === 'digits'
    if (last && !(isPart && isJoined(chain, last, run, source))) close()
    if (isPart) chain.push(run)
    else {
      const piece = createPiece(source, run, position)
      if (run.kind !== 'symbol') position += piece.tokens.length
      pieces.push(piece)
    }
  }
  close()
  return pieces
}

type Source = FoldedText & { readonly text: string }

function foldText(text: string): FoldedText {
  const { folded, origins } = foldWithOrigins(text)
  return { folded: origins ? foldHan(folded) : folded, origins }
}

function readRuns({ folded, origins }: FoldedText): Run[] {
  const runs: Run[] = []
  for (const { 0: text, index, groups } of folded.matchAll(origins ? RUN : PLAIN_RUN))
    runs.push({ text, from: index, to: index + text.length, kind: kindOf(groups) })
  return runs
}

const kindOf = (groups: Partial<Record<string, string>> = {}): RunKind =>
  groups['plain'] === undefined ? (RUN_KINDS.find((name) => groups[name] !== undefined) ?? 'word') : 'word'
const RUN_KINDS = ['unspaced', 'hangul', 'number', 'digits', 'symbol', 'named'] as const

/** Whether two words are also written as one: with a sign between them, a letter next to a digit, or spelled letters. */
function isJoined(chain: readonly Run[], last: Run, next: Run, source: Source): boolean {
  const { folded } = source
  const between = folded.slice(last.to, next.from)
  if (between === '') return last.kind !== next.kind
  const isSpelled = chain.length > 1 && folded[last.from - 1] === ' '
  if (between === ' ')
    return (
      (isSpelled || chain.length === 1) && chain.length < MAX_SPELLED && [last, next].every((run) => isSpelledLetter(run, source))
    )
  if (isSpelled || !JOINING.test(between)) return false
  return between !== '.' || last.kind !== 'digits' || next.kind !== 'digits'
}

/** Whether a word is a spelled letter: a capital, or a letter of a script without capitals. */
function isSpelledLetter({ kind, text, from }: Run, source: Source): boolean {
  const [start, end] = originOf(source, from, from + 1)
  return kind === 'word' && text.length === 1 && !/\p{Ll}/u.test(source.text.slice(start, end))
}

function createChain(source: Source, runs: readonly Run[], first: number): Piece {
  const [only, second] = runs
  if (only && !second) {
    const forms = source.origins ? createForms(source, only, first) : []
    return { tokens: [createToken(source, only, first, 'word')], whole: [], forms, isNumber: false }
  }
  const tokens = runs.map((run, index) => createToken(source, run, first + index, 'word'))
  const joined = (from: number, to: number, kind: 'joined' | 'form'): Token[] => {
    const parts = runs.slice(from, to)
    const [start, end] = [parts[0]?.from ?? 0, parts.at(-1)?.to ?? 0]
    const run: Run = { text: parts.map((part) => part.text).join(''), from: start, to: end, kind: 'word' }
    return [first + from, first + to - 1].map((position) => createToken(source, run, position, kind))
  }
  const hasPairs = runs.length > 2 && runs.length <= MAX_JOINED
  const pairs = runs.flatMap((run, index) => {
    const next = runs[index + 1]
    return hasPairs && next && run.text.length + next.text.length > 2 ? joined(index, index + 2, 'form') : []
  })
  const forms = runs.flatMap((run, index) => createForms(source, run, first + index))
  return { tokens, whole: runs.length > 1 ? joined(0, runs.length, 'joined') : [], forms: [...forms, ...pairs], isNumber: false }
}

/** Returns other spellings of a word. */
function createForms(source: Source, run: Run, position: number): Token[] {
  if (!source.origins || run.kind !== 'word') return []
  const [start, end] = originOf(source, run.from, run.to)
  const written = source.text.slice(start, end)
  const spelled = spellOut(written)
  const shorter = withoutPrefixes(run.text).map(({ text, skip }) =>
    createToken(source, { ...run, text, from: run.from + skip }, position, 'form'),
  )
  if (spelled === written) return shorter
  return [...shorter, createToken(source, { ...run, text: foldForSearch(spelled) }, position, 'form')]
}

function createPiece(source: Source, run: Run, last: number): Piece {
  if (run.kind === 'number') return createNumber(source, run, last + 1)
  if (run.kind === 'symbol') return onlyTokens([createToken(source, run, Math.max(1, last), 'symbol')])
  if (run.kind !== 'named') return onlyTokens(createPairs(source, run, last + 1))
  const letter = createToken(source, { ...run, text: run.text.slice(0, 1) }, last + 1, 'form')
  return { ...onlyTokens([createToken(source, run, last + 1, 'word')]), forms: [letter] }
}

const onlyTokens = (tokens: Token[]): Piece => ({ tokens, whole: [], forms: [], isNumber: false })

function createNumber(source: Source, run: Run, first: number): Piece {
  const tokens = [...run.text.matchAll(/\d+/g)].map(({ 0: text, index }, n) =>
    createToken(source, { ...run, text, from: run.from + index, to: run.from + index + text.length }, first + n, 'word'),
  )
  const text = run.text.replaceAll(/\D/g, '')
  const whole = [first, first + tokens.length - 1].map((position) => createToken(source, { ...run, text }, position, 'joined'))
  return { tokens, whole, forms: [], isNumber: true }
}

/** @NOTE In Korean, a single character only matches the beginning of a word, so the last one needs no token. */
function createPairs(source: Source, run: Run, first: number): Token[] {
  const units = [...run.text.matchAll(UNIT)].map(({ 0: text, index }) => {
    const [start, end] = originOf(source, run.from + index, run.from + index + text.length)
    return { text, start, end }
  })
  return units.flatMap(({ text, start, end: firstEnd }, index): Token[] => {
    const next = units[index + 1]
    const position = first + index
    if (next) return [{ text: truncate(text + next.text), position, start, end: next.end, firstEnd, kind: 'pair' }]
    const isKept = run.kind === 'unspaced' || units.length === 1
    return isKept ? [{ text: truncate(text), position, start, end: firstEnd, firstEnd, kind: 'single' }] : []
  })
}

function createToken(source: Source, { text, from, to }: Omit<Run, 'kind'>, position: number, kind: Token['kind']): Token {
  const [start, end] = originOf(source, from, to)
  return { text: truncate(text), position, start, end, firstEnd: end, kind }
}

const truncate = (text: string): string => (text.length <= MAX_WORD ? text : [...text].slice(0, MAX_WORD / 2).join(''))

/** The weights of PostgreSQL: titles count most, then notes about a recording, then its transcript. */
export type Weight = 'A' | 'B' | 'D'
/** The highest position that PostgreSQL stores, and the maximum number of positions per word. */
const MAX_POSITION = 16_383
const MAX_POSITIONS = 255

/** Converts tokens to the text of a `tsvector`. */
export function toTsvector(tokens: readonly Token[], weight: Weight): string {
  const positions = new Map<string, number[]>()
  for (const { text, position } of tokens) {
    const list = positions.get(text)
    if (!list) positions.set(text, [position])
    else if (list.length < MAX_POSITIONS) list.push(position)
  }
  const suffix = weight === 'D' ? '' : weight
  return [...positions]
    .map(([text, list]) => `'${text}':${list.map((position) => `${Math.min(position, MAX_POSITION)}${suffix}`).join(',')}`)
    .join(' ')
}

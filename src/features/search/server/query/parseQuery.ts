import { foldForSearch } from '#shared/foldForSearch.ts'
import { type Piece, type Token, readPieces } from '../words/tokenize.ts'
import { spellOut, withoutArticle } from '../words/wordForms.ts'
import { inflectRun } from './inflectRun.ts'

/** A token of a term, with its distance to the previous one. */
export type TermToken = { readonly text: string; readonly distance: number; readonly isPrefix: boolean }

/**
 * A part of a term without spaces in its alternative spellings, with its distance to the previous part. `forms` are other forms of
 * the word, which are searched when few recordings contain it as typed.
 */
export type TermPart = {
  readonly distance: number
  readonly spellings: readonly (readonly TermToken[])[]
  readonly forms: readonly (readonly TermToken[])[]
}

/** A word in the recordings that also matches a word of a query. */
export type RelatedWord = {
  readonly word: string
  /** The part of it that is marked; null for all of it. */
  readonly part: string | null
}

/** A word of a query, or a quotation, whose words must be adjacent in a text. */
export type Term = {
  /** As typed, without quotation marks. */
  readonly text: string
  /** Its position in the query, in UTF-16 units. */
  readonly start: number
  readonly end: number
  readonly isQuoted: boolean
  readonly parts: readonly TermPart[]
  /** Other forms of the word, or compounds with it, that occur in the recordings. */
  readonly related: readonly RelatedWord[]
}

type Parts = Pick<Term, 'parts'> & Partial<Pick<Term, 'related'>>

export type ParsedQuery = { readonly terms: readonly Term[]; readonly excluded: readonly Term[] }

/** Opening quotation marks with their closing counterparts. */
const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”“"',
  '”': '”',
  '„': '“”"',
  '«': '»',
  '»': '«',
  '「': '」',
  '『': '』',
  '＂': '＂',
}
const OPENING = Object.keys(QUOTES).join('')
/** A minus word: a hyphen or minus sign directly before a word or a quotation, after a space. */
const NUMBER = String.raw`(?<![^\s])\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?![\d])[^\s${OPENING}]*`
const PIECE = new RegExp(
  String.raw`(?<minus>(?<![^\s])[-−](?=[\p{L}\p{N}${OPENING}]))?(?:(?<open>[${OPENING}])|(?<word>${NUMBER}|[^\s${OPENING}]+))`,
  'gu',
)
/** Hebrew acronyms have a quotation mark before their last letter. */
const ACRONYM_MARK = /(?<=\p{sc=Hebr})["”“](?=\p{sc=Hebr})/gu

/**
 * Parses the text of a search. A quotation is one term, and so is a compound such as "e-mail". A word or quotation after a minus is
 * excluded. The last word may be incomplete unless a space or a quotation mark follows, and so may a word before an asterisk.
 */
export function parseQuery(input: string): ParsedQuery {
  const query = input.replaceAll(ACRONYM_MARK, '״')
  const [terms, excluded]: [Term[], Term[]] = [[], []]
  PIECE.lastIndex = 0
  for (let match = PIECE.exec(query); match; match = PIECE.exec(query)) {
    const { minus, open } = match.groups ?? {}
    const from = match.index + (minus?.length ?? 0)
    const quotation = open === undefined ? undefined : readQuotation(query, from, open)
    const [start, end] = quotation ? [quotation.start, quotation.end] : [from, PIECE.lastIndex]
    if (quotation) PIECE.lastIndex = quotation.next
    const typed = query.slice(start, end)
    const text = typed.replace(/\*+$/, '')
    const isUnfinished = !minus && (end === query.length || text !== typed)
    const term = { ...createTerm(text, { isUnfinished, isQuoted: quotation !== undefined }), start, end }
    if (term.parts.length > 0) (minus ? excluded : terms).push(term)
  }
  return { terms, excluded }
}

/** Returns the content of a quotation. An unclosed one extends to the end of the query. */
function readQuotation(query: string, from: number, open: string): { start: number; end: number; next: number } {
  const closing = QUOTES[open] ?? open
  const start = from + open.length
  for (let index = start; index < query.length; index++) {
    if (closing.includes(query[index] ?? '')) return { start, end: index, next: index + 1 }
  }
  return { start, end: query.length, next: query.length }
}

function createTerm(text: string, { isUnfinished, isQuoted }: Reading): Omit<Term, 'start' | 'end'> {
  const pieces = readPieces(text)
  const words = pieces.filter(({ tokens }) => tokens.some(({ kind }) => kind !== 'symbol'))
  const isEnd = (token: Token) => isUnfinished && token.end === text.length && isBeginning(token)
  let last: number | undefined
  const parts = (words.length > 0 ? words : pieces).map((piece): TermPart => {
    const position = piece.tokens[0]?.position ?? 1
    const distance = last === undefined ? 1 : position - last
    const spellings = spellingsOf(piece, text, isQuoted)
    const forms = isQuoted ? [] : formsOf(piece, text)
    last = spellings[0]?.at(-1)?.position ?? position
    if (piece.isNumber) last += piece.tokens.length - 1
    const toTerm = (tokens: readonly Token[]) => toTermTokens(tokens, isEnd)
    return { distance, spellings: spellings.map(toTerm), forms: forms.map(toTerm) }
  })
  return { text: text.trim(), isQuoted, parts, related: [] }
}

type Reading = { readonly isUnfinished: boolean; readonly isQuoted: boolean }

/** Returns the possible spellings of a piece of a query. Quoted words are taken literally. */
function spellingsOf({ tokens, whole, isNumber }: Piece, text: string, isQuoted: boolean): (readonly Token[])[] {
  const [first] = tokens
  const joined = whole.slice(0, 1)
  if (isNumber) return [joined]
  if (!first || first.kind === 'symbol') return [tokens]
  if (first.kind !== 'word') return [withoutRunEnds(tokens)]
  if (isQuoted) return [tokens]
  const spelled = tokens.map((token) => ({ ...token, text: foldForSearch(spellOut(text.slice(token.start, token.end))) }))
  const isSame = spelled.every((token, index) => token.text === tokens[index]?.text)
  return [tokens, ...(isSame ? [] : [spelled]), ...(joined.length > 0 ? [joined] : [])]
}

/** Returns other forms of a word, or of a run of characters. */
function formsOf({ tokens }: Piece, text: string): (readonly Token[])[] {
  const [first, second] = tokens
  if (!first || first.kind === 'symbol') return []
  if (first.kind !== 'word') return inflectRun(text.slice(first.start, tokens.at(-1)?.end)).map(tokensOf)
  return second ? [] : withoutArticle(first.text).map((word) => [{ ...first, text: word }])
}

const tokensOf = (run: string): Token[] => withoutRunEnds(readPieces(run).flatMap(({ tokens }) => tokens))

const toTermTokens = (tokens: readonly Token[], isEnd: (token: Token) => boolean): TermToken[] =>
  tokens.map((token, index) => ({
    text: token.text,
    distance: index === 0 ? 1 : token.position - (tokens[index - 1]?.position ?? 0),
    // A single character matches the beginning of a pair. A pair matches anywhere in a run.
    isPrefix: token.kind === 'single' || (index === tokens.length - 1 && isEnd(token)),
  }))

/** A single letter is the prefix of a word in almost every passage. */
const isBeginning = ({ kind, text }: Token): boolean => (kind === 'word' || kind === 'joined') && text.length > 1

/** The last character of a run may be inside a longer run of a text, so only its pairs are searched. */
const withoutRunEnds = (tokens: readonly Token[]): Token[] =>
  tokens.filter((token, index) => token.kind !== 'single' || tokens[index - 1]?.end !== token.end)

/** Returns a term with only these tokens. */
export const termOf = (tokens: readonly TermToken[]): Pick<Term, 'parts'> => ({
  parts: [{ distance: 1, spellings: [tokens], forms: [] }],
})

/** Converts adjacent tokens to the text of a `tsquery`. */
export const phraseToTsquery = (tokens: readonly TermToken[]): string =>
  `(${tokens.map((token, index) => `${index === 0 ? '' : operatorOf(token.distance)}${tokenToTsquery(token)}`).join('')})`

const operatorOf = (distance: number): string => (distance === 1 ? ' <-> ' : ` <${distance}> `)
const tokenToTsquery = ({ text, isPrefix }: TermToken): string => `'${text}'${isPrefix ? ':*' : ''}`

const anyOf = (queries: readonly string[]): string => (queries.length === 1 ? (queries[0] ?? '') : `(${queries.join(' | ')})`)
const relatedToTsquery = ({ related = [] }: Parts): string[] => related.map(({ word }) => `'${word}'`)

/** Converts a term to the text of a `tsquery`. */
export const toTsquery = (term: Parts): string =>
  anyOf([
    `(${term.parts
      .map(
        ({ distance, spellings }, index) => `${index === 0 ? '' : operatorOf(distance)}${anyOf(spellings.map(phraseToTsquery))}`,
      )
      .join('')})`,
    ...relatedToTsquery(term),
  ])

/** Converts a term to the text of a `tsquery` that ignores the order of its tokens, for an index without positions. */
export const toUnorderedTsquery = (term: Parts): string =>
  anyOf([
    `(${term.parts
      .map(({ spellings }) => anyOf(spellings.map((tokens) => `(${tokens.map(tokenToTsquery).join(' & ')})`)))
      .join(' & ')})`,
    ...relatedToTsquery(term),
  ])

/** Returns whether an index without positions is enough to decide that a text contains the term. */
export const isSingleToken = ({ parts }: Parts): boolean =>
  parts.length === 1 && parts.every(({ spellings }) => spellings.every((tokens) => tokens.length === 1))

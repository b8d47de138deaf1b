import { foldForSearch } from '#shared/foldForSearch.ts'
import { type Piece, type Token, readPieces } from '../words/tokenize.ts'
import { spellOut, withoutArticle } from '../words/wordForms.ts'
import { inflectRun } from './inflectRun.ts'

/** A token of a term, with its distance to the one before it. */
export type TermToken = { readonly text: string; readonly distance: number; readonly isPrefix: boolean }

/**
 * What stands without spaces in a term, in the ways in which it may be written, with its distance to what is before it. `forms` are
 * other forms of the same word, which are looked for when few recordings have it as it was typed.
 */
export type TermPart = {
  readonly distance: number
  readonly spellings: readonly (readonly TermToken[])[]
  readonly forms: readonly (readonly TermToken[])[]
}

/** A word of the recordings that is found with a word of a query. */
export type RelatedWord = {
  readonly word: string
  /** What of it is marked; null for all of it. */
  readonly part: string | null
}

/** A word of a query, or the words of a quotation, which stand side by side in a text that contains them. */
export type Term = {
  /** As typed, without quotation marks. */
  readonly text: string
  /** Where it is in the query, in UTF-16 units. */
  readonly start: number
  readonly end: number
  readonly isQuoted: boolean
  readonly parts: readonly TermPart[]
  /** Words of the recordings that are other forms of a word, or compounds with it. */
  readonly related: readonly RelatedWord[]
}

type Parts = Pick<Term, 'parts'> & Partial<Pick<Term, 'related'>>

export type ParsedQuery = { readonly terms: readonly Term[]; readonly excluded: readonly Term[] }

/** Opening quotation marks with those that close them. */
const QUOTES: Readonly<Record<string, string>> = {
  ...{ '"': '"', '“': '”“"', '”': '”', '„': '“”"', '«': '»', '»': '«', '「': '」', '『': '』', '＂': '＂' },
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
 * Parses what a person typed. Quoted words are one term, and so is a word that is made of several, such as "e-mail". A word or
 * quotation after a minus is excluded. The last word may be unfinished unless a space or a quotation mark follows, and so may one before
 * an asterisk.
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

/** Returns the inside of a quotation; one that is not closed goes to the end of the query. */
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

/** Returns the ways in which a piece of a query may be written in a text. Quoted words are meant as they are written. */
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
    // Pairs begin with a character that is looked for alone. A pair is found within a run anyway.
    isPrefix: token.kind === 'single' || (index === tokens.length - 1 && isEnd(token)),
  }))

/** Almost every passage has a word that begins with some letter. */
const isBeginning = ({ kind, text }: Token): boolean => (kind === 'word' || kind === 'joined') && text.length > 1

/** The last character of a run may be within one in a text, so only its pairs are looked for. */
const withoutRunEnds = (tokens: readonly Token[]): Token[] =>
  tokens.filter((token, index) => token.kind !== 'single' || tokens[index - 1]?.end !== token.end)

/** Returns a term of these tokens alone. */
export const termOf = (tokens: readonly TermToken[]): Pick<Term, 'parts'> => ({
  parts: [{ distance: 1, spellings: [tokens], forms: [] }],
})

/** Returns tokens that follow one another as text of a `tsquery`. */
export const phraseToTsquery = (tokens: readonly TermToken[]): string =>
  `(${tokens.map((token, index) => `${index === 0 ? '' : operatorOf(token.distance)}${tokenToTsquery(token)}`).join('')})`

const operatorOf = (distance: number): string => (distance === 1 ? ' <-> ' : ` <${distance}> `)
const tokenToTsquery = ({ text, isPrefix }: TermToken): string => `'${text}'${isPrefix ? ':*' : ''}`

const anyOf = (queries: readonly string[]): string => (queries.length === 1 ? (queries[0] ?? '') : `(${queries.join(' | ')})`)
const relatedToTsquery = ({ related = [] }: Parts): string[] => related.map(({ word }) => `'${word}'`)

/** Returns a term as text of a `tsquery`. */
export const toTsquery = (term: Parts): string =>
  anyOf([
    `(${term.parts
      .map(
        ({ distance, spellings }, index) => `${index === 0 ? '' : operatorOf(distance)}${anyOf(spellings.map(phraseToTsquery))}`,
      )
      .join('')})`,
    ...relatedToTsquery(term),
  ])

/** Returns the tokens of a term as text of a `tsquery` that ignores their order, for an index without positions. */
export const toUnorderedTsquery = (term: Parts): string =>
  anyOf([
    `(${term.parts
      .map(({ spellings }) => anyOf(spellings.map((tokens) => `(${tokens.map(tokenToTsquery).join(' & ')})`)))
      .join(' & ')})`,
    ...relatedToTsquery(term),
  ])

/** Returns true when an index without positions can say that a text contains the term. */
export const isSingleToken = ({ parts }: Parts): boolean =>
  parts.length === 1 && parts.every(({ spellings }) => spellings.every((tokens) => tokens.length === 1))

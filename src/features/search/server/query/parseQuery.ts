import { type Token, tokenize } from '../tokenize.ts'

/** A token of a term, with its distance to the one before it. */
export type TermToken = { readonly text: string; readonly distance: number; readonly isPrefix: boolean }

/** A word of a query, or the words of a quotation, which stand side by side in a text that contains them. */
export type Term = {
  /** As typed, without quotation marks. */
  readonly text: string
  /** Where it is in the query, in UTF-16 units. */
  readonly start: number
  readonly end: number
  readonly isQuoted: boolean
  readonly tokens: readonly TermToken[]
}

type Tokens = Pick<Term, 'tokens'>

export type ParsedQuery = { readonly terms: readonly Term[]; readonly excluded: readonly Term[] }

/** Opening quotation marks with those that close them. */
const QUOTES: Readonly<Record<string, string>> = {
  ...{ '"': '"', '“': '”“"', '”': '”', '„': '“”"', '«': '»', '»': '«', '「': '」', '『': '』', '＂': '＂' },
}
const OPENING = Object.keys(QUOTES).join('')
/** A minus word: a hyphen or minus sign directly before a word or a quotation, after a space. */
const PIECE = new RegExp(
  String.raw`(?<minus>(?<![^\s])[-−](?=[\p{L}\p{N}${OPENING}]))?(?:(?<open>[${OPENING}])|(?<word>[^\s${OPENING}]+))`,
  'gu',
)

/**
 * Parses what a person typed. Quoted words are one term, and so is a word that is made of several, such as "e-mail". A word or
 * quotation after a minus is excluded. The last word may be unfinished unless a space or a quotation mark follows.
 */
export function parseQuery(query: string): ParsedQuery {
  const [terms, excluded]: [Term[], Term[]] = [[], []]
  PIECE.lastIndex = 0
  for (let match = PIECE.exec(query); match; match = PIECE.exec(query)) {
    const { minus, open } = match.groups ?? {}
    const from = match.index + (minus?.length ?? 0)
    const quotation = open === undefined ? undefined : readQuotation(query, from, open)
    const [start, end] = quotation ? [quotation.start, quotation.end] : [from, PIECE.lastIndex]
    if (quotation) PIECE.lastIndex = quotation.next
    const isUnfinished = !minus && end === query.length
    const term = { ...createTerm(query.slice(start, end), start, isUnfinished), isQuoted: quotation !== undefined }
    if (term.tokens.length > 0) (minus ? excluded : terms).push(term)
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

function createTerm(text: string, start: number, isUnfinished: boolean): Omit<Term, 'isQuoted'> {
  const tokens = withoutRunEnds(tokenize(text))
  const last = tokens.length - 1
  return {
    text: text.trim(),
    start,
    end: start + text.length,
    tokens: tokens.map((token, index) => ({
      text: token.text,
      distance: token.position - (tokens[index - 1]?.position ?? token.position - 1),
      // Pairs begin with a character that is looked for alone. A pair is found within a run anyway.
      isPrefix: token.kind === 'single' || (isUnfinished && index === last && isBeginning(token) && token.end === text.length),
    })),
  }
}

/** Almost every passage has a word that begins with some letter. */
const isBeginning = ({ kind, text }: Token): boolean => kind === 'word' && text.length > 1

/** The last character of a run may be within one in a text, so only its pairs are looked for. */
const withoutRunEnds = (tokens: readonly Token[]): Token[] =>
  tokens.filter((token, index) => token.kind !== 'single' || tokens[index - 1]?.end !== token.end)

/** Returns a term as text of a `tsquery`. */
export const toTsquery = ({ tokens }: Tokens): string =>
  `(${tokens
    .map(({ text, distance, isPrefix }, index) => {
      const operator = distance === 1 ? ' <-> ' : ` <${distance}> `
      return `${index === 0 ? '' : operator}'${text}'${isPrefix ? ':*' : ''}`
    })
    .join('')})`

/** Returns the tokens of a term as text of a `tsquery` that ignores their order, for an index without positions. */
export const toUnorderedTsquery = ({ tokens }: Tokens): string =>
  `(${tokens.map(({ text, isPrefix }) => `'${text}'${isPrefix ? ':*' : ''}`).join(' & ')})`

/** Returns true when an index without positions can say that a text contains the term. */
export const isSingleToken = ({ tokens }: Tokens): boolean => tokens.length === 1

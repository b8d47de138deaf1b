/** The fields that a template can use. They are stored as `{{Speakers}}` and filled from the recording. */
export const TOKENS = ['Speakers', 'Date', 'Length', 'Title', 'Language'] as const
export type Token = (typeof TOKENS)[number]

export const tokenText = (token: Token): string => `{{${token}}}`

const PATTERN = new RegExp(`\\{\\{(${TOKENS.join('|')})\\}\\}`, 'g')

export type Part = { readonly kind: 'text' | 'token'; readonly text: string; readonly start: number }

/** Splits a text into tokens and what is between them. */
export function splitTokens(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const match of text.matchAll(PATTERN)) {
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index), start: end })
    parts.push({ kind: 'token', text: match[0], start: match.index })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end), start: end })
  return parts
}

type Range = { readonly start: number; readonly end: number }

const tokenRanges = (text: string): Range[] =>
  splitTokens(text)
    .filter(({ kind }) => kind === 'token')
    .map((part) => ({ start: part.start, end: part.start + part.text.length }))

/** Returns the token that ends at a position, or undefined. */
export const tokenBefore = (text: string, position: number): Range | undefined =>
  tokenRanges(text).find(({ end }) => end === position)

/** Returns the token that starts at a position, or undefined. */
export const tokenAfter = (text: string, position: number): Range | undefined =>
  tokenRanges(text).find(({ start }) => start === position)

/** Returns a selection that holds tokens whole or not at all. A cursor inside a token goes to its nearer end. */
export function snapSelection(text: string, { start, end }: Range): Range {
  const inside = (position: number) => tokenRanges(text).find((token) => token.start < position && position < token.end)
  if (start === end) {
    const token = inside(start)
    if (!token) return { start, end }
    const nearer = start - token.start < token.end - start ? token.start : token.end
    return { start: nearer, end: nearer }
  }
  return { start: inside(start)?.start ?? start, end: inside(end)?.end ?? end }
}

/** Returns the headings of the sections: lines that start with #. */
export const headingsOf = (content: string): string[] =>
  content
    .split('\n')
    .filter((line) => line.startsWith('#'))
    .map((line) => line.replace(/^#+\s*/, '').trim())
    .filter((heading) => heading !== '')

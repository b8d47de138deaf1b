/** The fields that a template can use. They are stored as `{{Speakers}}` and filled from the recording. */
export const TOKENS = ['Speakers', 'Date', 'Length', 'Title', 'Language'] as const
export type Token = (typeof TOKENS)[number]

/** What each field is called in the language of the reader. */
export type TokenLabels = Readonly<Record<Token, string>>

/** The fields as they are shown: in double braces, with the labels of one language. */
export type ShownTokens = ReturnType<typeof showTokensAs>

export type Part = { readonly kind: 'text' | 'token'; readonly text: string; readonly start: number }
type Range = { readonly start: number; readonly end: number }

/**
 * Returns what reads and writes instructions with the fields in one language. Both names of a field, the label and the stored one,
 * are stored the same, so that a text that was copied from another language keeps its fields.
 */
export function showTokensAs(labels: TokenLabels) {
  const shownText = (token: Token) => `{{${labels[token]}}}`
  const byLabel = new Map(TOKENS.map((token) => [labels[token], token] as const))
  const stored = patternOf(TOKENS)
  const shown = patternOf([...byLabel.keys()])
  const toShown = (text: string) => text.replace(stored, (_, token: Token) => shownText(token))
  const toStored = (text: string) => text.replace(shown, (_, label: string) => `{{${byLabel.get(label) ?? label}}}`)

  /** Splits a shown text into fields and what is between them. */
  const split = (text: string): Part[] => {
    const parts: Part[] = []
    let end = 0
    for (const match of text.matchAll(shown)) {
      if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index), start: end })
      parts.push({ kind: 'token', text: match[0], start: match.index })
      end = match.index + match[0].length
    }
    if (end < text.length) parts.push({ kind: 'text', text: text.slice(end), start: end })
    return parts
  }
  const ranges = (text: string): Range[] =>
    split(text)
      .filter(({ kind }) => kind === 'token')
      .map((part) => ({ start: part.start, end: part.start + part.text.length }))

  return {
    shownText,
    toShown,
    toStored,
    split,
    /** Returns the field that ends at a position of a shown text, or undefined. */
    tokenBefore: (text: string, position: number): Range | undefined => ranges(text).find(({ end }) => end === position),
    /** Returns the field that starts at a position of a shown text, or undefined. */
    tokenAfter: (text: string, position: number): Range | undefined => ranges(text).find(({ start }) => start === position),
    /** Returns a selection that holds fields whole or not at all. A cursor inside a field goes to its nearer end. */
    snapSelection: (text: string, { start, end }: Range): Range => {
      const inside = (position: number) => ranges(text).find((token) => token.start < position && position < token.end)
      if (start === end) {
        const token = inside(start)
        if (!token) return { start, end }
        const nearer = start - token.start < token.end - start ? token.start : token.end
        return { start: nearer, end: nearer }
      }
      return { start: inside(start)?.start ?? start, end: inside(end)?.end ?? end }
    },
  }
}

const patternOf = (names: readonly string[]): RegExp =>
  new RegExp(`\\{\\{(${names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})\\}\\}`, 'g')

/** Returns the headings of the sections: lines that start with #. */
export const headingsOf = (content: string): string[] =>
  content
    .split('\n')
    .filter((line) => line.startsWith('#'))
    .map((line) => line.replace(/^#+\s*/, '').trim())
    .filter((heading) => heading !== '')

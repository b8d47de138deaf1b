import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

/** Longer than any summary. The time of the parser grows with the square of what it reads. */
const MAX_LENGTH = 40_000
/** More citations, emphasis, struck out words and lines than any summary has. */
const MAX_MARKS = { '[': 1500, '*': 2000, _: 1000, '~': 200, '\n': 2000 } as const
/** Thousands of marks of quotations or lists in one line. */
const NESTED_TOO_DEEPLY = /^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*){65}/m

/** Parsing takes up to half a second, and the same text is shown many times. */
const MAX_PARSED = 32
const parsedTexts = new Map<string, Root>()

/** Returns Markdown as a tree, or null when it would take so long to parse that the server is blocked: it is then shown as it is. */
export function markdownTree(markdown: string): Root | null {
  if (markdown.length > MAX_LENGTH || NESTED_TOO_DEEPLY.test(markdown)) return null
  if (Object.entries(MAX_MARKS).some(([mark, max]) => markdown.split(mark).length > max)) return null
  const known = parsedTexts.get(markdown)
  if (known) return known
  const root = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  parsedTexts.set(markdown, root)
  const [oldest] = parsedTexts.keys()
  if (parsedTexts.size > MAX_PARSED && oldest !== undefined) parsedTexts.delete(oldest)
  return root
}

import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import type { Millis } from '#shared/units.ts'
import { parseTime } from './parseTime.ts'
import { splitBlocks } from './splitBlocks.ts'

/** How long the texts of one page or document may take to parse together: notes of about 200,000 characters. */
const MAX_PARSE_TIME: Millis = 2000

/** What is left for the other texts of a page or document. */
export type MarkdownBudget = { left: Millis }

export const createMarkdownBudget = (): MarkdownBudget => ({ left: MAX_PARSE_TIME })

const EXTENSIONS = [gfm()]
const TREE_EXTENSIONS = [gfmFromMarkdown()]

/**
 * Returns Markdown as a tree, or null when parsing would take more than what is left of the budget: it is then shown as it is. The
 * time is estimated from the text, so that the same texts are always shown alike (docs/decisions/0101).
 */
export function markdownTree(markdown: string, budget: MarkdownBudget): Root | null {
  const parts = splitBlocks(markdown)
  let time = 0
  for (const part of parts) {
    time += parseTime(part)
    if (time > budget.left) return null
  }
  budget.left -= time
  const children = parts.flatMap(
    (part) => fromMarkdown(part, { extensions: EXTENSIONS, mdastExtensions: TREE_EXTENSIONS }).children,
  )
  return { type: 'root', children }
}

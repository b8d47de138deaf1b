import type { Root } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'

/** Returns a tree as Markdown, in the spelling in which summaries are written. */
export const formatMarkdown = (tree: Root): string =>
  toMarkdown(tree, {
    extensions: [gfmToMarkdown()],
    bullet: '-',
    emphasis: '*',
    rule: '-',
    fences: true,
    listItemIndent: 'one',
    // Two lists in a row would be read as one.
    join: [(left, right) => (left.type === 'list' && right.type === 'list' && left.ordered === right.ordered ? 0 : undefined)],
  })

import type { Definition, Nodes, Parents, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import type { Millis } from '../units.ts'
import { parseTime } from './parseTime.ts'
import { splitBlocks } from './splitBlocks.ts'

/** How long the texts of one page or document may take to parse together: notes of about 200,000 characters. */
const MAX_PARSE_TIME: Millis = 2000

/** What is left for the other texts of a page or document. */
export type MarkdownBudget = { left: Millis }

export const createMarkdownBudget = (time: Millis = MAX_PARSE_TIME): MarkdownBudget => ({ left: time })

const OPTIONS = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }
const LINE_END = /\r\n?|\n/g

/**
 * Returns Markdown as a tree (CommonMark with the tables, tasks, struck-out words and addresses of GitHub). When parsing would take
 * more than what is left of the budget, the paragraphs of the tree are the text as it is. The time is estimated from the text, so that
 * the same texts are always shown alike (docs/decisions/0101). Links and pictures by reference are links and pictures. Positions are
 * those in the text with LF as line ends.
 */
export function parseMarkdown(markdown: string, budget: MarkdownBudget = createMarkdownBudget()): Root {
  const text = markdown.replaceAll(LINE_END, '\n')
  const parts = splitBlocks(text)
  let time = 0
  for (const part of parts) {
    time += parseTime(part)
    if (time > budget.left) return { type: 'root', children: plainParagraphs(text) }
  }
  budget.left -= time
  let [line, offset] = [0, 0]
  const children = parts.flatMap((part) => {
    const tree = fromMarkdown(part, OPTIONS)
    if (offset > 0) movePositions(tree, line, offset)
    resolveReferences(tree)
    line += part.split('\n').length - 1
    offset += part.length
    return tree.children
  })
  return { type: 'root', children }
}

const plainParagraphs = (text: string): Root['children'] =>
  text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((value) => ({ type: 'paragraph', children: [{ type: 'text', value }] }))

/** Moves the positions of a part to where it is in the whole text. */
function movePositions(node: Nodes, line: number, offset: number): void {
  for (const point of node.position ? [node.position.start, node.position.end] : []) {
    point.line += line
    point.offset = (point.offset ?? 0) + offset
  }
  if ('children' in node) for (const child of node.children) movePositions(child, line, offset)
}

function resolveReferences(tree: Root): void {
  const definitions = new Map<string, Definition>()
  const collect = (node: Nodes): void => {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node)
    else if ('children' in node) for (const child of node.children) collect(child)
  }
  const resolve = (parent: Parents): void => {
    for (const [index, node] of parent.children.entries()) {
      if ('children' in node) resolve(node)
      if (node.type !== 'linkReference' && node.type !== 'imageReference') continue
      const { url = '', title } = definitions.get(node.identifier) ?? {}
      const { position } = node
      parent.children[index] =
        node.type === 'linkReference'
          ? { type: 'link', url, title, children: node.children, position }
          : { type: 'image', url, title, alt: node.alt, position }
    }
  }
  collect(tree)
  if (definitions.size > 0) resolve(tree)
}

import type { FootnoteDefinition, FootnoteReference, Nodes, PhrasingContent, RootContent } from 'mdast'
import { MAX_DEPTH } from '#shared/markdown/markdownText.ts'
import { parseTimeLink } from '#shared/timeLink.ts'
import { replaceAt, type NameHider } from './hideNames.ts'

/** A piece of a block's text. `set` is absent where nothing can be replaced, such as a line break. */
type Piece = { readonly text: string; readonly set?: (text: string) => void }

/**
 * Returns blocks without names of speakers. Names are searched in the rendered text of a block, so that markup inside a name does
 * not hide it: Le**na**.
 */
export function hideInMarkdown<T extends RootContent>(blocks: readonly T[], find: NameHider['find']): T[] {
  const copies = structuredClone(blocks) as T[]
  for (const block of copies) hideIn(block, find, 0)
  return copies
}

function hideIn(node: Nodes, find: NameHider['find'], depth: number): void {
  if (depth > MAX_DEPTH) return
  if (node.type === 'footnoteDefinition') node.label = replaceAt(labelOf(node), find(labelOf(node)))
  if ('value' in node) node.value = replaceAt(node.value, find(node.value))
  else if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell')
    hideInPieces(piecesOf(node.children), find)
  else if ('children' in node) for (const child of node.children) hideIn(child, find, depth + 1)
}

/** Replaces names in the text of several nodes. The replacement is put into the node in which the name begins. */
function hideInPieces(pieces: readonly Piece[], find: NameHider['find']): void {
  const found = find(pieces.map(({ text }) => text).join(''))
  let start = 0
  for (const { text, set } of pieces) {
    const end = start + text.length
    const from = start
    const own = found
      .filter((each) => each.end > from && each.start < end)
      .map((each) => ({
        start: Math.max(0, each.start - from),
        end: Math.min(text.length, each.end - from),
        by: each.start >= from ? each.by : '',
      }))
    if (own.length > 0) set?.(replaceAt(text, own))
    start = end
  }
}

const piecesOf = (nodes: readonly PhrasingContent[], depth = 0): Piece[] =>
  depth > MAX_DEPTH ? [] : nodes.flatMap((node) => piecesOfNode(node, depth))

function piecesOfNode(node: PhrasingContent, depth: number): Piece[] {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'html':
      return [{ text: node.value, set: (text) => (node.value = text) }]
    case 'image':
      return [{ text: node.alt ?? '', set: (text) => (node.alt = text) }]
    case 'footnoteReference':
      // It is shown in brackets: a word of its own.
      return [{ text: '\n' }, { text: labelOf(node), set: (text) => (node.label = text) }, { text: '\n' }]
    case 'break':
      return [{ text: '\n' }]
    case 'link':
      return parseTimeLink(node.url) === undefined ? piecesOf(node.children, depth + 1) : [{ text: '\n' }]
    default:
      return 'children' in node ? piecesOf(node.children, depth + 1) : []
  }
}

const labelOf = ({ label, identifier }: FootnoteReference | FootnoteDefinition): string => label ?? identifier

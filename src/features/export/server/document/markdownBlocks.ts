import type { ListItem, Nodes, PhrasingContent, RootContent } from 'mdast'
import { BOXES, isLineBreak } from '#shared/markdown/markdownText.ts'
import { type MarkdownBudget, parseMarkdown } from '#shared/markdown/parseMarkdown.ts'
import { isOutsideLink } from '#shared/markdown/renderMarkdown.ts'
import { parseTimeLink } from '#shared/timeLink.ts'
import type { Block, Inline } from './Block.ts'

type Style = Omit<Inline, 'text'>
/** `budget` is shared by all texts of the document. */
type Context = { readonly hasTimes: boolean; readonly budget: MarkdownBudget }

/** Parses Markdown into blocks. HTML is kept as text, and images are replaced by their descriptions. */
export const markdownBlocks = (markdown: string, context: Context): Block[] =>
  parseMarkdown(markdown, context.budget).children.flatMap((node) => toBlocks(node, context))

function toBlocks(node: RootContent, context: Context): Block[] {
  switch (node.type) {
    case 'heading':
      // Level 1 is the title of the document, and level 2 the name of a note.
      return [{ type: 'heading', level: node.depth <= 1 ? 3 : 4, inlines: toInlines(node.children, context) }]
    case 'paragraph':
      return [{ type: 'paragraph', inlines: toInlines(node.children, context) }]
    case 'blockquote':
      return node.children.flatMap((child) =>
        child.type === 'paragraph'
          ? [{ type: 'quote', inlines: toInlines(child.children, context) } satisfies Block]
          : toBlocks(child, context),
      )
    case 'list':
      return listBlocks(node, 0, context)
    case 'code':
      return [{ type: 'code', text: node.value }]
    case 'html':
      return [{ type: 'paragraph', inlines: [{ text: node.value }] }]
    case 'thematicBreak':
      return [{ type: 'rule' }]
    case 'table':
      return [
        { type: 'table', rows: node.children.map(({ children }) => children.map((cell) => toInlines(cell.children, context))) },
      ]
    default:
      return []
  }
}

type ListNode = Extract<Nodes, { type: 'list' }>

const listBlocks = (list: ListNode, level: number, context: Context): Block[] =>
  list.children.flatMap((item, index) => itemBlocks(item, { level, marker: markerOf(list, item, index), context }))

function markerOf(list: ListNode, { checked }: ListItem, index: number): string {
  if (typeof checked === 'boolean') return BOXES[`${checked}`]
  return list.ordered ? `${(list.start ?? 1) + index}.` : '•'
}

type ItemPlace = { level: number; marker: string; context: Context }

function itemBlocks(item: ListItem, { level, marker, context }: ItemPlace): Block[] {
  const [first, ...rest] = item.children
  const inlines = first?.type === 'paragraph' ? toInlines(first.children, context) : []
  const others = first?.type === 'paragraph' ? rest : item.children
  return [
    { type: 'item', level, marker, inlines },
    ...others.flatMap((child) => (child.type === 'list' ? listBlocks(child, level + 1, context) : toBlocks(child, context))),
  ]
}

const toInlines = (nodes: readonly PhrasingContent[], context: Context, style: Style = {}): Inline[] =>
  nodes.flatMap((node) => toInline(node, context, style))

function toInline(node: PhrasingContent, context: Context, style: Style): Inline[] {
  switch (node.type) {
    case 'html':
      return [{ ...style, text: isLineBreak(node) ? '\n' : node.value.replaceAll('\n', ' ') }]
    case 'text':
      return [{ ...style, text: node.value.replaceAll('\n', ' ') }]
    case 'inlineCode':
      return [{ ...style, text: node.value, code: true }]
    case 'strong':
      return toInlines(node.children, context, { ...style, bold: true })
    case 'emphasis':
      return toInlines(node.children, context, { ...style, italic: true })
    case 'delete':
      return toInlines(node.children, context, { ...style, strike: true })
    case 'break':
      return [{ ...style, text: '\n' }]
    case 'link':
      return linkInlines(node, context, style)
    case 'image':
      return node.alt ? [{ ...style, text: node.alt }] : []
    default:
      return []
  }
}

/** A link to a time of the recording becomes the time, and is left out together with other times. Only web links are kept. */
function linkInlines(node: Extract<PhrasingContent, { type: 'link' }>, context: Context, style: Style): Inline[] {
  if (parseTimeLink(node.url) !== undefined) return context.hasTimes ? toInlines(node.children, context, style) : []
  return toInlines(node.children, context, isOutsideLink(node.url) ? { ...style, href: node.url } : style)
}

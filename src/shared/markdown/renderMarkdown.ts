import type { Link, ListItem, Nodes, RootContent, Table } from 'mdast'
import type { HtmlAttributes } from '../htmlElement.ts'
import { parseTimeLink } from '../timeLink.ts'
import type { Millis } from '../units.ts'
import { isLineBreak, MAX_DEPTH } from './markdownText.ts'

/** The elements that Markdown becomes. */
export type MarkdownTag =
  | 'p'
  | `h${1 | 2 | 3 | 4 | 5 | 6}`
  | 'ul'
  | 'ol'
  | 'li'
  | 'blockquote'
  | 'pre'
  | 'hr'
  | 'br'
  | 'em'
  | 'strong'
  | 'del'
  | 'code'
  | 'a'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'

/** Makes what is shown: HTML, or elements of React. */
export type MarkdownWriter<Part> = {
  readonly text: (text: string, node: Nodes) => Part
  readonly element: (tag: MarkdownTag, attributes: HtmlAttributes, children: Part[], node: Nodes) => Part
  /** A link to a time of the recording. */
  readonly time: (time: Millis, label: Part[]) => Part
  /** The box of a task, before its text. */
  readonly box: (isDone: boolean, item: ListItem) => Part
  /** Whether a link leads there. By default to the web and to addresses of email; the text of other links is shown without a link. */
  readonly allowsLink?: (url: string) => boolean
}

/** Returns whether a link leads to the web, or to an address of email. */
export const isOutsideLink = (url: string): boolean => /^(?:https?:\/\/|mailto:)/i.test(url)

/**
 * Returns the parts of a page that Markdown becomes, made by the writer. HTML in the text is shown as the text that it is, but for line
 * breaks (`<br>`), and a picture as its description: nothing is loaded, and nothing of the text becomes markup.
 */
export function renderMarkdown<Part>(blocks: readonly RootContent[], writer: MarkdownWriter<Part>): Part[] {
  return renderAll(blocks, { writer, depth: 0 })
}

type Context<Part> = { readonly writer: MarkdownWriter<Part>; readonly depth: number }

function renderAll<Part>(nodes: readonly Nodes[], { writer, depth }: Context<Part>): Part[] {
  if (depth > MAX_DEPTH) return []
  const context = { writer, depth: depth + 1 }
  return nodes.flatMap((node) => renderNode(node, context))
}

/** The elements without attributes. */
const TAGS = { paragraph: 'p', blockquote: 'blockquote', emphasis: 'em', strong: 'strong', delete: 'del' } as const

function renderNode<Part>(node: Nodes, context: Context<Part>): Part[] {
  const { writer } = context
  const element = (tag: MarkdownTag, children: Part[] = [], attributes: HtmlAttributes = {}) => [
    writer.element(tag, attributes, children, node),
  ]
  const inner = () => ('children' in node ? renderAll(node.children, context) : [])
  switch (node.type) {
    case 'paragraph':
    case 'blockquote':
    case 'emphasis':
    case 'strong':
    case 'delete':
      return element(TAGS[node.type], inner())
    case 'heading':
      return element(`h${node.depth}`, inner())
    case 'list': {
      const start = node.ordered && node.start !== 1 ? (node.start ?? undefined) : undefined
      const isLoose = node.spread === true || node.children.some(({ spread }) => spread === true)
      return element(
        node.ordered ? 'ol' : 'ul',
        node.children.flatMap((item) => renderItem(item, isLoose, context)),
        { start },
      )
    }
    case 'link':
      return renderLink(node, inner(), writer)
    case 'table':
      return element('table', renderTable(node, context))
    case 'break':
      return element('br')
    case 'thematicBreak':
      return element('hr')
    case 'inlineCode':
      return element('code', [writer.text(node.value, node)])
    case 'code':
      return element('pre', [writer.element('code', {}, [writer.text(node.value, node)], node)])
    case 'html':
      return isLineBreak(node) ? element('br') : [writer.text(node.value, node)]
    case 'text':
      return [writer.text(node.value, node)]
    case 'image':
      return node.alt ? [writer.text(node.alt, node)] : []
    case 'footnoteReference':
      return [writer.text(`[${node.label ?? node.identifier}]`, node)]
    case 'footnoteDefinition':
      return element('p', [
        writer.text(`[${node.label ?? node.identifier}] `, node),
        ...renderContent(node.children, false, context),
      ])
    default:
      return inner()
  }
}

function renderItem<Part>(item: ListItem, isLoose: boolean, context: Context<Part>): Part[] {
  const { writer } = context
  const box = typeof item.checked === 'boolean' ? [writer.box(item.checked, item)] : []
  return [writer.element('li', {}, [...box, ...renderContent(item.children, isLoose, context)], item)]
}

/** Renders the blocks of an item. The paragraphs of a list without empty lines are its lines. */
const renderContent = <Part>(blocks: ListItem['children'], isLoose: boolean, context: Context<Part>) =>
  blocks.flatMap((block) => renderAll(block.type === 'paragraph' && !isLoose ? block.children : [block], context))

function renderLink<Part>(link: Link, label: Part[], writer: MarkdownWriter<Part>): Part[] {
  const time = parseTimeLink(link.url)
  if (time !== undefined) return [writer.time(time, label)]
  return (writer.allowsLink ?? isOutsideLink)(link.url) ? [writer.element('a', { href: link.url }, label, link)] : label
}

function renderTable<Part>(table: Table, context: Context<Part>): Part[] {
  const { writer } = context
  const [head, ...body] = table.children.map((row, index) => {
    const cells = row.children.map((cell, column) =>
      writer.element(
        index === 0 ? 'th' : 'td',
        { align: table.align?.[column] ?? undefined },
        renderAll(cell.children, context),
        cell,
      ),
    )
    return writer.element('tr', {}, cells, row)
  })
  return [
    ...(head === undefined ? [] : [writer.element('thead', {}, [head], table)]),
    ...(body.length > 0 ? [writer.element('tbody', {}, body, table)] : []),
  ]
}

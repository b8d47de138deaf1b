import type { JSONContent } from '@tiptap/core'
import type { BlockContent, ListItem, Nodes, PhrasingContent, RootContent } from 'mdast'
import { formatMarkdown } from '#shared/markdown/formatMarkdown.ts'
import { createMarkdownBudget, parseMarkdown } from '#shared/markdown/parseMarkdown.ts'
import { parseTimeLink, toTimeLink } from '#shared/timeLink.ts'

/**
 * Returns Markdown as a document of the editor. Links to times become chips. Blocks that the editor has no means for, such as
 * tables, are kept as their source, so that nothing is lost.
 */
export function toEditorDocument(markdown: string): JSONContent {
  // A text that is edited is always parsed: as plain paragraphs it would lose its lists and links.
  const { children } = parseMarkdown(markdown, createMarkdownBudget(Infinity))
  const source = markdown.replaceAll(/\r\n?/g, '\n')
  const content = children.map((node) => toBlock(node, source))
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}

/** Returns a document of the editor as Markdown. Empty paragraphs are left out. */
export const fromEditorDocument = (document: JSONContent): string =>
  formatMarkdown({ type: 'root', children: (document.content ?? []).flatMap(fromBlock) })

/** Thrown inside a block that the editor cannot show. */
class Unsupported extends Error {}

function toBlock(node: RootContent, source: string): JSONContent {
  try {
    return toSupportedBlock(node)
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error
    const { start, end } = node.position!
    return { type: 'sourceBlock', attrs: { source: source.slice(start.offset, end.offset) } }
  }
}

function toSupportedBlock(node: Nodes): JSONContent {
  switch (node.type) {
    case 'paragraph':
      return withContent(
        { type: 'paragraph' },
        node.children.flatMap((child) => toInline(child, [])),
      )
    case 'heading':
      return withContent(
        { type: 'heading', attrs: { level: node.depth } },
        node.children.flatMap((child) => toInline(child, [])),
      )
    case 'blockquote':
      return withContent({ type: 'blockquote' }, node.children.map(toSupportedBlock))
    case 'code':
      return withContent(
        { type: 'codeBlock', attrs: { language: node.lang ?? null } },
        node.value === '' ? [] : [{ type: 'text', text: node.value }],
      )
    case 'thematicBreak':
      return { type: 'horizontalRule' }
    case 'list': {
      const boxes = node.children.filter(({ checked }) => typeof checked === 'boolean').length
      if (boxes > 0 && (boxes < node.children.length || node.ordered)) throw new Unsupported()
      if (boxes > 0) return { type: 'taskList', content: node.children.map((item) => toItem(item, 'taskItem')) }
      const content = node.children.map((item) => toItem(item, 'listItem'))
      return node.ordered ? { type: 'orderedList', attrs: { start: node.start ?? 1 }, content } : { type: 'bulletList', content }
    }
    default:
      throw new Unsupported()
  }
}

function toItem(item: ListItem, type: 'listItem' | 'taskItem'): JSONContent {
  const content = item.children.map(toSupportedBlock)
  // The editor needs a paragraph at the beginning of an item.
  if (content.length === 0) content.push({ type: 'paragraph' })
  if (content[0]?.type !== 'paragraph') throw new Unsupported()
  return { type, ...(type === 'taskItem' && { attrs: { checked: item.checked === true } }), content }
}

type Mark = { type: string; attrs?: Record<string, unknown> }

function toInline(node: PhrasingContent, marks: readonly Mark[]): JSONContent[] {
  const withMark = (mark: Mark, children: PhrasingContent[]) => children.flatMap((child) => toInline(child, [...marks, mark]))
  switch (node.type) {
    case 'text':
      return toText(node.value.replaceAll('\n', ' '), marks)
    case 'strong':
      return withMark({ type: 'bold' }, node.children)
    case 'emphasis':
      return withMark({ type: 'italic' }, node.children)
    case 'delete':
      return withMark({ type: 'strike' }, node.children)
    case 'inlineCode':
      return toText(node.value, [...marks, { type: 'code' }])
    case 'break':
      return [{ type: 'hardBreak' }]
    case 'link': {
      const time = parseTimeLink(node.url)
      const [label] = node.children
      if (time !== undefined && node.children.length === 1 && label?.type === 'text')
        return [{ type: 'timeLink', attrs: { time, label: label.value } }]
      if (!/^https?:\/\//i.test(node.url) || node.title) throw new Unsupported()
      return withMark({ type: 'link', attrs: { href: node.url } }, node.children)
    }
    default:
      throw new Unsupported()
  }
}

const toText = (text: string, marks: readonly Mark[]): JSONContent[] =>
  text === '' ? [] : [{ type: 'text', text, ...(marks.length > 0 && { marks: [...marks] }) }]

const withContent = (node: JSONContent, content: JSONContent[]): JSONContent => (content.length > 0 ? { ...node, content } : node)

function fromBlock(node: JSONContent): RootContent[] {
  const content = node.content ?? []
  const blocks = () => content.flatMap(fromBlock) as BlockContent[]
  switch (node.type) {
    case 'paragraph':
      return content.length > 0 ? [{ type: 'paragraph', children: fromInlines(content) }] : []
    case 'heading':
      return content.length > 0
        ? [
            {
              type: 'heading',
              depth: Number(node.attrs?.['level'] ?? 2) as 1 | 2 | 3 | 4 | 5 | 6,
              children: fromInlines(content),
            },
          ]
        : []
    case 'blockquote':
      return [{ type: 'blockquote', children: blocks() }]
    case 'codeBlock':
      return [
        {
          type: 'code',
          lang: (node.attrs?.['language'] as string | null) ?? null,
          value: content.map(({ text }) => text ?? '').join(''),
        },
      ]
    case 'horizontalRule':
      return [{ type: 'thematicBreak' }]
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return [fromList(node, content)]
    case 'sourceBlock':
      // Raw text of the document, written as it is.
      return [{ type: 'html', value: String(node.attrs?.['source'] ?? '') }]
    default:
      return []
  }
}

function fromList({ type, attrs }: JSONContent, items: readonly JSONContent[]): RootContent {
  return {
    type: 'list',
    ordered: type === 'orderedList',
    start: type === 'orderedList' ? Number(attrs?.['start'] ?? 1) : null,
    spread: false,
    children: items.map((item) => ({
      type: 'listItem' as const,
      spread: false,
      checked: type === 'taskList' ? item.attrs?.['checked'] === true : null,
      children: (item.content ?? []).flatMap(fromBlock) as BlockContent[],
    })),
  }
}

/** The order of marks around a text, from the outside. Code is innermost, because nothing is read inside it. */
const MARK_ORDER = ['link', 'bold', 'italic', 'strike', 'code']

/** Returns text and chips as nested nodes. Neighbours with a common mark share one node. */
function fromInlines(nodes: readonly JSONContent[], depth = 0): PhrasingContent[] {
  const result: PhrasingContent[] = []
  for (let index = 0; index < nodes.length;) {
    const mark = findMark(nodes[index]!, depth)
    if (!mark) {
      result.push(...fromLeaf(nodes[index++]!))
      continue
    }
    let end = index + 1
    while (end < nodes.length && isSameMark(findMark(nodes[end]!, depth), mark)) end++
    const run = nodes.slice(index, end)
    const next = MARK_ORDER.indexOf(mark.type) + 1
    if (mark.type === 'code') result.push({ type: 'inlineCode', value: run.map(({ text }) => text ?? '').join('') })
    else result.push(wrap(mark, fromInlines(run, next)))
    index = end
  }
  return result
}

const findMark = ({ marks }: JSONContent, depth: number): Mark | undefined =>
  MARK_ORDER.slice(depth)
    .map((type) => marks?.find((mark) => mark.type === type))
    .find((mark) => mark !== undefined)

const isSameMark = (a: Mark | undefined, b: Mark): boolean => a?.type === b.type && a.attrs?.['href'] === b.attrs?.['href']

function wrap(mark: Mark, children: PhrasingContent[]): PhrasingContent {
  if (mark.type === 'link') return { type: 'link', url: String(mark.attrs?.['href'] ?? ''), children: children as never }
  return { type: mark.type === 'bold' ? 'strong' : mark.type === 'italic' ? 'emphasis' : 'delete', children }
}

function fromLeaf({ type, text = '', attrs }: JSONContent): PhrasingContent[] {
  if (type === 'hardBreak') return [{ type: 'break' }]
  if (type === 'timeLink') {
    const label = String(attrs?.['label'] ?? '')
    return [{ type: 'link', url: toTimeLink(Number(attrs?.['time'] ?? 0)), children: [{ type: 'text', value: label }] }]
  }
  return text === '' ? [] : [{ type: 'text', value: text }]
}

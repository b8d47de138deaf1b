import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { paths } from '#kit/paths.ts'
import { DOCUMENT_TAGS, PLACEHOLDERS } from '../pages/public/documentTree.ts'
import type { DocumentPiece, DocumentTree } from '../pages/public/documentTree.ts'

export type DocumentSource = {
  /** For what is said about mistakes. */
  file: string
  text: string
  locale: string
  /** Anchors of the headings in their order, those of the English text; without them they are made from the headings. */
  ids?: readonly string[]
}

/**
 * A Markdown text as the page shows it. Throws, naming file and line, at what the page would not show: raw HTML, pictures, a
 * link to nowhere, an unknown placeholder, bold that is none.
 */
export function compileDocument(source: DocumentSource): DocumentTree & { ids: string[] } {
  const reader = unified().use(remarkParse).use(remarkGfm).use(remarkRehype)
  const markdown = reader.parse(source.text)
  refuseRawHtml(markdown as Node, source)
  const [first, ...rest] = (reader.runSync(markdown) as Node).children?.filter(isPiece) ?? []
  if (first?.tagName !== 'h1') throw mistake(source, first, 'a document begins with "# Title"')
  const made: Made = { source, ids: [], isWide: /^(ja|zh)/.test(source.locale) }
  const pieces = rest.map((node) => pieceOf(node, made))
  return { locale: source.locale, title: textOf(first), pieces, ids: made.ids }
}

/** The anchor a heading gets: lower case, one hyphen for whatever is neither letter nor digit. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** As much of the syntax trees of Markdown and of HTML as is read here. */
type Node = {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: Node[]
  position?: { start: { line: number } }
}
type Made = { source: DocumentSource; ids: string[]; isWide: boolean }

const PLACEHOLDER = /\{\{\s*(.*?)\s*\}\}/g

function refuseRawHtml(node: Node, source: DocumentSource): void {
  if (node.type === 'html') throw mistake(source, node, 'raw HTML has no place in a document')
  for (const child of node.children ?? []) refuseRawHtml(child, source)
}

function pieceOf(node: Node, made: Made, isCode = false): DocumentPiece {
  if (node.type === 'text') return wordsOf(node, made, isCode)
  const tag = DOCUMENT_TAGS.find((one) => one === node.tagName)
  if (!tag) throw mistake(made.source, node, `<${node.tagName}> has no place in a document`)
  const children = (node.children ?? []).filter(isPiece).map((child) => pieceOf(child, made, isCode || tag === 'code'))
  return {
    tag,
    ...(isHeading(tag) && { id: nextId(node, made) }),
    ...(tag === 'a' && targetOf(node, made.source)),
    ...alignOf(node),
    ...(children.length > 0 && { children }),
  }
}

function wordsOf(node: Node, { source, isWide }: Made, isCode: boolean): string {
  const text = node.value ?? ''
  for (const [, name = ''] of text.matchAll(PLACEHOLDER)) {
    if (!PLACEHOLDERS.some((one) => one === name)) throw mistake(source, node, `unknown placeholder {{${name}}}`)
  }
  if (isCode) return text
  if (text.includes('**')) throw mistake(source, node, `"**" did not make bold: ${text}`)
  // A line broken in the source is a space, but not between characters that are written without spaces.
  return (isWide ? text.replace(/(?<=[^\0-\x7f])\n(?=[^\0-\x7f])/g, '') : text).replace(/\s*\n\s*/g, ' ')
}

function nextId(heading: Node, { ids, source }: Made): string {
  const own = anchorOf(textOf(heading)) || `part-${ids.length + 1}`
  const before = ids.filter((id) => id === own || id.startsWith(`${own}-`)).length
  const id = source.ids?.[ids.length] ?? (ids.includes(own) ? `${own}-${before + 1}` : own)
  ids.push(id)
  return id
}

/** `page:help#part` is a page of ours, https a page elsewhere; there is nothing else. */
function targetOf(link: Node, source: DocumentSource): { to: string } | { href: string } {
  const href = String(link.properties?.['href'] ?? '')
  if (href.startsWith('https://')) return { href }
  const [, word = '', anchor = ''] = /^page:(\w+)(#[\w-]+)?$/.exec(href) ?? []
  const page = Object.entries(paths).find(([name]) => name === word)?.[1]
  if (!word) throw mistake(source, link, `a link leads to page:<word of paths.ts> or to https, not to ${href}`)
  if (!page || page.length > 0) throw mistake(source, link, `page:${word} is no page of paths.ts that needs no parameters`)
  return { to: (page as () => string)() + anchor }
}

function alignOf({ properties }: Node): { align?: 'left' | 'center' | 'right' } {
  const align = properties?.['align']
  return align === 'left' || align === 'center' || align === 'right' ? { align } : {}
}

const isHeading = (tag: string): boolean => tag === 'h2' || tag === 'h3'
/** Line ends between blocks are none. */
const isPiece = ({ type, value }: Node): boolean => type === 'element' || (type === 'text' && value !== '\n')
const textOf = ({ value, children = [] }: Node): string => value ?? children.map(textOf).join('')

const mistake = ({ file }: DocumentSource, node: Node | undefined, what: string): Error =>
  new Error(`${file}:${node?.position?.start.line ?? 1}: ${what}`)

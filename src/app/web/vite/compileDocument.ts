import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { paths } from '#kit/paths.ts'
import { DOCUMENT_TAGS, PLACEHOLDERS } from '../pages/public/documentTree.ts'
import type { DocumentPiece, DocumentTree } from '../pages/public/documentTree.ts'

export type DocumentSource = {
  /** The file name in error messages. */
  file: string
  text: string
  locale: string
  /** The anchors of the English headings in order. Without them the anchors are made from the headings. */
  ids?: readonly string[]
}

/**
 * Compiles a Markdown text to the tree that the page renders. Throws an error with file and line for what the page cannot
 * render: raw HTML, images, links without a target, unknown placeholders and unparsed bold marks.
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

/** Returns the anchor of a heading in lower case, with hyphens in place of other characters than letters and digits. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** The properties of Markdown and HTML syntax trees that are used here. */
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
  // A line break in the source becomes a space, except between characters of languages without spaces.
  return (isWide ? text.replace(/(?<=[^\0-\x7f])\n(?=[^\0-\x7f])/g, '') : text).replace(/\s*\n\s*/g, ' ')
}

function nextId(heading: Node, { ids, source }: Made): string {
  const own = anchorOf(textOf(heading)) || `part-${ids.length + 1}`
  const before = ids.filter((id) => id === own || id.startsWith(`${own}-`)).length
  const id = source.ids?.[ids.length] ?? (ids.includes(own) ? `${own}-${before + 1}` : own)
  ids.push(id)
  return id
}

/** Returns the target of a link: `page:help#part` is a page of this app, https an external page. Throws for all others. */
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
/** Returns false for the line breaks between blocks. */
const isPiece = ({ type, value }: Node): boolean => type === 'element' || (type === 'text' && value !== '\n')
const textOf = ({ value, children = [] }: Node): string => value ?? children.map(textOf).join('')

const mistake = ({ file }: DocumentSource, node: Node | undefined, what: string): Error =>
  new Error(`${file}:${node?.position?.start.line ?? 1}: ${what}`)

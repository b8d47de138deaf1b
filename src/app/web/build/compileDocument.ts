import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { paths } from '#shared/paths.ts'
import { DOCUMENT_TAGS, PLACEHOLDERS, REGION_MARK } from '#features/site/rules.ts'
import type { DocumentNode, DocumentTree } from '#features/site/rules.ts'

export type DocumentSource = {
  /** The file name for error messages. */
  file: string
  text: string
  locale: string
  /** The anchors of the English headings in order. Without them, anchors are derived from the headings. */
  ids?: readonly string[]
}

/**
 * Compiles a Markdown text to the tree that the page renders. Throws an error with file and line for anything the page cannot
 * render: raw HTML, images, links without a target, unknown placeholders and unparsed bold marks.
 */
export function compileDocument(source: DocumentSource): DocumentTree & { ids: string[] } {
  const processor = unified().use(remarkParse).use(remarkGfm).use(remarkRehype)
  const markdown = processor.parse(source.text.replace(CLAIM_MARK, ''))
  rejectRawHtml(markdown as Node, source)
  const [first, ...rest] = (processor.runSync(markdown) as Node).children?.filter(isContentNode) ?? []
  if (first?.tagName !== 'h1') throw createError(source, first, 'a document begins with "# Title"')
  const state: CompileState = { source, ids: [], isUnspaced: /^(ja|zh)/.test(source.locale) }
  const pieces = rest.map((node) => compileNode(node, state))
  return { locale: source.locale, title: getText(first), pieces, ids: state.ids }
}

/** Marks a sentence with the claim it makes, for `test/structure/claims.test.ts`. Marks are not shown to readers. */
export const CLAIM_MARK = /[ \t]*\[claim:([a-z-]+)\]/g

/** Returns the anchor of a heading: lower case, with hyphens in place of all characters other than letters and digits. */
export const slugify = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** The properties of Markdown and HTML syntax trees used here. */
type Node = {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: Node[]
  position?: { start: { line: number } }
}
type CompileState = { source: DocumentSource; ids: string[]; isUnspaced: boolean }

const PLACEHOLDER = /\{\{\s*(.*?)\s*\}\}/g

function rejectRawHtml(node: Node, source: DocumentSource): void {
  if (node.type === 'html') throw createError(source, node, 'raw HTML has no place in a document')
  for (const child of node.children ?? []) rejectRawHtml(child, source)
}

function compileNode(node: Node, state: CompileState, isCode = false): DocumentNode {
  if (node.type === 'text') return compileText(node, state, isCode)
  const tag = DOCUMENT_TAGS.find((item) => item === node.tagName)
  if (!tag) throw createError(state.source, node, `<${node.tagName}> has no place in a document`)
  const children = (node.children ?? []).filter(isContentNode).map((child) => compileNode(child, state, isCode || tag === 'code'))
  return {
    tag,
    ...(isHeading(tag) && { id: createHeadingId(node, state) }),
    ...(tag === 'a' && getLinkTarget(node, state.source)),
    ...getAlignment(node),
    ...(children.length > 0 && { children }),
  }
}

function compileText(node: Node, { source, isUnspaced }: CompileState, isCode: boolean): string {
  const text = node.value ?? ''
  for (const [, name = ''] of text.matchAll(PLACEHOLDER)) {
    if (!PLACEHOLDERS.some((item) => item === name)) throw createError(source, node, `unknown placeholder {{${name}}}`)
  }
  if (isCode) return text
  if (text.includes('**')) throw createError(source, node, `"**" did not make bold: ${text}`)
  // A line break in the source becomes a space, except between characters of languages that do not use spaces.
  return (isUnspaced ? text.replace(/(?<=[^\0-\x7f])\n(?=[^\0-\x7f])/g, '') : text).replace(/\s*\n\s*/g, ' ')
}

function createHeadingId(heading: Node, { ids, source }: CompileState): string {
  const slug = slugify(getText(heading).replace(REGION_MARK, '')) || `part-${ids.length + 1}`
  const duplicates = ids.filter((id) => id === slug || id.startsWith(`${slug}-`)).length
  const id = source.ids?.[ids.length] ?? (ids.includes(slug) ? `${slug}-${duplicates + 1}` : slug)
  ids.push(id)
  return id
}

/** Returns the target of a link: `page:help#part` is a page of this app, https an external page. Throws for all others. */
function getLinkTarget(link: Node, source: DocumentSource): { to: string } | { href: string } {
  const href = String(link.properties?.['href'] ?? '')
  if (href.startsWith('https://')) return { href }
  const [, pageName = '', anchor = ''] = /^page:(\w+)(#[\w-]+)?$/.exec(href) ?? []
  const page = Object.entries(paths).find(([name]) => name === pageName)?.[1]
  if (!pageName) throw createError(source, link, `a link leads to page:<word of paths.ts> or to https, not to ${href}`)
  if (!page || page.length > 0)
    throw createError(source, link, `page:${pageName} is no page of paths.ts that needs no parameters`)
  return { to: (page as () => string)() + anchor }
}

function getAlignment({ properties }: Node): { align?: 'left' | 'center' | 'right' } {
  const align = properties?.['align']
  return align === 'left' || align === 'center' || align === 'right' ? { align } : {}
}

const isHeading = (tag: string): boolean => tag === 'h2' || tag === 'h3'
/** Returns false for the line breaks between blocks. */
const isContentNode = ({ type, value }: Node): boolean => type === 'element' || (type === 'text' && value !== '\n')
const getText = ({ value, children = [] }: Node): string => value ?? children.map(getText).join('')

const createError = ({ file }: DocumentSource, node: Node | undefined, message: string): Error =>
  new Error(`${file}:${node?.position?.start.line ?? 1}: ${message}`)

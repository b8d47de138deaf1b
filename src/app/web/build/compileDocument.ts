import type { Nodes } from 'mdast'
import { markdownText } from '#shared/markdown/markdownText.ts'
import { createMarkdownBudget, parseMarkdown } from '#shared/markdown/parseMarkdown.ts'
import { type MarkdownWriter, renderMarkdown } from '#shared/markdown/renderMarkdown.ts'
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
  const { children } = parseMarkdown(source.text.replace(CLAIM_MARK, ''), createMarkdownBudget(Infinity))
  const [first, ...rest] = children
  if (first?.type !== 'heading' || first.depth !== 1) throw createError(source, first, 'a document begins with "# Title"')
  const ids: string[] = []
  const pieces = renderMarkdown(rest, createWriter(source, ids))
  return { locale: source.locale, title: markdownText(first), pieces, ids }
}

/** Marks a sentence with the claim it makes, for `test/structure/claims.test.ts`. Marks are not shown to readers. */
export const CLAIM_MARK = /[ \t]*\[claim:([a-z-]+)\]/g

/** Returns the anchor of a heading: lower case, with hyphens in place of all characters other than letters and digits. */
export const slugify = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const PLACEHOLDER = /\{\{\s*(.*?)\s*\}\}/g

/** Makes the nodes of a document. Adds the anchors of its headings to `ids`. */
function createWriter(source: DocumentSource, ids: string[]): MarkdownWriter<DocumentNode> {
  const isUnspaced = /^(ja|zh)/.test(source.locale)
  return {
    text: (text, node) => {
      if (node.type === 'html') throw createError(source, node, 'raw HTML has no place in a document')
      if (node.type === 'image') throw createError(source, node, '<img> has no place in a document')
      return compileText(text, node, { source, isUnspaced })
    },
    element: (tag, { href, align }, children, node) => {
      const known = DOCUMENT_TAGS.find((item) => item === tag)
      if (!known) throw createError(source, node, `<${tag}> has no place in a document`)
      return {
        tag: known,
        ...(isHeading(known) && { id: createHeadingId(markdownText(node), source, ids) }),
        ...(known === 'a' && getLinkTarget(String(href), node, source)),
        ...(isAlignment(align) && { align }),
        ...(children.length > 0 && { children }),
      }
    },
    time: () => {
      throw createError(source, undefined, 'a link to a time has no place in a document')
    },
    box: (_, node) => {
      throw createError(source, node, '<input> has no place in a document')
    },
    allowsLink: () => true,
  }
}

function compileText(text: string, node: Nodes, { source, isUnspaced }: { source: DocumentSource; isUnspaced: boolean }): string {
  for (const [, name = ''] of text.matchAll(PLACEHOLDER)) {
    if (!PLACEHOLDERS.some((item) => item === name)) throw createError(source, node, `unknown placeholder {{${name}}}`)
  }
  if (node.type === 'inlineCode' || node.type === 'code') return text
  if (text.includes('**')) throw createError(source, node, `"**" did not make bold: ${text}`)
  // A line break in the source becomes a space, except between characters of languages that do not use spaces.
  return (isUnspaced ? text.replace(/(?<=[^\0-\x7f])\n(?=[^\0-\x7f])/g, '') : text).replace(/\s*\n\s*/g, ' ')
}

function createHeadingId(text: string, source: DocumentSource, ids: string[]): string {
  const slug = slugify(text.replace(REGION_MARK, '')) || `part-${ids.length + 1}`
  const duplicates = ids.filter((id) => id === slug || id.startsWith(`${slug}-`)).length
  const id = source.ids?.[ids.length] ?? (ids.includes(slug) ? `${slug}-${duplicates + 1}` : slug)
  ids.push(id)
  return id
}

/** Returns the target of a link: `page:help#part` is a page of this app, https an external page. Throws for all others. */
function getLinkTarget(href: string, link: Nodes, source: DocumentSource): { to: string } | { href: string } {
  if (href.startsWith('https://')) return { href }
  const [, pageName = '', anchor = ''] = /^page:(\w+)(#[\w-]+)?$/.exec(href) ?? []
  const page = Object.entries(paths).find(([name]) => name === pageName)?.[1]
  if (!pageName) throw createError(source, link, `a link leads to page:<word of paths.ts> or to https, not to ${href}`)
  if (!page || page.length > 0)
    throw createError(source, link, `page:${pageName} is no page of paths.ts that needs no parameters`)
  return { to: (page as () => string)() + anchor }
}

const isAlignment = (align: unknown): align is 'left' | 'center' | 'right' =>
  align === 'left' || align === 'center' || align === 'right'

const isHeading = (tag: string): boolean => tag === 'h2' || tag === 'h3'

const createError = ({ file }: DocumentSource, node: Nodes | undefined, message: string): Error =>
  new Error(`${file}:${node?.position?.start.line ?? 1}: ${message}`)

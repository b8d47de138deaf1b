import type { Nodes, Parents } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { type CopiedText, escapeHtml } from './copyText.ts'

/**
 * Converts Markdown for the clipboard: to HTML with absolute links, and to plain text without links. `address` is the URL of the
 * page that time links such as `#t=374000` refer to.
 */
export function markdownToCopy(markdown: string, address: string): CopiedText {
  const root = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  return { text: `${toText(root, 0).trim()}\n`, html: toHtml(root, address, 0) }
}

/** Deeper nesting is dropped, so that no text can overflow the stack. */
const MAX_DEPTH = 100
const OUTSIDE_LINK = /^(?:https?|mailto):/i

const TAGS: Partial<Record<Nodes['type'], string>> = {
  ...{
    paragraph: 'p',
    blockquote: 'blockquote',
    strong: 'strong',
    emphasis: 'em',
    delete: 'del',
    table: 'table',
    tableRow: 'tr',
    tableCell: 'td',
  },
}

/** @NOTE Text never becomes markup: every element is created here. */
function toHtml(node: Nodes, address: string, depth: number): string {
  if (depth > MAX_DEPTH) return ''
  const inner = (parent: Parents) => parent.children.map((child) => toHtml(child, address, depth + 1)).join('')
  switch (node.type) {
    case 'heading':
      return `<h${node.depth}>${inner(node)}</h${node.depth}>`
    case 'list': {
      const tag = node.ordered ? 'ol' : 'ul'
      return `<${tag}>${inner(node)}</${tag}>`
    }
    case 'listItem': {
      const lines = node.children.map((child) =>
        child.type === 'paragraph' && !node.spread ? inner(child) : toHtml(child, address, depth + 1),
      )
      return `<li>${markOf(node.checked)}${lines.join('')}</li>`
    }
    case 'link': {
      const href = node.url.startsWith('#') ? address + node.url : OUTSIDE_LINK.test(node.url) ? node.url : undefined
      return href === undefined ? inner(node) : `<a href="${escapeHtml(href)}">${inner(node)}</a>`
    }
    case 'inlineCode':
      return `<code>${escapeHtml(node.value)}</code>`
    case 'code':
      return `<pre><code>${escapeHtml(node.value)}</code></pre>`
    case 'break':
      return '<br>'
    case 'thematicBreak':
      return '<hr>'
    case 'image':
      return escapeHtml(node.alt ?? '')
    default: {
      const tag = TAGS[node.type]
      const content = 'children' in node ? inner(node) : 'value' in node ? escapeHtml(node.value) : ''
      return tag ? `<${tag}>${content}</${tag}>` : content
    }
  }
}

function toText(node: Nodes, depth: number): string {
  if (depth > MAX_DEPTH) return ''
  const parts = 'children' in node ? node.children.map((child) => toText(child, depth + 1)) : []
  switch (node.type) {
    case 'root':
    case 'blockquote':
      return parts.join('\n\n')
    case 'list':
      return parts.map((part, index) => `${node.ordered ? `${(node.start ?? 1) + index}.` : '-'} ${part}`).join('\n')
    case 'listItem':
      return markOf(node.checked) + parts.join('\n').replaceAll('\n', '\n  ')
    case 'table':
      return parts.join('\n')
    case 'tableRow':
      return parts.join('\t')
    case 'break':
      return '\n'
    case 'thematicBreak':
      return '---'
    case 'image':
      return node.alt ?? ''
    default:
      return 'value' in node ? node.value : parts.join('')
  }
}

const markOf = (checked: boolean | null | undefined): string => (typeof checked === 'boolean' ? (checked ? '☑ ' : '☐ ') : '')

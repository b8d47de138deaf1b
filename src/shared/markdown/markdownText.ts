import type { Html, Nodes } from 'mdast'

/** Deeper nesting is left out, so that no text can exhaust the stack. */
export const MAX_DEPTH = 100

/** Returns whether HTML in Markdown is a line break, the only HTML that is more than its text. */
export const isLineBreak = ({ value }: Html): boolean => /^<br\s*\/?>$/i.test(value)

/** Returns what a tree says as plain text. Links and pictures are their texts. */
export function markdownText(node: Nodes, depth = 0): string {
  if (depth > MAX_DEPTH) return ''
  const parts = 'children' in node ? node.children.map((child) => markdownText(child, depth + 1)) : []
  switch (node.type) {
    case 'root':
    case 'blockquote':
      return parts.join('\n\n')
    case 'list':
      return parts.map((part, index) => `${node.ordered ? `${(node.start ?? 1) + index}.` : '-'} ${part}`).join('\n')
    case 'listItem':
      return boxOf(node.checked) + parts.join('\n').replaceAll('\n', '\n  ')
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
    case 'definition':
      return ''
    case 'footnoteReference':
      return `[${node.label ?? node.identifier}]`
    case 'footnoteDefinition':
      return `[${node.label ?? node.identifier}] ${parts.join('\n')}`
    case 'html':
      return isLineBreak(node) ? '\n' : node.value
    default:
      return 'value' in node ? node.value : parts.join('')
  }
}

const boxOf = (isDone: boolean | null | undefined): string => (typeof isDone === 'boolean' ? `${BOXES[`${isDone}`]} ` : '')

/** The boxes of tasks in texts. */
export const BOXES = { true: '☑', false: '☐' } as const

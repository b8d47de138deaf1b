import { escapeHtml } from '#shared/html.ts'
import { htmlElement } from '#shared/htmlElement.ts'
import { BOXES, markdownText } from '#shared/markdown/markdownText.ts'
import { parseMarkdown } from '#shared/markdown/parseMarkdown.ts'
import { renderMarkdown } from '#shared/markdown/renderMarkdown.ts'
import { toTimeLink } from '#shared/timeLink.ts'
import type { CopiedText } from './copyText.ts'

/**
 * Converts Markdown for the clipboard: to HTML with absolute links, and to plain text without links. `address` is the URL of the
 * page that time links such as `#t=374000` refer to.
 */
export function markdownToCopy(markdown: string, address: string): CopiedText {
  const tree = parseMarkdown(markdown)
  const html = renderMarkdown<string>(tree.children, {
    text: escapeHtml,
    element: (tag, attributes, children) => htmlElement(tag, attributes, children.join('')),
    time: (time, label) => htmlElement('a', { href: address + toTimeLink(time) }, label.join('')),
    box: (isDone) => `${BOXES[`${isDone}`]} `,
  })
  return { text: `${markdownText(tree).trim()}\n`, html: html.join('') }
}

import { escapeHtml } from '#shared/html.ts'
import { htmlElement } from '#shared/htmlElement.ts'
import { parseMarkdown } from '#shared/markdown/parseMarkdown.ts'
import { renderMarkdown } from '#shared/markdown/renderMarkdown.ts'
import { toTimeLink } from '#shared/timeLink.ts'

/** Returns Markdown as HTML, with a link for each time. */
export const renderHtml = (markdown: string): string =>
  renderMarkdown<string>(parseMarkdown(markdown).children, {
    text: escapeHtml,
    element: (tag, attributes, children) => htmlElement(tag, attributes, children.join('')),
    time: (time, label) => htmlElement('a', { href: toTimeLink(time) }, label.join('')),
    box: (isDone) => (isDone ? '☑ ' : '☐ '),
  }).join('')

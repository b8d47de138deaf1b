import { escapeHtml } from '#shared/html.ts'

/** What is copied: plain text, and optionally the same as HTML with links and headings. */
export type CopiedText = { readonly text: string; readonly html?: string }

/**
 * Copies a text. The text may still be loading: browsers that allow writing only during a click then receive the promise at once.
 * Rejects when the browser refuses.
 */
export async function copyText(content: CopiedText | Promise<CopiedText>): Promise<void> {
  const ready = Promise.resolve(content)
  if (typeof ClipboardItem === 'undefined' || (!(content instanceof Promise) && content.html === undefined))
    return navigator.clipboard.writeText((await ready).text)
  const blob = async (type: string, read: (copied: CopiedText) => string) => new Blob([read(await ready)], { type })
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/plain': blob('text/plain', ({ text }) => text),
      'text/html': blob('text/html', ({ text, html }) => html ?? `<pre>${escapeHtml(text)}</pre>`),
    }),
  ])
}

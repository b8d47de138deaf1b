import { copyText } from './copyText.ts'

/**
 * Copies Markdown both as formatted text with links and as plain text. `address` is the URL of the page that its time links refer
 * to.
 */
export const copyMarkdown = (markdown: string, address: string): Promise<void> =>
  copyText(import('./markdownToCopy.ts').then(({ markdownToCopy }) => markdownToCopy(markdown, address)))

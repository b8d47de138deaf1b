import { copyText } from './copyText.ts'

/** Copies Markdown as text with links, and as plain text. `address` is that of the page in which its links to times are. */
export const copyMarkdown = (markdown: string, address: string): Promise<void> =>
  copyText(import('./markdownToCopy.ts').then(({ markdownToCopy }) => markdownToCopy(markdown, address)))

import { plainText } from './plainText.ts'

/** Text as Markdown that shows exactly these words and nothing else, wherever on a line it is put. */
export function escapeMarkdown(text: string): string {
  return plainText(text)
    .replace(/[\\`*_[\]<>~|&]/g, '\\$&')
    .replace(/^(?:[#+\-=])/, '\\$&')
    .replace(/^(\d{1,9})([.)])/, '$1\\$2')
}

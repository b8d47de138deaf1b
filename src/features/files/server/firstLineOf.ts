import { inlineText, withoutTimes } from '#shared/markdown/inlineText.ts'
import { readLines } from '#shared/markdown/markdownLines.ts'

const SUMMARY_LINE_MAX = 120
/** A table that another program wrote, or the line of emphasis that says how a summary was generated. */
const NOT_TEXT = /^(?:\||\*[^*]+\*$)/

/** Maximum number of characters examined. */
const START_MAX = 20_000

/**
 * Returns the first line of text of a summary in Markdown, without markup, links and times; empty when there is none, and for the
 * JSON of other programs.
 */
export function firstLineOf(markdown: string): string {
  if (/^\s*[[{]/.test(markdown)) return ''
  const line = readLines(markdown.slice(0, START_MAX)).find(
    ({ kind, content }) => (kind === 'text' || kind === 'item' || kind === 'quote') && content !== '' && !NOT_TEXT.test(content),
  )
  const text = inlineText(withoutTimes(line?.content ?? '').replace(/\*\([^*]*\)\*$/, '')).trim()
  return [...text].slice(0, SUMMARY_LINE_MAX).join('')
}

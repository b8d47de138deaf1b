import { FENCE } from './markdownLines.ts'

/** Shorter parts are parsed with the next one. */
const MIN_PART = 1000

/** Definitions of links and footnotes are valid for the whole text, and some HTML goes on after an empty line. */
const GOES_ON = /\]:|^ {0,3}<(?:script|pre|style|textarea|!|\?)/im
const LIST_ITEM = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/

/**
 * Splits Markdown into parts that can be parsed one by one with the same result, because the time of the parser grows with the
 * square of what it reads. A part ends with an empty line before a line that cannot belong to what came before. Lines end with LF.
 */
export function splitBlocks(text: string): string[] {
  if (GOES_ON.test(text)) return [text]
  const parts: string[] = []
  let fence = ''
  let from = 0
  let afterBlank = false
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at)
    const next = end === -1 ? text.length : end + 1
    const line = text.slice(at, next)
    if (afterBlank && fence === '' && at - from >= MIN_PART && /^\S/.test(line) && !LIST_ITEM.test(line)) {
      parts.push(text.slice(from, at))
      from = at
    }
    const [, mark = ''] = FENCE.exec(line) ?? []
    if (mark !== '' && fence === '') fence = mark
    else if (mark !== '' && mark.startsWith(fence)) fence = ''
    afterBlank = line.trim() === ''
    at = next
  }
  return [...parts, text.slice(from)]
}

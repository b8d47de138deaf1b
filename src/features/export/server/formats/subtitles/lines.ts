/** Full-width characters: Chinese, Japanese and Korean, full-width forms and emoji. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]/u
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]+$/u

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const ASCII = /^[\x20-\x7e]*$/

/** Returns the width of a text in columns: two per full-width character, none for combining marks. */
export function textWidth(text: string): number {
  if (ASCII.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += NO_WIDTH.test(segment) ? 0 : WIDE.test(segment) ? 2 : 1
  return width
}

/**
 * Wraps a text to this width; two lines get similar lengths. Texts without spaces are also broken between words. A word wider than
 * a line is broken anywhere.
 */
export function wrapLines(text: string, lineLength: number, language: string): string[] {
  if (textWidth(text) <= lineLength) return [text]
  const parts = breakableParts(text, language).flatMap((part) =>
    textWidth(part.trim()) > lineLength ? cut(part, lineLength) : [part],
  )
  return balance(parts, lineLength) ?? fill(parts, lineLength)
}

/** The end of a phrase or sentence is a better line break, even if the lines then differ by this many columns. */
const PHRASE_END = /[,;:.!?，、；：。！？–—]["'”’»」』)\]]*$/u
const PHRASE_BONUS = 12

/** Returns the two fitting lines of the most similar width, or undefined. */
function balance(parts: readonly string[], lineLength: number): string[] | undefined {
  let best: string[] | undefined
  let bestDifference = Infinity
  for (let at = 1; at < parts.length; at++) {
    const lines = [parts.slice(0, at).join('').trim(), parts.slice(at).join('').trim()]
    const widths = lines.map(textWidth) as [number, number]
    const difference = Math.abs(widths[0] - widths[1]) - (PHRASE_END.test(lines[0] ?? '') ? PHRASE_BONUS : 0)
    if (Math.max(...widths) <= lineLength && difference < bestDifference) [best, bestDifference] = [lines, difference]
  }
  return best
}

function fill(parts: readonly string[], lineLength: number): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const line = lines.at(-1)
    if (line !== undefined && textWidth((line + part).trim()) <= lineLength) lines[lines.length - 1] = line + part
    else lines.push(part)
  }
  return lines.map((line) => line.trim()).filter(Boolean)
}

/** Closing punctuation stays with the preceding word, and opening punctuation with the next. */
const OPENING = /[(「『（《“‘[]$/u

/** Splits a text into the parts between which a line may end. */
export function breakableParts(text: string, language: string): string[] {
  const parts: string[] = []
  for (const word of text.split(/(?<=\s)/)) {
    if (!WIDE.test(word) && !/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(word)) {
      parts.push(word)
      continue
    }
    let joinsNext = false
    let isFirst = true
    for (const { segment, isWordLike } of new Intl.Segmenter(language || 'und', { granularity: 'word' }).segment(word)) {
      if (!isFirst && (!isWordLike || joinsNext) && !OPENING.test(segment)) parts.push(`${parts.pop() ?? ''}${segment}`)
      else parts.push(segment)
      joinsNext = OPENING.test(segment)
      isFirst = false
    }
  }
  return parts
}

/** Splits a text into pieces at most as wide as a line: words if possible, otherwise parts of words. */
export function cutToWidth(text: string, lineLength: number, language: string): string[] {
  const parts = breakableParts(text, language).flatMap((part) => (textWidth(part) > lineLength ? cut(part, lineLength) : [part]))
  const pieces: string[] = []
  for (const part of parts) {
    const last = pieces.at(-1)
    if (last !== undefined && textWidth(last + part) <= lineLength) pieces[pieces.length - 1] = last + part
    else pieces.push(part)
  }
  return pieces
}

function cut(part: string, lineLength: number): string[] {
  const pieces: string[] = ['']
  for (const { segment } of graphemes.segment(part)) {
    const piece = pieces.at(-1) ?? ''
    if (piece !== '' && textWidth(piece + segment) > lineLength) pieces.push(segment)
    else pieces[pieces.length - 1] = piece + segment
  }
  return pieces
}

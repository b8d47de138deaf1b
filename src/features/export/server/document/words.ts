import { joinWords } from '#platform/speech/languages.ts'
import { SENTENCE_END } from '#features/transcription/rules.ts'
import type { Millis } from '#shared/units.ts'
import type { Paragraph, Word } from './ExportDocument.ts'

/** Returns words for a text without recognised ones, with times in proportion to their lengths. */
export function estimateWords(text: string, start: Millis, end: Millis, language: string): Word[] {
  const parts = splitIntoWords(text, language)
  const total = parts.reduce((sum, part) => sum + part.length, 0)
  let length = 0
  const timeAt = () => Math.round(start + ((end - start) * length) / Math.max(1, total))
  return parts.map((part) => {
    const from = timeAt()
    length += part.length
    return [from, timeAt(), part, 1]
  })
}

/** Returns the words of a text with their punctuation, in the form in which `joinWords` joins them. */
function splitIntoWords(text: string, language: string): string[] {
  if (
    joinWords(
      [
        [0, 0, 'a', 1],
        [0, 0, 'b', 1],
      ],
      language,
    ) === 'a b'
  )
    return text.split(/\s+/).filter(Boolean)
  const words: string[] = []
  for (const { segment, isWordLike } of new Intl.Segmenter(language || 'und', { granularity: 'word' }).segment(text)) {
    if (isWordLike || words.length === 0) words.push(segment)
    else words.push(`${words.pop() ?? ''}${segment}`)
  }
  return words.filter((word) => word.trim() !== '')
}

/** Returns the sentences of a paragraph with their words and times. */
export function splitIntoSentences(paragraph: Paragraph, language: string): Paragraph[] {
  if (paragraph.isNotUnderstood || paragraph.words.length === 0) return [paragraph]
  const groups: Word[][] = [[]]
  for (const word of paragraph.words) {
    groups.at(-1)?.push(word)
    if (SENTENCE_END.test(word[2].trimEnd())) groups.push([])
  }
  return groups
    .filter((words) => words.length > 0)
    .map((words, index) => ({
      ...paragraph,
      id: index === 0 ? paragraph.id : `${paragraph.id}-${index + 1}`,
      start: words[0]?.[0] ?? paragraph.start,
      end: words.at(-1)?.[1] ?? paragraph.end,
      text: joinWords(words, language),
      words,
    }))
}

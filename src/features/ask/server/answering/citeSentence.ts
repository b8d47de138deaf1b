import {
  type CitationChecker,
  createCitationChecker,
  createLexicon,
  readTranscript,
  toPlainText,
} from '#features/notes/server.ts'
import { hasWord, toComparable } from '../question/matchWords.ts'
import type { SourceSegment, Sources } from '../sources/Sources.ts'
import { segmentsOf } from '../sources/Sources.ts'
import type { Citation, Sentence } from './Answer.ts'
import { toCitation } from './citations.ts'
import { splitSegment } from './sentences.ts'

const MAX_SENTENCE_CHARACTERS = 600

/**
 * Returns a function that checks a generated sentence against the lines it cites by its content words, numbers and names, as for
 * summaries. It returns the sentence in plain text with its citations, or null when the lines do not support it.
 */
export function createCiter(
  sources: Sources,
  language: string,
): (text: string, cited: readonly SourceSegment[]) => Sentence | null {
  const checkers = new Map<string, CitationChecker>()
  const checkerOf = (spoken: string) => {
    const segments = segmentsOf(sources)
      .filter(({ recording }) => recording.language === spoken)
      .map(({ segment }) => segment)
    const known = checkers.get(spoken) ?? createCitationChecker(readTranscript(segments, spoken || language, {}), language)
    checkers.set(spoken, known)
    return known
  }
  return (text, cited) => {
    const plain = toPlainText(text).slice(0, MAX_SENTENCE_CHARACTERS)
    const [first] = cited
    if (plain === '' || !first) return null
    const segments = cited.map(({ segment }) => segment)
    const { supported } = checkerOf(first.recording.language).cite(plain, segments)
    if (!supported) return null
    return { text: plain, isRelated: false, citations: cited.map((source) => quoteFrom(source, plain, language)) }
  }
}

/** Returns a citation for the sentence of a segment that shares the most words with a text. */
function quoteFrom(source: SourceSegment, text: string, language: string): Citation {
  const lexicon = createLexicon(source.recording.language || language)
  const stems = [...toComparable(text, lexicon).stems].map((stem) => ({ stem }))
  const sentences = splitSegment(source.segment.text, lexicon)
  const ranked = sentences
    .map((sentence) => {
      const comparable = toComparable(sentence.text, lexicon)
      return { sentence, shared: stems.filter((stem) => hasWord(comparable, stem, lexicon.language)).length }
    })
    .toSorted((a, b) => b.shared - a.shared)
  const best = ranked[0]?.sentence ?? { text: source.segment.text, from: 0 }
  return toCitation(source, best.text, best.from)
}

import { foldText } from '#shared/normalizeText.ts'
import { toPlainText } from '#features/notes/server.ts'
import type { AskTopic } from '../../contract.ts'
import type { Question } from '../question/readQuestion.ts'
import type { Sources, SourceRecording } from '../sources/Sources.ts'
import type { Sentence, Written } from './Answer.ts'
import { cutQuote, toCitation } from './citations.ts'
import { type RankedQuote, rankQuotes } from './rankQuotes.ts'
import { sentencesOf, type SpokenSentence } from './sentences.ts'
import { topicPoints } from './topicPoints.ts'

const MAX_QUOTES = 5
/** Minimum score of a quote, relative to the best one. */
const GOOD_SHARE = 0.62
/** A sentence answers a question if it and its neighbours contain this share of its words. */
const ANSWERS = 0.5
/** With this share, it is related to the question. */
const IS_RELATED = 0.3
const MAX_RELATED = 2
const MAX_TOPIC_POINTS = 5
const MAX_POINTS_OF_MANY = 2

/** Answers a question without a language model, by quoting the sentences that answer it best. */
export function quoteAnswer(question: Question, sources: Sources, counts: readonly number[] | null): Written {
  if (question.topic !== null) return quoteTopic(question.topic, sources)
  const ranked = rankQuotes(question, sentencesOf(sources, question.lexicon), counts)
  const [best] = ranked
  const missing = missingWords(question, ranked, counts)
  if (!best || best.coverage < ANSWERS) {
    const related = ranked.filter(({ coverage }) => coverage >= IS_RELATED).slice(0, MAX_RELATED)
    return { sentences: toSentences(related, true), missing: missing ?? '', leftOut: 0 }
  }
  const good = ranked.filter(({ score, coverage }) => score >= best.score * GOOD_SHARE && coverage >= IS_RELATED)
  return { sentences: toSentences(withoutRepeats(good).slice(0, MAX_QUOTES), false), missing, leftOut: 0 }
}

/** Returns the words that occur in no passage; null when there are none, or when they only repeat an earlier question. */
function missingWords({ words }: Question, ranked: readonly RankedQuote[], counts: readonly number[] | null): string | null {
  const isSaid = (n: number) =>
    counts ? (counts[n] ?? 0) > 0 : ranked.some(({ sentence }) => sentence.comparable.folded.includes(words[n]?.beginning ?? ''))
  const unknown = words.filter(({ weight }, n) => weight === 1 && !isSaid(n))
  return unknown.length === 0 ? null : unknown.map(({ text }) => text).join(', ')
}

function withoutRepeats(quotes: readonly RankedQuote[]): RankedQuote[] {
  const seen = new Set<string>()
  return quotes.filter(({ sentence }) => {
    const text = foldText(sentence.text)
    const isNew = !seen.has(text)
    seen.add(text)
    return isNew
  })
}

/**
 * Returns quotes grouped by recording: the best recording first, each in the order of the recording. Adjacent quotes are joined.
 */
function toSentences(quotes: readonly RankedQuote[], isRelated: boolean): Sentence[] {
  return [...Map.groupBy(quotes, ({ sentence }) => sentence.recording.fileId).values()].flatMap((ofRecording) => {
    const [best] = ofRecording
    const ordered = ofRecording.map(({ sentence }) => sentence).toSorted((a, b) => a.index - b.index || a.from - b.from)
    const joined = joinNeighbours(ordered)
    const holdsBest = ({ segment, from, text }: SpokenSentence) =>
      segment === best?.sentence.segment && from <= best.sentence.from && best.sentence.from < from + text.length
    return joined
      .toSorted((a, b) => Number(holdsBest(b)) - Number(holdsBest(a)))
      .map((sentence) => toSentence(sentence, isRelated))
  })
}

function joinNeighbours(sentences: readonly SpokenSentence[]): SpokenSentence[] {
  const joined: SpokenSentence[] = []
  for (const sentence of sentences) {
    const last = joined.at(-1)
    const between =
      last?.segment === sentence.segment ? last.segment.text.slice(last.from + last.text.length, sentence.from) : 'x'
    if (last && between.trim() === '') joined[joined.length - 1] = { ...last, text: `${last.text}${between}${sentence.text}` }
    else joined.push(sentence)
  }
  return joined
}

function toSentence(sentence: SpokenSentence, isRelated: boolean): Sentence {
  const { text, from, recording, segment } = sentence
  return { text: cutQuote(toPlainText(text)), isRelated, citations: [toCitation({ recording, segment }, text, from)] }
}

/** Returns quotes about a topic. */
function quoteTopic(topic: AskTopic, { recordings }: Sources): Written {
  const most = recordings.length === 1 ? MAX_TOPIC_POINTS : MAX_POINTS_OF_MANY
  const sentences = recordings.flatMap((recording) => quotePoints(topic, recording).slice(0, most))
  return { sentences: sentences.slice(0, 2 * MAX_TOPIC_POINTS), missing: sentences.length === 0 ? '' : null, leftOut: 0 }
}

function quotePoints(topic: AskTopic, recording: SourceRecording): Sentence[] {
  const read = new Set(recording.chosen.map((index) => recording.segments[index]?.id))
  return topicPoints(recording, topic).flatMap(({ text, segmentIds: [id], start }) => {
    const segment = recording.segments.find((candidate) => candidate.id === id && read.has(candidate.id))
    if (!segment) return []
    const citation = toCitation({ recording, segment }, text, Math.max(0, segment.text.indexOf(text)))
    const from = Math.round(start ?? citation.start)
    return [
      {
        text: cutQuote(text),
        isRelated: false,
        citations: [{ ...citation, start: from, end: Math.max(from + 1, citation.end) }],
      },
    ]
  })
}

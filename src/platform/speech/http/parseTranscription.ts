import { z } from 'zod'
import { seconds, type Millis } from '#shared/units.ts'
import { whisperLanguages } from '../languages.ts'
import { estimateWords, splitWords } from '../estimateWords.ts'
import { SpeechError, type TimeSpan } from '../speech.ts'
import type { TimedWord } from '../whisper/wordTimes.ts'

/** Times are in seconds from the start of the sent audio. Servers differ in what they return; only `text` is always present. */
const ReplyWord = z.object({ word: z.string(), start: z.number(), end: z.number(), probability: z.number().nullish() })
const ReplySegment = z.object({
  text: z.string(),
  start: z.number(),
  end: z.number(),
  avg_logprob: z.number().nullish(),
  no_speech_prob: z.number().nullish(),
  words: z.array(ReplyWord).nullish(),
})
const Reply = z.object({
  text: z.string(),
  language: z.string().nullish(),
  words: z.array(ReplyWord).nullish(),
  segments: z.array(ReplySegment).nullish(),
})
type ReplySegment = z.infer<typeof ReplySegment>
type ReplyWord = z.infer<typeof ReplyWord>

/** The window that was sent. Times are in ms of the recording. */
export type SentWindow = {
  readonly requested: string | undefined
  readonly speech: readonly TimeSpan[]
  readonly offset: Millis
  readonly end: Millis
}

/**
 * Reads the reply of a transcription server. Words come in order, without overlaps and inside the window. `hasTimes` is false when
 * the times of the words are estimated. Throws SpeechError 'engine-died' when the reply has no text.
 */
export function parseTranscription(
  reply: unknown,
  { requested, speech, offset, end }: SentWindow,
): { language: string; words: TimedWord[]; hasTimes: boolean } {
  const { success, data } = Reply.safeParse(reply)
  if (!success) throw new SpeechError('engine-died', 'The speech server sent a reply without a text.')
  const language = requested ?? languageCode(data.language ?? '')
  const segments = data.segments?.filter((segment) => !isSilent(segment))
  // When all segments are silent, the text and the words are made up.
  if (data.segments?.length && !segments?.length) return { language, words: [], hasTimes: true }
  const toTime = (time: number) => Math.round(Math.min(end, Math.max(offset, offset + seconds(time))))
  const timed = readTimedWords(data.words ?? [], segments ?? [], data.text, language)
  if (timed) {
    const words = timed.map((word) => ({ ...word, start: toTime(word.start), end: toTime(word.end) }))
    return { language, words: inOrder(words), hasTimes: true }
  }
  const words = segments?.length
    ? segments.flatMap(({ text, ...span }) =>
        estimateWords(text, spokenWithin(speech, toTime(span.start), toTime(span.end)), language),
      )
    : estimateWords(data.text, speech, language)
  return { language, words: inOrder(words), hasTimes: false }
}

/** Returns the words with their times in seconds, or undefined when there are none despite the text. */
function readTimedWords(words: ReplyWord[], segments: ReplySegment[], text: string, language: string): TimedWord[] | undefined {
  const ofSegments = segments.flatMap((segment) => segment.words ?? [])
  const timed = ofSegments.length > 0 ? ofSegments : words
  if (timed.length === 0) return text.trim() ? undefined : []
  // Some servers return words without punctuation, which the text has.
  const texts = splitWords(text, language)
  const isPunctuated = texts.length === timed.length
  return timed.map(({ word, start, end, probability }, index) => ({
    text: (isPunctuated ? texts[index] : undefined) ?? word.trim(),
    start,
    end,
    confidence: Math.max(0, Math.min(1, probability ?? 1)),
  }))
}

/** Whisper's rule for hallucinated text: silence is likely and the text is not. */
const isSilent = ({ no_speech_prob, avg_logprob }: ReplySegment): boolean =>
  (no_speech_prob ?? 0) > 0.6 && (avg_logprob ?? 0) < -1

/** Returns the speech within a span, or the span itself when no speech was detected in it. */
function spokenWithin(speech: readonly TimeSpan[], start: Millis, end: Millis): TimeSpan[] {
  const within = speech
    .map((span) => ({ start: Math.max(start, span.start), end: Math.min(end, span.end) }))
    .filter((span) => span.start < span.end)
  return within.length > 0 ? within : [{ start, end }]
}

/** Returns the words sorted, with no word starting before the previous one has ended. */
function inOrder(words: readonly TimedWord[]): TimedWord[] {
  let before = 0
  return words
    .filter(({ text }) => text !== '')
    .toSorted((a, b) => a.start - b.start)
    .map((word) => {
      const start = Math.max(before, word.start)
      before = Math.max(start, word.end)
      return { ...word, start, end: before }
    })
}

/** Returns the code of a language given as a code (`en`, `en-US`) or by its English name (`english`); '' when it is unknown. */
function languageCode(language: string): string {
  const name = language.trim().toLowerCase()
  const code = name.split(/[-_]/)[0] ?? ''
  return whisperLanguages.includes(code) || code === 'yue' ? code : (codesByName().get(name) ?? '')
}

let cachedCodes: Map<string, string> | undefined

function codesByName(): Map<string, string> {
  if (cachedCodes) return cachedCodes
  const names = new Intl.DisplayNames('en', { type: 'language' })
  return (cachedCodes = new Map(whisperLanguages.map((code) => [names.of(code)?.toLowerCase() ?? code, code])))
}

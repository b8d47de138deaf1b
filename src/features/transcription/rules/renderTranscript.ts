import type { Segment } from '#features/files/contract.ts'
import { defaultSpeakerName, type SpeakerTurn } from './assignSpeakers.ts'
import { formatSpeaker, formatTimestamp, formatTranscript } from './formatTranscript.ts'
import { SENTENCE_END } from './textPatterns.ts'

type Word = readonly [startMs: number, endMs: number, text: string, confidence: number]
/** Joins the words of one language into text. */
type Join = (words: readonly Word[], language: string) => string

export const TRANSCRIPT_FORMATS = ['txt', 'md', 'json', 'srt', 'vtt', 'rttm'] as const
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number]

export type RenderedTranscript = {
  title: string
  language: string
  segments: readonly Segment[]
  /** The turns of the speakers, of whom the first is `Speaker 1`. Empty when speakers were not separated. */
  turns: readonly SpeakerTurn[]
}
type Transcript = RenderedTranscript & { readonly join: Join }

/** Maximum duration and length of a subtitle, so that it stays readable. */
const CUE_MS = 7000
const CUE_CHARS = 84
/** A subtitle of at least this length ends at the end of a sentence. */
const MIN_CUE_CHARS = 30
/** A subtitle ends at a pause of this length. */
const CUE_PAUSE_MS = 1500

/** Returns a transcript in one of the formats, ending with a line break. Runs in a browser too. */
export function renderTranscript(format: TranscriptFormat, transcript: RenderedTranscript, join: Join): string {
  return { txt, md, json, srt, vtt, rttm }[format]({ ...transcript, join })
}

const txt = ({ segments }: Transcript): string =>
  segments.length === 0 ? '' : `${formatTranscript(segments, { hasTimes: false })}\n`

function md({ title, segments }: Transcript): string {
  const body = segments.map(
    ({ start_time, speaker, content }) =>
      `**${formatTimestamp(start_time)}** ${escapeMarkdown(formatSpeaker(speaker) + content)}`,
  )
  return `# ${escapeMarkdown(title)}\n\n${body.join('\n\n')}${body.length > 0 ? '\n' : ''}`
}

const json = ({ join: _join, ...transcript }: Transcript): string => `${JSON.stringify(transcript, null, 2)}\n`

const srt = ({ segments, language, join }: Transcript): string =>
  cues(segments, language, join)
    .map(
      ({ start, end, text, speaker }, index) =>
        `${index + 1}\n${formatCueTime(start, ',')} --> ${formatCueTime(end, ',')}\n${formatSpeaker(speaker)}${text}\n`,
    )
    .join('\n')

const vtt = ({ segments, language, join }: Transcript): string =>
  `WEBVTT\n\n${cues(segments, language, join)
    .map(
      ({ start, end, text, speaker }) =>
        `${formatCueTime(start, '.')} --> ${formatCueTime(end, '.')}\n${speaker && `<v ${escapeVtt(speaker)}>`}${escapeVtt(text)}\n`,
    )
    .join('\n')}`

/** The format of diarization tools: one line for each turn, times in seconds. */
const rttm = ({ title, turns }: Transcript): string =>
  turns
    .map(({ start, end, speaker }) => {
      const times = [start, end - start].map((ms) => (ms / 1000).toFixed(3)).join(' ')
      const names = [title, defaultSpeakerName(speaker)].map((name) => name.replaceAll(/\s+/g, '_'))
      return `SPEAKER ${names[0]} 1 ${times} <NA> <NA> ${names[1]} <NA> <NA>\n`
    })
    .join('')

const escapeVtt = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

type Cue = { start: number; end: number; text: string; speaker: string }

function cues(segments: readonly Segment[], language: string, join: Join): Cue[] {
  const result: Cue[] = []
  for (const { words = [], not_understood, start_time, end_time, content, speaker } of segments) {
    if (not_understood) result.push({ start: start_time, end: end_time, text: content, speaker: '' })
    let cueWords: Word[] = []
    const closeCue = () => {
      const [first, last] = [cueWords[0], cueWords.at(-1)]
      if (first && last) result.push({ start: first[0], end: last[1], text: join(cueWords, language), speaker })
      cueWords = []
    }
    for (const word of words) {
      if (endsCue(cueWords, word, { language, join })) closeCue()
      cueWords.push(word)
    }
    closeCue()
  }
  return result
}

function endsCue(cueWords: readonly Word[], next: Word, { language, join }: { language: string; join: Join }): boolean {
  const [first, last] = [cueWords[0], cueWords.at(-1)]
  if (!first || !last) return false
  if (next[1] - first[0] > CUE_MS || next[0] - last[1] >= CUE_PAUSE_MS) return true
  if (join([...cueWords, next], language).length > CUE_CHARS) return true
  return SENTENCE_END.test(last[2]) && join(cueWords, language).length >= MIN_CUE_CHARS
}

const twoDigits = (n: number): string => String(Math.floor(n)).padStart(2, '0')
const formatCueTime = (ms: number, separator: string): string =>
  `${twoDigits(ms / 3_600_000)}:${twoDigits((ms / 60_000) % 60)}:${twoDigits((ms / 1000) % 60)}${separator}${String(Math.round(ms) % 1000).padStart(3, '0')}`
const escapeMarkdown = (text: string): string => text.replace(/([\\`*_{}[\]<>#|])/g, '\\$1')

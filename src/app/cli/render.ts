import type { Segment } from '#features/files/contract.ts'
import { defaultSpeakerName, type SpeakerTurn } from '#features/transcription/rules.ts'
import { joinWords } from '#platform/speech/languages.ts'
import type { Word } from '#platform/speech/speech.ts'

export const FORMATS = ['txt', 'md', 'json', 'srt', 'vtt', 'rttm'] as const
export type Format = (typeof FORMATS)[number]

export type Transcript = {
  title: string
  language: string
  segments: readonly Segment[]
  /** Who speaks when; the first speaker is `Speaker 1`. Empty when speakers were not told apart. */
  turns: readonly SpeakerTurn[]
}

/** Maximum duration and length of a subtitle, so that it stays readable. */
const CUE_MS = 7000
const CUE_CHARS = 84
/** A subtitle of at least this length ends at the end of a sentence. */
const MIN_CUE_CHARS = 30
/** A subtitle ends at a pause of this length. */
const CUE_PAUSE_MS = 1500
const SENTENCE_END = /[.!?…。！？]["'”’»」』)\]]*$/u

/** Returns a transcript in one of the formats, ending with a line break. */
export function render(format: Format, transcript: Transcript): string {
  return { txt, md, json, srt, vtt, rttm }[format](transcript)
}

const txt = ({ segments }: Transcript): string =>
  segments.length === 0 ? '' : `${segments.map(({ speaker, content }) => speakerPrefix(speaker) + content).join('\n\n')}\n`

function md({ title, segments }: Transcript): string {
  const body = segments.map(
    ({ start_time, speaker, content }) => `**${formatTime(start_time)}** ${escapeMarkdown(speakerPrefix(speaker) + content)}`,
  )
  return `# ${escapeMarkdown(title)}\n\n${body.join('\n\n')}${body.length > 0 ? '\n' : ''}`
}

const json = (transcript: Transcript): string => `${JSON.stringify(transcript, null, 2)}\n`

const srt = ({ segments, language }: Transcript): string =>
  cues(segments, language)
    .map(
      ({ start, end, text, speaker }, index) =>
        `${index + 1}\n${formatTimestamp(start, ',')} --> ${formatTimestamp(end, ',')}\n${speakerPrefix(speaker)}${text}\n`,
    )
    .join('\n')

const vtt = ({ segments, language }: Transcript): string =>
  `WEBVTT\n\n${cues(segments, language)
    .map(
      ({ start, end, text, speaker }) =>
        `${formatTimestamp(start, '.')} --> ${formatTimestamp(end, '.')}\n${speaker && `<v ${escapeVtt(speaker)}>`}${escapeVtt(text)}\n`,
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

const speakerPrefix = (speaker: string): string => speaker && `${speaker}: `
const escapeVtt = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

type Cue = { start: number; end: number; text: string; speaker: string }

function cues(segments: readonly Segment[], language: string): Cue[] {
  const result: Cue[] = []
  for (const { words = [], not_understood, start_time, end_time, content, speaker } of segments) {
    if (not_understood) result.push({ start: start_time, end: end_time, text: content, speaker: '' })
    let cueWords: Word[] = []
    const closeCue = () => {
      const [first, last] = [cueWords[0], cueWords.at(-1)]
      if (first && last) result.push({ start: first[0], end: last[1], text: joinWords(cueWords, language), speaker })
      cueWords = []
    }
    for (const word of words) {
      if (endsCue(cueWords, word, language)) closeCue()
      cueWords.push(word)
    }
    closeCue()
  }
  return result
}

function endsCue(cueWords: readonly Word[], next: Word, language: string): boolean {
  const [first, last] = [cueWords[0], cueWords.at(-1)]
  if (!first || !last) return false
  if (next[1] - first[0] > CUE_MS || next[0] - last[1] >= CUE_PAUSE_MS) return true
  if (joinWords([...cueWords, next], language).length > CUE_CHARS) return true
  return SENTENCE_END.test(last[2]) && joinWords(cueWords, language).length >= MIN_CUE_CHARS
}

const twoDigits = (n: number): string => String(Math.floor(n)).padStart(2, '0')
const formatTime = (ms: number): string =>
  (ms >= 3_600_000 ? `${Math.floor(ms / 3_600_000)}:${twoDigits((ms / 60_000) % 60)}` : String(Math.floor(ms / 60_000))) +
  `:${twoDigits((ms / 1000) % 60)}`
const formatTimestamp = (ms: number, separator: string): string =>
  `${twoDigits(ms / 3_600_000)}:${twoDigits((ms / 60_000) % 60)}:${twoDigits((ms / 1000) % 60)}${separator}${String(Math.round(ms) % 1000).padStart(3, '0')}`
const escapeMarkdown = (text: string): string => text.replace(/([\\`*_{}[\]<>#|])/g, '\\$1')

import type { Segment } from '#features/files/contract.ts'
import { joinWords } from '#platform/speech/joinWords.ts'
import type { Word } from '#platform/speech/speech.ts'

export const FORMATS = ['txt', 'md', 'json', 'srt', 'vtt'] as const
export type Format = (typeof FORMATS)[number]

export type Rendered = { title: string; language: string; segments: readonly Segment[] }

/** A pause of this length between segments starts a new paragraph, as does a segment that was not understood. */
const PARAGRAPH_MS = 1500
/** Maximum duration and length of a subtitle, so that it stays readable. */
const CUE_MS = 7000
const CUE_CHARS = 84

/** Returns a transcript in one of the formats, ending with a line break. */
export function render(format: Format, transcript: Rendered): string {
  return { txt, md, json, srt, vtt }[format](transcript)
}

const txt = ({ segments, language }: Rendered): string =>
  segments.length === 0
    ? ''
    : `${paragraphs(segments)
        .map((group) => sentence(group, language))
        .join('\n\n')}\n`

function md({ title, segments, language }: Rendered): string {
  const body = paragraphs(segments).map(
    (group) => `**${clock(group[0]?.start_time ?? 0)}** ${escaped(sentence(group, language))}`,
  )
  return `# ${escaped(title)}\n\n${body.join('\n\n')}${body.length > 0 ? '\n' : ''}`
}

const json = (transcript: Rendered): string => `${JSON.stringify(transcript, null, 2)}\n`

const srt = ({ segments, language }: Rendered): string =>
  cues(segments, language)
    .map(({ start, end, text }, at) => `${at + 1}\n${stamp(start, ',')} --> ${stamp(end, ',')}\n${text}\n`)
    .join('\n')

const vtt = ({ segments, language }: Rendered): string =>
  `WEBVTT\n\n${cues(segments, language)
    .map(
      ({ start, end, text }) =>
        `${stamp(start, '.')} --> ${stamp(end, '.')}\n${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}\n`,
    )
    .join('\n')}`

function paragraphs(segments: readonly Segment[]): Segment[][] {
  const groups: Segment[][] = []
  for (const segment of segments) {
    const last = groups.at(-1)?.at(-1)
    const alone = last?.not_understood || segment.not_understood
    if (last && !alone && segment.start_time - last.end_time < PARAGRAPH_MS) groups.at(-1)?.push(segment)
    else groups.push([segment])
  }
  return groups
}

/** Joins the segments of a paragraph as their language requires. */
const sentence = (group: readonly Segment[], language: string): string =>
  joinWords(
    group.map((segment): Word => [segment.start_time, segment.end_time, segment.content, 1]),
    language,
  )

type Cue = { start: number; end: number; text: string }

function cues(segments: readonly Segment[], language: string): Cue[] {
  const made: Cue[] = []
  for (const { words = [], not_understood, start_time, end_time, content } of segments) {
    if (not_understood) made.push({ start: start_time, end: end_time, text: content })
    let open: Word[] = []
    const close = () => {
      const [first, last] = [open[0], open.at(-1)]
      if (first && last) made.push({ start: first[0], end: last[1], text: joinWords(open, language) })
      open = []
    }
    for (const word of words) {
      const first = open[0]
      const tooLong = first && (word[1] - first[0] > CUE_MS || joinWords([...open, word], language).length > CUE_CHARS)
      if (tooLong) close()
      open.push(word)
    }
    close()
  }
  return made
}

const two = (n: number): string => String(Math.floor(n)).padStart(2, '0')
const clock = (ms: number): string =>
  (ms >= 3_600_000 ? `${Math.floor(ms / 3_600_000)}:${two((ms / 60_000) % 60)}` : String(Math.floor(ms / 60_000))) +
  `:${two((ms / 1000) % 60)}`
const stamp = (ms: number, point: string): string =>
  `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${point}${String(Math.round(ms) % 1000).padStart(3, '0')}`
const escaped = (text: string): string => text.replace(/([\\`*_{}[\]<>#|])/g, '\\$1')

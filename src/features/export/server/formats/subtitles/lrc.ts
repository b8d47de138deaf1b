import { formatSpeaker } from '#features/transcription/rules.ts'
import type { Millis } from '#shared/units.ts'
import type { ExportDocument } from '../../document/ExportDocument.ts'
import { oneLine } from '../escaping.ts'
import { type Cue, createCues } from './cues.ts'

/** Lyrics format. A line has no end time, so a silence is marked by an empty line. */
export function writeLrc(document: ExportDocument): string {
  const cues = createCues(document)
  const lines = cues.map((cue, index) => {
    const next = cues[index + 1]
    return renderLrcCue(cue) + (!next || next.start - cue.end > 2000 ? `[${lrcTime(cue.end)}]\n` : '')
  })
  return `[ti:${bare(document.title)}]\n[length:${lrcTime(document.duration)}]\n\n${lines.join('')}`
}

/** A player would interpret word times in brackets instead of showing them. */
const WORD_TIME = /<(\d+:\d+[.:]\d+)>/g

/** A line has one time, so two voices share one line. */
export const renderLrcCue = ({ start, voices }: Cue): string =>
  `[${lrcTime(start)}]${voices
    .map(({ speaker, lines }) => formatSpeaker(speaker) + lines.join(' '))
    .join(' / ')
    .replaceAll(WORD_TIME, '($1)')
    .replaceAll('[', '(')
    .replaceAll(']', ')')}\n`

const bare = (text: string): string => oneLine(text).replaceAll(/[[\]]/g, '')

function lrcTime(time: Millis): string {
  const hundredths = Math.round(time / 10)
  const pad = (n: number) => String(Math.floor(n)).padStart(2, '0')
  return `${pad(hundredths / 6000)}:${pad((hundredths / 100) % 60)}.${pad(hundredths % 100)}`
}

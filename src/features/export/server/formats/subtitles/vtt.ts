import type { ExportDocument } from '../../document/ExportDocument.ts'
import { formatCueTime } from '../escaping.ts'
import { type Cue, type Voice, createCues } from './cues.ts'

/** WebVTT, with the speakers of each subtitle as its voices. */
export const writeVtt = (document: ExportDocument): string => `WEBVTT\n\n${createCues(document).map(renderVttCue).join('\n')}`

export const renderVttCue = ({ start, end, voices }: Cue): string =>
  `${formatCueTime(start, '.')} --> ${formatCueTime(end, '.')}\n${voices.map((voice) => renderVoice(voice, voices.length > 1)).join('\n')}\n`

/** A voice ends with the subtitle, or at the start of the next voice. */
function renderVoice({ speaker, lines }: Voice, isOneOfTwo: boolean): string {
  const text = lines.map(escapeVtt).join('\n')
  if (speaker === '') return isOneOfTwo ? `- ${text}` : text
  return `<v ${escapeVtt(speaker)}>${text}${isOneOfTwo ? '</v>' : ''}`
}

const escapeVtt = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

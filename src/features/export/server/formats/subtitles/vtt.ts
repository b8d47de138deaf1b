import type { ExportDocument } from '../../document/ExportDocument.ts'
import { formatCueTime, oneLine } from '../escaping.ts'
import { type Cue, createCues } from './cues.ts'

/** WebVTT, with the speaker of each subtitle as its voice. */
export const writeVtt = (document: ExportDocument): string => `WEBVTT\n\n${createCues(document).map(renderVttCue).join('\n')}`

export const renderVttCue = ({ start, end, speaker, lines }: Cue): string =>
  `${formatCueTime(start, '.')} --> ${formatCueTime(end, '.')}\n${speaker && `<v ${escapeVtt(oneLine(speaker))}>`}${lines
    .map(escapeVtt)
    .join('\n')}\n`

const escapeVtt = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

import { formatSpeaker } from '#features/transcription/rules.ts'
import type { ExportDocument } from '../../document/ExportDocument.ts'
import { formatCueTime } from '../escaping.ts'
import { type Cue, createCues } from './cues.ts'

/** SubRip. */
export const writeSrt = (document: ExportDocument): string => createCues(document).map(renderSrtCue).join('\n')

/** An empty line would end the subtitle, and `-->` would be read as a time. */
export const renderSrtCue = ({ start, end, speaker, lines }: Cue, index: number): string =>
  `${index + 1}\n${formatCueTime(start, ',')} --> ${formatCueTime(end, ',')}\n${formatSpeaker(speaker)}${lines
    .map((line) => line.replaceAll('-->', '→'))
    .join('\n')}\n`

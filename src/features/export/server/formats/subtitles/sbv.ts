import { formatSpeaker } from '#features/transcription/rules.ts'
import type { ExportDocument } from '../../document/ExportDocument.ts'
import { formatCueTime } from '../escaping.ts'
import { type Cue, createCues } from './cues.ts'

/** The format of YouTube. */
export const writeSbv = (document: ExportDocument): string => createCues(document).map(renderSbvCue).join('\n')

/** Hours have one digit. */
export const renderSbvCue = ({ start, end, speaker, lines }: Cue): string =>
  `${[start, end].map((time) => formatCueTime(time, '.').replace(/^0/, '')).join(',')}\n${formatSpeaker(speaker)}${lines.join('\n')}\n`

import type { ExportDocument } from '../../document/ExportDocument.ts'
import { formatCueTime } from '../escaping.ts'
import { type Cue, createCues } from './cues.ts'
import { plainLines } from './plainCue.ts'

/** SubRip. */
export const writeSrt = (document: ExportDocument): string => createCues(document).map(renderSrtCue).join('\n')

export const renderSrtCue = ({ start, end, voices }: Cue, index: number): string =>
  `${index + 1}\n${formatCueTime(start, ',')} --> ${formatCueTime(end, ',')}\n${plainLines(voices).join('\n')}\n`

import type { ExportDocument } from '../../document/ExportDocument.ts'
import { formatCueTime } from '../escaping.ts'
import { type Cue, createCues } from './cues.ts'
import { plainLines } from './plainCue.ts'

/** The subtitle format of YouTube. */
export const writeSbv = (document: ExportDocument): string => createCues(document).map(renderSbvCue).join('\n')

/** Two times with a comma form a timing line, even within a text. */
const TIMES = /^(\s*\d+:\d+:\d+[.,]\d+),(?=\s*\d)/

/** Hours have one digit. */
export const renderSbvCue = ({ start, end, voices }: Cue): string =>
  `${[start, end].map((time) => formatCueTime(time, '.').replace(/^0/, '')).join(',')}\n${plainLines(voices)
    .map((line) => line.replace(TIMES, '$1 –'))
    .join('\n')}\n`

import type { ExportDocument } from '../../document/ExportDocument.ts'
import { formatSeconds, oneLine } from '../escaping.ts'

/** The format of diarization tools: one line per turn, times in seconds. */
export const writeRttm = ({ title, turns }: ExportDocument): string =>
  turns
    .map(
      ({ start, end, speaker }) =>
        `SPEAKER ${fieldOf(title)} 1 ${formatSeconds(start)} ${formatSeconds(end - start)} <NA> <NA> ${fieldOf(speaker)} <NA> <NA>\n`,
    )
    .join('')

/** Removes spaces, which separate the fields, and escapes a leading `;;`, which marks a comment. */
export const fieldOf = (text: string): string => oneLine(text).replaceAll(/\s+/g, '_').replace(/^;+/, '_') || '_'

import type { ExportDocument } from '../../document/ExportDocument.ts'
import { formatSeconds } from '../escaping.ts'
import { fieldOf } from './rttm.ts'

/** NIST's format of recognised words: one line per word, with start and duration in seconds and the confidence. */
export const writeCtm = ({ title, paragraphs }: ExportDocument): string =>
  paragraphs
    .flatMap(({ words }) => words)
    .map(
      ([start, end, text, confidence]) =>
        `${fieldOf(title)} 1 ${formatSeconds(start)} ${formatSeconds(end - start)} ${fieldOf(text)} ${confidence.toFixed(2)}\n`,
    )
    .join('')

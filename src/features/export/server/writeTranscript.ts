import { systemClock } from '#platform/clock/clock.ts'
import type { Segment } from '#features/files/contract.ts'
import { type SpeakerTurn, defaultSpeakerName } from '#features/transcription/rules.ts'
import { FORMAT_IDS, DEFAULT_OPTIONS, type ExportOptions, formatInfo, isWritten, type WrittenFormat } from '../rules.ts'
import { createTranscript } from './document/createDocument.ts'
import type { ExportDocument } from './document/ExportDocument.ts'
import { writeFormat } from './formats/writers.ts'

/** The transcript of a file outside of any library. */
export type LooseTranscript = {
  readonly title: string
  readonly language: string
  readonly segments: readonly Segment[]
  /** The turns of the speakers, from `Speaker 1` on. Empty when speakers were not separated. */
  readonly turns: readonly SpeakerTurn[]
}

/** The formats that need only a transcript. */
export const TRANSCRIPT_FORMATS: readonly WrittenFormat[] = FORMAT_IDS.filter(isWritten).filter((format) =>
  ['text', 'transcript'].includes(formatInfo(format).needs),
)

/** Plain text has neither times nor a title, only the words. */
export async function writeTranscript(
  format: WrittenFormat,
  { title, language, segments, turns }: LooseTranscript,
  createdAt: Date = systemClock.now(),
): Promise<Uint8Array> {
  const options: ExportOptions = { ...DEFAULT_OPTIONS, times: format === 'txt' ? 'none' : 'paragraphs', notes: false }
  const document: ExportDocument = {
    id: '',
    title,
    recorded: null,
    duration: segments.at(-1)?.end_time ?? 0,
    language,
    folders: [],
    ...createTranscript(segments, { language, speakerLabel: 'Speaker', options }),
    turns: turns.map(({ start, end, speaker }) => ({ start, end, speaker: defaultSpeakerName(speaker) })),
    notes: [],
    highlights: [],
    todos: [],
    chapters: [],
    mindMap: [],
    audioName: '',
    createdAt,
    options,
    hasHeader: format !== 'txt' && format !== 'md',
  }
  return writeFormat(document, format)
}

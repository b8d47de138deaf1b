import { cleanName } from '#shared/normalizeText.ts'
import { type Millis, seconds } from '#shared/units.ts'
import type { ImportGroup } from './groupEntries.ts'
import type { ImportProblem, ImportedRecording } from './readRecording.ts'

/** Why a recording is not imported, or not whole. */
export type PreviewProblem = ImportProblem | 'encrypted' | 'tooLarge'

/** A recording of an export as the list shows it, without its texts, which are read again when it is imported. */
export type ImportPreview = Omit<ImportedRecording, 'segments' | 'summary' | 'problem'> & {
  readonly group: ImportGroup
  readonly hasTranscript: boolean
  readonly hasSummary: boolean
  readonly speakers: readonly string[]
  readonly problem: PreviewProblem | null
  /** A recording with this title and time is in the library. */
  readonly isKnown: boolean
  /** The name of an encoding that was guessed, because the transcript does not say it. */
  readonly guessedEncoding: string | null
  /** The lines or rows of `leftOut`, as they are shown. */
  readonly leftOutPlaces: string
}

const BLOCKING: ReadonlySet<PreviewProblem> = new Set(['noSound', 'encrypted', 'tooLarge'])

/** Whether a recording can be imported: its sound can be read. */
export const canImport = ({ problem }: Pick<ImportPreview, 'problem'>): boolean => problem === null || !BLOCKING.has(problem)

/** The keys of all recordings that can be imported. */
export const importableKeys = (previews: readonly ImportPreview[]): string[] =>
  previews.filter(canImport).map(({ group }) => group.key)

/** What is chosen until the user decides: everything that can be imported, is not there already and was not thrown away. */
export const isChosenAtFirst = (preview: ImportPreview): boolean => canImport(preview) && !preview.isKnown && !preview.isTrash

/** A recording of the library. `start_time` is in unix seconds. */
type KnownRecording = { readonly filename: string; readonly start_time: number; readonly duration: Millis }

/** ZIP archives store even seconds, and the time of a name may have no seconds. */
const TIME_TOLERANCE: Millis = seconds(61)
/** Transcoding changes a duration by less. */
const DURATION_TOLERANCE: Millis = seconds(2)

/** Returns a function that tells whether the library has a recording with the same title, time and, when known, duration. */
export function knownRecordings(
  library: readonly KnownRecording[],
): (recording: Pick<ImportedRecording, 'title' | 'startTime' | 'duration'>) => boolean {
  const byTitle = new Map<string, KnownRecording[]>()
  for (const known of library) byTitle.set(known.filename, [...(byTitle.get(known.filename) ?? []), known])
  return ({ title, startTime, duration }) =>
    (byTitle.get(cleanName(title)) ?? []).some(
      (known) =>
        (startTime === null || Math.abs(seconds(known.start_time) - startTime) <= TIME_TOLERANCE) &&
        (duration === null || Math.abs(known.duration - duration) <= DURATION_TOLERANCE),
    )
}

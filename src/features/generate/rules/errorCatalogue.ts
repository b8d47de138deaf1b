import { TASK_CODES } from '../contract.ts'

/** The actions that a failure can offer (B§8). */
export type FailureAction = 'again' | 'generate' | 'cancel'

/** The two steps of a task. */
export type TaskStep = 'transcription' | 'summary'

/** Where a failure is shown. Some codes have another reading in a note or among the highlights (B§8). */
export type FailurePlace = 'file' | 'note' | 'highlights'

/** A row of the catalogue. */
type CatalogueRow = {
  readonly name: string
  /** The code, or the first and the last code of a range. */
  readonly codes: number | readonly [number, number]
  /** The places with this reading; all of them when left out. */
  readonly places?: readonly FailurePlace[]
  /** Keys in the messages of this feature. */
  readonly title: string
  readonly reason: string
  readonly actions: readonly FailureAction[]
  readonly stage: TaskStep
}

const RETRY = ['again', 'cancel'] as const
const GENERATE = ['generate', 'cancel'] as const
const NOTHING = [] as const
const [FILE, NOTE_OR_HIGHLIGHTS] = [['file'], ['note', 'highlights']] as const
const [TRANSCRIPTION, SUMMARY] = [{ stage: 'transcription' }, { stage: 'summary' }] as const

/**
 * The catalogue of B§8, used by the server and the page. The first row that matches a code and its place applies. The code -2, too
 * frequent, is retried silently and not shown, so it has no row. Codes that only start a dialog, such as -14, are refusals of the
 * contract.
 */
export const ERROR_CATALOGUE = [
  row('no_time', -1, { ...TRANSCRIPTION, actions: RETRY, places: FILE }),
  row('summary_unavailable', -1, { ...SUMMARY, actions: RETRY, places: NOTE_OR_HIGHLIGHTS }),
  row('summary_interrupted', -3, { ...SUMMARY, actions: RETRY }),
  row('transcription_interrupted', -5, { ...TRANSCRIPTION, actions: RETRY }),
  row('refunded', -6, { ...TRANSCRIPTION, actions: RETRY }),
  row('no_speech', -7, { ...TRANSCRIPTION, actions: NOTHING }),
  row('too_long', -8, { ...TRANSCRIPTION, actions: NOTHING }),
  row('no_custom_permission', -11, { ...SUMMARY, actions: GENERATE, places: FILE }),
  row('summary_expired', -11, { ...SUMMARY, title: 'fail_summary_unavailable', actions: GENERATE, places: NOTE_OR_HIGHLIGHTS }),
  row('custom_missing', -12, { ...SUMMARY, actions: GENERATE, places: FILE }),
  row('note_template_missing', -12, {
    ...SUMMARY,
    title: 'fail_summary_unavailable',
    actions: GENERATE,
    places: NOTE_OR_HIGHLIGHTS,
  }),
  row('no_template_permission', -13, { ...SUMMARY, actions: GENERATE, places: FILE }),
  row('note_no_permission', -13, {
    ...SUMMARY,
    title: 'fail_summary_unavailable',
    actions: GENERATE,
    places: NOTE_OR_HIGHLIGHTS,
  }),
  row('transcription_unavailable', -110, { ...TRANSCRIPTION, actions: RETRY }),
  row('too_short', -111, { ...SUMMARY, actions: NOTHING }),
  row('transcription_unavailable', -112, { ...TRANSCRIPTION, reason: 'why_transcription_refused', actions: RETRY }),
  row('summary_interrupted', -900_110, { ...SUMMARY, reason: 'why_model_failed', actions: RETRY }),
  row('summary_interrupted', -900_112, { ...SUMMARY, reason: 'why_model_refused', actions: RETRY }),
  // The transcript is there, so a retry does not start with it.
  row('separation_failed', TASK_CODES.separationFailed, { ...SUMMARY, actions: ['cancel'] }),
  row('transcription_internal', [-1999, -1000], { ...TRANSCRIPTION, actions: RETRY }),
  row('summary_internal', [-2999, -2000], { ...SUMMARY, actions: RETRY }),
  row('transcription_unknown', -100_101, { ...TRANSCRIPTION, actions: RETRY }),
  row('summary_unknown', -100_102, { ...SUMMARY, actions: RETRY }),
  row('unstable_network', -100_200, { ...TRANSCRIPTION, actions: RETRY }),
] as const

/** A failure as pages show it: its name, the keys of its messages, the step that failed and the actions offered. */
export type FailureKind = (typeof ERROR_CATALOGUE)[number]
export type FailureName = FailureKind['name']

/** Returns the failure for a negative code (B§8). A code without a row is an unknown failure. */
export function describeFailure(status: number, place: FailurePlace = 'file'): FailureKind {
  const isOfRow = ({ codes, places }: CatalogueRow) => {
    const isOfCode = typeof codes === 'number' ? codes === status : codes[0] <= status && status <= codes[1]
    return isOfCode && (places === undefined || places.includes(place))
  }
  const unknown = place === 'file' ? TASK_CODES.transcriptionUnknown : TASK_CODES.summaryUnknown
  return ERROR_CATALOGUE.find(isOfRow) ?? ERROR_CATALOGUE.find(({ codes }) => codes === unknown)!
}

/** Returns the code for an unknown failure of a step. */
export const unknownFailureCode = (stage: TaskStep): number =>
  stage === 'summary' ? TASK_CODES.summaryUnknown : TASK_CODES.transcriptionUnknown

/** The texts of a row are named like the row unless they are given. */
function row<const Name extends string, const Title extends string = `fail_${Name}`, const Reason extends string = `why_${Name}`>(
  name: Name,
  codes: CatalogueRow['codes'],
  { title, reason, ...rest }: Pick<CatalogueRow, 'stage' | 'actions' | 'places'> & { title?: Title; reason?: Reason },
) {
  return { name, codes, title: title ?? (`fail_${name}` as Title), reason: reason ?? (`why_${name}` as Reason), ...rest }
}

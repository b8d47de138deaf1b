import type { Millis } from '#shared/units.ts'
import { POLL_MS, POLL_AFTER_FAILURE_MS, TASK_CODES } from '../contract.ts'
import { GENERATE_FLAGS, type GenerateFlag } from './generateFlags.ts'
import { SUMMARY_POLL_MS } from './polling.ts'
import { type TaskStep, describeFailure, unknownFailureCode } from './errorCatalogue.ts'

/** `query` asks for the state of a task that has been started. */
export type OperateType = 'query' | 'new' | 'retry' | 'delete' | 'reTranscribe'

/** `default` before the start and after the end. */
export type GenerateStatus = 'default' | 'transcribing' | 'summarising'

/** How a flow ended (B§4). The two internal errors are -900110 and -900112. */
export type GenerateCode =
  | 'success'
  | 'transcriptionError'
  | 'summaryError'
  | 'summaryInternalError110'
  | 'summaryInternalError112'
  | 'networkError'

/** The note that a retry writes again. */
export type NoteOrigin = { readonly noteId: string; readonly noteType: string; readonly postId: string }

export type FlowState = {
  readonly flag: GenerateFlag
  readonly operateType: OperateType
  readonly status: GenerateStatus
  /** Minutes are only needed for a transcription. */
  readonly checksMinutes: boolean
  /** Chosen by the page, so that the server answers a repeated request with the same task. */
  readonly postId: string | null
  readonly origin: NoteOrigin | null
  /** Silent tries after "too frequent". */
  readonly tries: number
  readonly code: GenerateCode | null
  /** A code of B§8. */
  readonly errorCode: number | null
  /** Whether the recording has a new result, so that pages load it again. */
  readonly hasNewResult: boolean
  /** What to do next: send the request (again), or ask for the state. */
  readonly next: { readonly what: 'send' | 'query'; readonly after: Millis } | null
}

/** The state of a task as the server gives it: 0 in progress, 1 done, or a negative code of B§8. */
export type FlowAnswer = {
  readonly type: 'answered'
  readonly status: number
  /** The step of a task in progress; the one before when left out. */
  readonly stage?: TaskStep | undefined
  /** Whether the answer carries results. */
  readonly hasResult?: boolean | undefined
}

export type FlowEvent =
  | { readonly type: 'start'; readonly flag: GenerateFlag; readonly postId?: string; readonly origin?: NoteOrigin }
  /** Tries what has failed again. `step` is the one it starts with; `origin` the note that failed. */
  | { readonly type: 'retry'; readonly flag: GenerateFlag; readonly step: TaskStep; readonly origin?: NoteOrigin }
  | FlowAnswer
  /** The server could not be reached. */
  | { readonly type: 'unreachable' }
  /** The task was cancelled or its note deleted. */
  | { readonly type: 'delete' }

/** The request "too frequent" is sent again six times, three seconds apart (B§4, B§9). */
export const TOO_MANY_REQUESTS = -2
export const SILENT_RETRIES = 6
export const SILENT_RETRY_DELAY: Millis = 3000

export const IDLE_FLOW: FlowState = {
  ...{ flag: GENERATE_FLAGS.generate, operateType: 'new', status: 'default', checksMinutes: true },
  ...{ postId: null, origin: null, tries: 0, code: null, errorCode: null, hasNewResult: false, next: null },
}

/** The flow of B§4 for one recording or one note. */
export function reduceFlow(state: FlowState, event: FlowEvent): FlowState {
  switch (event.type) {
    case 'start':
      return startFlow(event)
    case 'retry':
      return retryFlow(state, event)
    case 'delete':
      return { ...IDLE_FLOW, flag: state.flag, operateType: 'delete' }
    case 'unreachable':
      return state.operateType === 'query' && state.next
        ? { ...state, next: { what: 'query', after: POLL_AFTER_FAILURE_MS } }
        : fail(state, TASK_CODES.unstableNetwork)
    case 'answered':
      return isRunning(state) ? receiveAnswer(state, event) : state
  }
}

const isRunning = ({ status }: FlowState): boolean => status !== 'default'

const SEND_NOW = { what: 'send', after: 0 } as const

function startFlow({ flag, postId, origin }: Extract<FlowEvent, { type: 'start' }>): FlowState {
  const transcribes = flag === GENERATE_FLAGS.generate || flag === GENERATE_FLAGS.retranscribe
  const operateType = flag === GENERATE_FLAGS.retranscribe ? 'reTranscribe' : origin ? 'retry' : 'new'
  const status = transcribes ? 'transcribing' : 'summarising'
  const ids = { postId: postId ?? null, origin: origin ?? null }
  return { ...IDLE_FLOW, flag, operateType, status, checksMinutes: transcribes, ...ids, next: SEND_NOW }
}

/** The request of a retry names the original note, its type and its post id. */
function retryFlow({ postId }: FlowState, { flag, step, origin }: Extract<FlowEvent, { type: 'retry' }>): FlowState {
  const transcribes = step === 'transcription'
  const ids = { postId: origin?.postId ?? postId, origin: origin ?? null }
  const status = transcribes ? 'transcribing' : 'summarising'
  return { ...IDLE_FLOW, flag, operateType: 'retry', status, checksMinutes: transcribes, ...ids, next: SEND_NOW }
}

function receiveAnswer(state: FlowState, { status, stage, hasResult = false }: FlowAnswer): FlowState {
  if (status === TASK_CODES.inProgress) {
    const running = stage === undefined ? state.status : stage === 'summary' ? 'summarising' : 'transcribing'
    const after = running === 'summarising' ? SUMMARY_POLL_MS : POLL_MS
    return { ...state, operateType: 'query', status: running, tries: 0, next: { what: 'query', after } }
  }
  if (status === TASK_CODES.done) return { ...end(state), code: 'success', hasNewResult: true }
  if (status === TOO_MANY_REQUESTS) return retrySilently(state)
  return fail(state, status, hasResult && KEEPS_RESULTS.has(status))
}

/** Content too short, no permission and empty content: what there is, is kept (B§4). */
const KEEPS_RESULTS: ReadonlySet<number> = new Set([
  TASK_CODES.contentTooShort,
  TASK_CODES.noCustomTemplates,
  TASK_CODES.templateMissing,
  TASK_CODES.noProfessionalTemplates,
  TASK_CODES.noSpeech,
])

/**
 * A request is repeated only when the server can tell that it is the same one: a recording has one transcription at a time, and
 * summaries and notes have a post id.
 */
function retrySilently(state: FlowState): FlowState {
  const step = stepOf(state)
  const isRepeatable = step === 'transcription' || isOfFile(state) || state.postId !== null
  if (!isRepeatable || state.tries >= SILENT_RETRIES) return fail(state, unknownFailureCode(step))
  const what = state.operateType === 'query' ? 'query' : 'send'
  return { ...state, tries: state.tries + 1, next: { what, after: SILENT_RETRY_DELAY } }
}

/** The retry of a recording's task, which the id of the recording identifies. */
const isOfFile = ({ flag }: FlowState): boolean => flag === GENERATE_FLAGS.generate || flag === GENERATE_FLAGS.retranscribe

const stepOf = ({ status }: FlowState): TaskStep => (status === 'summarising' ? 'summary' : 'transcription')

const end = (state: FlowState): FlowState => ({ ...state, status: 'default', tries: 0, next: null })

function fail(state: FlowState, errorCode: number, hasNewResult = false): FlowState {
  return { ...end(state), errorCode, code: generateCode(errorCode, state), hasNewResult }
}

function generateCode(errorCode: number, state: FlowState): GenerateCode {
  if (errorCode === TASK_CODES.modelFailed) return 'summaryInternalError110'
  if (errorCode === TASK_CODES.modelRefused) return 'summaryInternalError112'
  if (errorCode === TASK_CODES.unstableNetwork) return 'networkError'
  const { stage } = describeFailure(errorCode, isOfFile(state) ? 'file' : 'note')
  return stage === 'summary' ? 'summaryError' : 'transcriptionError'
}

import type { Note } from '#features/notes/contract.ts'
import { Refused, Unreachable } from '#shared/client.ts'
import { wait } from '#browser/timers/time.ts'
import type { TaskView } from '../../contract.ts'
import {
  type FlowAnswer,
  type FlowEvent,
  type FlowState,
  IDLE_FLOW,
  TOO_MANY_REQUESTS,
  isActive,
  reduceFlow,
} from '../../rules.ts'
import { getFlow, setFlow } from './flowStates.ts'

export function dispatchFlow(target: string, event: FlowEvent): FlowState {
  const state = reduceFlow(getFlow(target) ?? IDLE_FLOW, event)
  setFlow(target, state)
  return state
}

/**
 * Runs a flow until its request is accepted or the flow has ended: sends it again as often as the flow says. Rejects with an error
 * that is no code of B§8, which ends the flow.
 */
export async function runFlow(
  target: string,
  event: FlowEvent,
  send: (state: FlowState) => Promise<Omit<FlowAnswer, 'type'>>,
): Promise<FlowState> {
  let state = dispatchFlow(target, event)
  while (state.next?.what === 'send') {
    if (state.next.after > 0) await wait(state.next.after)
    state = dispatchFlow(target, await sendOnce(target, () => send(state)))
  }
  return state
}

async function sendOnce(target: string, send: () => Promise<Omit<FlowAnswer, 'type'>>): Promise<FlowEvent> {
  try {
    return { type: 'answered', ...(await send()) }
  } catch (error) {
    if (error instanceof Unreachable) return { type: 'unreachable' }
    if (error instanceof Refused && error.httpStatus === 429) return { type: 'answered', status: TOO_MANY_REQUESTS }
    if (isCode(error)) return { type: 'answered', status: error.status }
    dispatchFlow(target, { type: 'delete' })
    throw error
  }
}

/** Refusals whose status is a code of B§8. Others share a status with another code, such as -3 for too many notes. */
const CODES: ReadonlySet<string | undefined> = new Set([
  'noTranscript',
  'noCustomTemplates',
  'templateMissing',
  'noProfessionalTemplates',
])

const isCode = (error: unknown): error is Refused =>
  error instanceof Refused && error.httpStatus === 200 && (error.status === TOO_MANY_REQUESTS || CODES.has(error.refusal))

/** Passes the states of tasks on to the flows that wait for them. */
export function advanceFlows(tasks: readonly TaskView[]): void {
  for (const task of tasks) {
    if (isWaiting(task.file_id)) dispatchFlow(task.file_id, toEvent(task))
  }
}

/** The same for notes. A new note is known by its post id until the server has answered. */
export function advanceNoteFlows(notes: readonly Note[]): void {
  for (const { note_id, data_post_id, task_status: status } of notes) {
    for (const target of [note_id, data_post_id]) {
      if (isWaiting(target)) dispatchFlow(target, { type: 'answered', status, hasResult: true })
    }
  }
}

const isWaiting = (target: string): boolean => getFlow(target)?.next?.what === 'query'

function toEvent(task: TaskView): FlowEvent {
  if (task.stage === 'cancelled') return { type: 'delete' }
  const stage = task.stage === 'summarising' ? 'summary' : 'transcription'
  if (isActive(task)) return { type: 'answered', status: 0, stage }
  return { type: 'answered', status: task.stage === 'done' ? 1 : task.status, hasResult: true }
}

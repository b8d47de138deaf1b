import { describe, expect, it } from 'vitest'
import { type FlowEvent, type FlowState, IDLE_FLOW, SILENT_RETRIES, reduceFlow } from './generateFlow.ts'
import type { GenerateFlag } from './generateFlags.ts'
import { notePollInterval, pollInterval } from './polling.ts'

const run = (...events: FlowEvent[]): FlowState => events.reduce(reduceFlow, IDLE_FLOW)
const start = (flag: GenerateFlag, postId?: string): FlowEvent => ({ type: 'start', flag, ...(postId && { postId }) })
const answer = (status: number, rest: { stage?: 'transcription' | 'summary'; hasResult?: boolean } = {}): FlowEvent => ({
  type: 'answered',
  status,
  ...rest,
})
const repeat = (event: FlowEvent, times: number): FlowEvent[] => Array.from({ length: times }, () => event)
const ORIGIN = { noteId: 'n-1', noteType: 'sum_multi_note', postId: 'p-1' }

describe('the start of a flow (B§4)', () => {
  it.each([
    [0, 'new', 'transcribing', true],
    [1, 'reTranscribe', 'transcribing', true],
    [2, 'new', 'summarising', false],
    [3, 'new', 'summarising', false],
    [4, 'new', 'summarising', false],
  ] as const)('flag %i is %s and %s; checks the minutes: %s', (flag, operateType, status, checksMinutes) => {
    expect(run(start(flag, 'p-1'))).toMatchObject({ flag, operateType, status, checksMinutes, next: { what: 'send', after: 0 } })
  })

  it('writes a note that exists again when another template is chosen for it', () => {
    expect(run({ type: 'start', flag: 4, postId: 'p-2', origin: ORIGIN })).toMatchObject({ operateType: 'retry', origin: ORIGIN })
  })

  it('forgets the flow before', () => {
    expect(run(start(0), answer(-5), start(2, 'p-1'))).toMatchObject({ code: null, errorCode: null, tries: 0, postId: 'p-1' })
  })
})

describe('a flow in progress', () => {
  it('asks for the transcription every ten seconds, and for the summary after it every three', () => {
    const transcribing = run(start(0), answer(0))
    expect(transcribing).toMatchObject({ operateType: 'query', status: 'transcribing', next: { what: 'query', after: 10_000 } })
    const summarising = reduceFlow(transcribing, answer(0, { stage: 'summary' }))
    expect(summarising).toMatchObject({ status: 'summarising', next: { what: 'query', after: 3000 } })
    expect(reduceFlow(summarising, answer(0, { stage: 'transcription' }))).toMatchObject({ status: 'transcribing' })
  })

  it.each([2, 3, 4] as const)('asks for flag %i every three seconds', (flag) => {
    expect(run(start(flag, 'p-1'), answer(0))).toMatchObject({ status: 'summarising', next: { what: 'query', after: 3000 } })
  })

  it('asks again five seconds after a poll that did not reach the server', () => {
    const state = run(start(0), answer(0), { type: 'unreachable' })
    expect(state).toMatchObject({ status: 'transcribing', code: null, next: { what: 'query', after: 5000 } })
  })

  it('ends with success and new results', () => {
    const state = run(start(0), answer(0), answer(0, { stage: 'summary' }), answer(1))
    expect(state).toMatchObject({ status: 'default', code: 'success', errorCode: null, hasNewResult: true, next: null })
  })

  it('ends without a code when it is cancelled, and ignores what comes after', () => {
    const state = run(start(0), answer(0), { type: 'delete' })
    expect(state).toMatchObject({ operateType: 'delete', status: 'default', code: null, next: null })
    expect(reduceFlow(state, answer(1))).toBe(state)
  })
})

describe('an answer with a negative code', () => {
  it.each([
    [0, -1, 'transcriptionError'],
    [0, -5, 'transcriptionError'],
    [0, -6, 'transcriptionError'],
    [0, -8, 'transcriptionError'],
    [0, -110, 'transcriptionError'],
    [0, -1500, 'transcriptionError'],
    [0, -3, 'summaryError'],
    [2, -3, 'summaryError'],
    [3, -1, 'summaryError'],
    [3, -2500, 'summaryError'],
    [2, -900_110, 'summaryInternalError110'],
    [3, -900_112, 'summaryInternalError112'],
    [0, -100_200, 'networkError'],
  ] as const)('of flag %i: %i ends the flow with %s', (flag, status, code) => {
    const state = run(start(flag, 'p-1'), answer(status, { hasResult: true }))
    expect(state).toMatchObject({ status: 'default', code, errorCode: status, hasNewResult: false, next: null })
  })

  it.each([-111, -11, -12, -13, -7])('%i keeps the results that come with it', (status) => {
    expect(run(start(0), answer(0), answer(status, { hasResult: true }))).toMatchObject({ errorCode: status, hasNewResult: true })
    expect(run(start(0), answer(status))).toMatchObject({ errorCode: status, hasNewResult: false })
  })

  it('is a network error when the request does not reach the server', () => {
    expect(run(start(0), { type: 'unreachable' })).toMatchObject({ code: 'networkError', errorCode: -100_200, status: 'default' })
  })
})

describe('a request that is too frequent (-2)', () => {
  it.each([
    [start(0), -100_101, 'transcriptionError'],
    [start(1), -100_101, 'transcriptionError'],
    [start(2, 'p-1'), -100_102, 'summaryError'],
    [start(3, 'p-1'), -100_102, 'summaryError'],
    [start(4, 'p-1'), -100_102, 'summaryError'],
  ] as const)('is sent again six times, three seconds apart: %j', (event, errorCode, code) => {
    const waiting = run(event, ...repeat(answer(-2), SILENT_RETRIES))
    expect(waiting).toMatchObject({ tries: 6, code: null, errorCode: null, next: { what: 'send', after: 3000 } })
    expect(waiting.status).not.toBe('default')
    expect(reduceFlow(waiting, answer(-2))).toMatchObject({ errorCode, code, status: 'default', next: null })
  })

  it.each([2, 3, 4] as const)('is not repeated without a post id: flag %i', (flag) => {
    expect(run(start(flag), answer(-2))).toMatchObject({ errorCode: -100_102, code: 'summaryError', next: null })
  })

  it('continues when a try is accepted, and counts from zero the next time', () => {
    const state = run(start(0), ...repeat(answer(-2), 3), answer(0))
    expect(state).toMatchObject({ operateType: 'query', tries: 0 })
    expect(reduceFlow(state, answer(-2))).toMatchObject({ tries: 1, next: { what: 'query', after: 3000 } })
  })
})

describe('a retry', () => {
  it('of a note names the original note, its type and its post id', () => {
    const failed = run(start(3, 'p-1'), answer(0), answer(-3))
    const state = reduceFlow(failed, { type: 'retry', flag: 3, step: 'summary', origin: ORIGIN })
    expect(state).toMatchObject({ flag: 3, operateType: 'retry', status: 'summarising', origin: ORIGIN, postId: 'p-1' })
    expect(state).toMatchObject({ checksMinutes: false, errorCode: null, code: null, next: { what: 'send', after: 0 } })
  })

  it.each([
    ['transcription', 'transcribing', true, -100_101],
    ['summary', 'summarising', false, -100_102],
  ] as const)('of a recording starts with the %s', (step, status, checksMinutes, errorCode) => {
    const state = run(start(0), answer(-3), { type: 'retry', flag: 0, step })
    expect(state).toMatchObject({ operateType: 'retry', status, checksMinutes, origin: null })
    const refused = repeat(answer(-2), SILENT_RETRIES + 1).reduce(reduceFlow, state)
    expect(refused).toMatchObject({ errorCode, status: 'default' })
  })
})

describe('polling of all tasks (B§4, B§9)', () => {
  it.each([
    [{ failed: false, tasks: ['done', 'queued'], isLive: true }, 10_000],
    [{ failed: false, tasks: ['transcribing'], isLive: true }, 10_000],
    [{ failed: false, tasks: [], isLive: false }, 10_000],
    [{ failed: false, tasks: ['transcribing', 'summarising'], isLive: true }, 3000],
    [{ failed: true, tasks: ['summarising'], isLive: true }, 5000],
    [{ failed: false, tasks: ['done', 'failed', 'cancelled'], isLive: true }, false],
  ] as const)('%j: %s', ({ failed, tasks, isLive }, interval) => {
    expect(pollInterval({ failed, tasks: tasks.map((stage) => ({ stage })), isLive })).toBe(interval)
  })
})

it('polls the notes of a recording while one is written, every three seconds (B§4)', () => {
  expect(notePollInterval({ failed: false, notes: [{ task_status: 1 }, { task_status: 0 }] })).toBe(3000)
  expect(notePollInterval({ failed: false, notes: [{ task_status: 1 }, { task_status: -3 }] })).toBe(false)
  expect(notePollInterval({ failed: true, notes: [] })).toBe(5000)
})

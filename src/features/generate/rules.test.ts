import { describe, expect, it } from 'vitest'
import type { TaskView } from './contract.ts'
import { describeFailure, hasChanged, pollInterval } from './rules.ts'

const createTask = (stage: TaskView['stage'], task_id = 't-1') => ({
  file_id: 'f',
  task_id,
  stage,
  status: 0,
  percent: 0,
  seconds_left: null,
  segments_transcribed: 0,
  msg: '',
})

describe('the catalogue of failures (B§8)', () => {
  it.each([
    [-1, ['again', 'cancel']],
    [-3, ['again', 'cancel']],
    [-5, ['again', 'cancel']],
    [-6, ['again', 'cancel']],
    [-7, []],
    [-8, []],
    [-11, ['generate', 'cancel']],
    [-12, ['generate', 'cancel']],
    [-13, ['generate', 'cancel']],
    [-110, ['again', 'cancel']],
    [-111, []],
    [-112, ['again', 'cancel']],
    [-900_110, ['again', 'cancel']],
    [-900_112, ['again', 'cancel']],
    [-100_101, ['again', 'cancel']],
    [-100_102, ['again', 'cancel']],
    [-100_200, ['again', 'cancel']],
  ])('%i offers %j', (status, actions) => {
    expect(describeFailure(status).actions).toEqual(actions)
  })

  it('recognises internal errors of the two steps by their range', () => {
    expect([-1000, -1999].map((status) => describeFailure(status).name)).toEqual([
      'transcription_internal',
      'transcription_internal',
    ])
    expect([-2000, -2999].map((status) => describeFailure(status).name)).toEqual(['summary_internal', 'summary_internal'])
  })

  it('treats an unlisted code as an unknown failure', () => {
    expect([-4, -999, -3000].map((status) => describeFailure(status).name)).toEqual(
      Array.from({ length: 3 }, () => 'transcription_unknown'),
    )
  })
})

describe('polling (B§4)', () => {
  it('runs every ten seconds while a task is active or the live channel is closed', () => {
    expect(pollInterval({ failed: false, tasks: [createTask('done'), createTask('queued')], isLive: true })).toBe(10_000)
    expect(pollInterval({ failed: false, tasks: [], isLive: false })).toBe(10_000)
  })

  it('runs five seconds after a failed poll', () => {
    expect(pollInterval({ failed: true, tasks: [], isLive: true })).toBe(5_000)
  })

  it('stops when no task is active', () => {
    expect(
      pollInterval({ failed: false, tasks: [createTask('done'), createTask('failed'), createTask('cancelled')], isLive: true }),
    ).toBe(false)
  })
})

describe('a task', () => {
  it('counts as changed when its stage or id differs', () => {
    expect(hasChanged(createTask('transcribing'), createTask('transcribing'))).toBe(false)
    expect(hasChanged(createTask('transcribing'), createTask('done'))).toBe(true)
    expect(hasChanged(createTask('done'), createTask('done', 't-2'))).toBe(true)
    expect(hasChanged(undefined, createTask('done'))).toBe(true)
  })
})

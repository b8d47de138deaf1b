import { describe, expect, it } from 'vitest'
import type { TaskView } from './contract.ts'
import { describeFailure, hasChanged } from './rules.ts'

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

  it.each([
    [-1, 'no_time', 'summary_unavailable'],
    [-11, 'no_custom_permission', 'summary_expired'],
    [-12, 'custom_missing', 'note_template_missing'],
    [-13, 'no_template_permission', 'note_no_permission'],
  ])('reads %i as %s at a recording, and as %s at notes and highlights', (status, atFile, elsewhere) => {
    const names = (['file', 'note', 'highlights'] as const).map((place) => describeFailure(status, place).name)
    expect(names).toEqual([atFile, elsewhere, elsewhere])
    expect(describeFailure(status, 'note').actions).toEqual(describeFailure(status).actions)
  })

  it('treats an unlisted code as an unknown failure', () => {
    expect([-4, -999, -3000].map((status) => describeFailure(status).name)).toEqual(
      Array.from({ length: 3 }, () => 'transcription_unknown'),
    )
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

import { describe, expect, it } from 'vitest'
import { minutes } from '#shared/units.ts'
import { audioToTranscribe, batchOf, progressOf, toneOf } from './batch.ts'
import { createUploadItem as item } from '#test/fakes/upload/createUploadItem.ts'

describe('summary of the queue', () => {
  it('counts finished, active, waiting, paused and unresolved items', () => {
    const batch = batchOf([
      item({ status: 'completed' }),
      item({ status: 'uploading' }),
      item({ status: 'transcodingQueued' }),
      item({ status: 'networkError' }),
      item({ status: 'pending', held: true }),
      item({ status: 'refused', reason: 'notSound' }),
      item({ status: 'duplicateName' }),
      item({ status: 'duplicateName', reason: 'sameSound' }),
      item({ status: 'refused', reason: 'server' }),
    ])
    expect(batch).toMatchObject({
      done: 1,
      total: 4,
      underway: 2,
      waiting: 1,
      held: 1,
      unresolved: 3,
      duplicates: 1,
      retriable: 2,
      refused: 1,
    })
  })

  it('adds up the audio that will be uploaded, as far as its length is known', () => {
    const known = [
      item({ status: 'pending', duration: minutes(2) }),
      item({ status: 'networkError', duration: minutes(3) }),
      item({ held: true, duration: minutes(4) }),
      item({ status: 'completed', duration: minutes(50) }),
      item({ status: 'refused', reason: 'notSound', duration: minutes(50) }),
    ]
    expect(audioToTranscribe(known)).toEqual({ duration: minutes(9), hasMore: false })
    expect(audioToTranscribe([...known, item({ status: 'transcodingQueued' })]).hasMore).toBe(true)
  })

  it('weights files by their size, with transcoding as the first half', () => {
    const largeItem = item({ status: 'transcoding', percent: 50, size: 900 })
    expect(batchOf([largeItem, item({ status: 'completed', size: 100 })]).share).toBeCloseTo(0.325)
  })

  it('has no progress without active items', () => {
    expect(batchOf([]).share).toBeNull()
    expect(batchOf([item({ status: 'refused', reason: 'notSound' })]).share).toBeNull()
  })

  it('returns the progress of a file that is sent unchanged', () => {
    expect(progressOf(item({ status: 'uploading', percent: 40, size: 10, sendBytes: 10 }))).toBe(0.4)
    expect(progressOf(item({ status: 'uploading', percent: 40, size: 100, sendBytes: 10 }))).toBe(0.7)
    expect(progressOf(item({ status: 'pending', size: 100, sendBytes: 10 }))).toBe(0.5)
  })
})

it.each([
  ['green', 'good', { status: 'completed' }],
  ['plain on its way', 'plain', { status: 'uploading' }],
  ['plain when stopped by its owner', 'plain', { status: 'networkError', held: true }],
  ['amber when it goes on by itself', 'waiting', { status: 'uploadNetworkError' }],
  ['amber when it waits for a word', 'waiting', { status: 'duplicateName' }],
  ['amber when the file is to be chosen again', 'waiting', { status: 'refused', reason: 'bytesLost' }],
  ['red when it will not work', 'bad', { status: 'tooLong' }],
] as const)('has the tone of %s', (_, tone, overrides) => expect(toneOf(item(overrides))).toBe(tone))

import { describe, expect, it } from 'vitest'
import { taskOf } from '#test/screen/recording.ts'
import { uploadItem } from '#test/upload/uploadItem.ts'
import type { UploadItem } from '#features/upload/web.tsx'
import { syncNews, syncState, workOf } from './syncState.ts'
import type { Work } from './syncState.ts'

const item = (change: Partial<UploadItem>) => uploadItem({ id: 'u1', ...change })
const work = (change: Partial<Work>): Work => ({ uploads: [], tasks: [], finished: 0, ...change })
const stateOf = (change: Partial<Work>, isOffline = false) => syncState(work(change), { isOffline })

describe('the cloud-sync status (A§2)', () => {
  it.each([
    ['idle with nothing to do', {}, { kind: 'idle', running: 0, troubled: 0, waiting: 0, share: null }],
    [
      'half-way when a file was made small',
      { uploads: [item({ status: 'pending', sendBytes: 300 })] },
      { kind: 'running', share: 0.5 },
    ],
    ['a quarter while it is half made small', { uploads: [item({ status: 'transcoding', percent: 50 })] }, { share: 0.25 }],
    [
      'what was sent, of a file small already',
      { uploads: [item({ status: 'uploading', percent: 40, sendBytes: 1000 })] },
      { share: 0.4 },
    ],
    [
      'the mean of all that runs',
      { tasks: [taskOf({ percent: 42 }), taskOf({ task_id: 't2', stage: 'queued' })] },
      { running: 2, share: 0.21 },
    ],
    ['no share before there is one', { tasks: [taskOf({ stage: 'queued' })] }, { kind: 'running', share: null }],
    ['trouble, when something failed', { tasks: [taskOf({ stage: 'failed', status: -7 })] }, { kind: 'trouble', troubled: 1 }],
    [
      'trouble, when an upload waits for a word',
      { uploads: [item({ status: 'duplicateName' })] },
      { kind: 'trouble', troubled: 1 },
    ],
    ['no trouble, when it was stopped by its owner', { uploads: [item({ held: true })] }, { kind: 'idle', troubled: 0 }],
    [
      'running before trouble, which is carried along',
      { uploads: [item({ status: 'refused', reason: 'server' })], tasks: [taskOf()] },
      { kind: 'running', running: 1, troubled: 1 },
    ],
    [
      'waiting, when only the network is missing: it goes on by itself',
      { uploads: [item({ status: 'uploadNetworkError' }), item({ id: 'u2', held: true })] },
      { kind: 'waiting', waiting: 1, troubled: 0 },
    ],
    [
      'trouble, when this browser has lost the sound',
      { uploads: [item({ status: 'refused', reason: 'bytesLost' }), item({ id: 'u2', status: 'networkError' })] },
      { kind: 'trouble', troubled: 1, waiting: 1 },
    ],
    [
      'trouble, when the same sound is there and somebody has to say what is wanted',
      { uploads: [item({ status: 'duplicateName', reason: 'sameSound', sameAs: { fileId: 'f', filename: 'Town hall' } })] },
      { kind: 'trouble', troubled: 1 },
    ],
  ] as const)('is %s', (_, change, expected) => {
    expect(stateOf(change)).toMatchObject(expected)
  })

  it('says before all that the server cannot be reached', () => {
    expect(stateOf({ tasks: [taskOf()] }, true).kind).toBe('offline')
  })

  it('leaves out what is in the library, in the trash, or was put out of sight', () => {
    const failed = taskOf({ task_id: 'seen', file_id: 'b', stage: 'failed', status: -5 })
    const tasks = [
      taskOf({ file_id: 'a' }),
      taskOf({ task_id: 't2', file_id: 'gone' }),
      failed,
      taskOf({ file_id: 'a', stage: 'done' }),
    ]
    const left = workOf(
      { items: [item({ status: 'completed' }), item({ id: 'u2' })], tasks },
      { isKnown: (id) => id !== 'gone', isPutAway: (id) => id === 'seen' },
    )
    expect(left.uploads.map(({ id }) => id)).toEqual(['u2'])
    expect(left.tasks.map(({ file_id, stage }) => [file_id, stage])).toEqual([['a', 'transcribing']])
    expect(left.finished).toBe(1)
  })
})

describe('what is said aloud', () => {
  const running = stateOf({ tasks: [taskOf()] })
  it.each([
    ['nothing of a percent', running, stateOf({ tasks: [taskOf({ percent: 80 })] }), null],
    ['the end of all work', running, stateOf({ finished: 1 }), 'done'],
    ['nothing when it was stopped', running, stateOf({}), null],
    [
      'nothing while something waits for the network',
      running,
      stateOf({ finished: 1, uploads: [item({ status: 'networkError' })] }),
      null,
    ],
    ['trouble', running, stateOf({ tasks: [taskOf({ stage: 'failed', status: -7 })] }), 'trouble'],
    ['nothing while the server is away', running, stateOf({}, true), null],
    ['nothing when something is put out of sight', stateOf({ uploads: [item({ status: 'tooLong' })] }), stateOf({}), null],
  ] as const)('is %s', (_, before, after, expected) => {
    expect(syncNews(before, after)).toBe(expected)
  })
})

import { describe, expect, it } from 'vitest'
import { createTask } from '#test/screens/createRecording.ts'
import { createUploadItem } from '#test/fakes/upload/createUploadItem.ts'
import { shareOf } from '#features/upload/web.tsx'
import type { UploadItem } from '#features/upload/web.tsx'
import { getSyncState, isNewlyUnresolved, selectWork } from './syncState.ts'
import type { Work } from './syncState.ts'

const makeItem = (change: Partial<UploadItem>) => createUploadItem({ id: 'u1', ...change })
const makeWork = (change: Partial<Work>): Work => ({
  uploads: [],
  tasks: [],
  uploadShare: shareOf(change.uploads ?? []),
  ...change,
})
const stateOf = (change: Partial<Work>, { isOffline = false, hasFailed = false } = {}) =>
  getSyncState(makeWork(change), { isOffline, hasFailed })

describe('the cloud-sync status (A§2)', () => {
  it('is "failed" instead of "idle" when something on screen could not be loaded', () => {
    expect(stateOf({}, { hasFailed: true }).kind).toBe('failed')
    expect(stateOf({}, { hasFailed: true, isOffline: true }).kind).toBe('offline')
    expect(stateOf({ tasks: [createTask()] }, { hasFailed: true }).kind).toBe('running')
  })

  it.each([
    ['idle without work', {}, { kind: 'idle', running: 0, unresolved: 0, waiting: 0, share: null }],
    [
      'at half when a file was compressed',
      { uploads: [makeItem({ status: 'pending', sendBytes: 300 })] },
      { kind: 'running', share: 0.5 },
    ],
    [
      'at a quarter when a file is half compressed',
      { uploads: [makeItem({ status: 'transcoding', percent: 50 })] },
      { share: 0.25 },
    ],
    [
      'the sent share of a file that needs no compression',
      { uploads: [makeItem({ status: 'uploading', percent: 40, sendBytes: 1000 })] },
      { share: 0.4 },
    ],
    [
      'the mean of all running items',
      { tasks: [createTask({ percent: 42 }), createTask({ task_id: 't2', stage: 'queued' })] },
      { running: 2, share: 0.21 },
    ],
    ['without a share before any progress', { tasks: [createTask({ stage: 'queued' })] }, { kind: 'running', share: null }],
    [
      'attention when a task failed',
      { tasks: [createTask({ stage: 'failed', status: -7 })] },
      { kind: 'attention', unresolved: 1 },
    ],
    [
      'attention when an upload waits for a decision',
      { uploads: [makeItem({ status: 'duplicateName' })] },
      { kind: 'attention', unresolved: 1 },
    ],
    [
      'not attention when the user has paused an upload',
      { uploads: [makeItem({ held: true })] },
      { kind: 'idle', unresolved: 0 },
    ],
    [
      'running rather than attention, with the failures counted',
      { uploads: [makeItem({ status: 'refused', reason: 'server' })], tasks: [createTask()] },
      { kind: 'running', running: 1, unresolved: 1 },
    ],
    [
      'waiting when an upload lost its connection',
      { uploads: [makeItem({ status: 'uploadNetworkError' }), makeItem({ id: 'u2', held: true })] },
      { kind: 'waiting', waiting: 1, unresolved: 0 },
    ],
    [
      'attention when this browser has lost the audio',
      { uploads: [makeItem({ status: 'refused', reason: 'bytesLost' }), makeItem({ id: 'u2', status: 'networkError' })] },
      { kind: 'attention', unresolved: 1, waiting: 1 },
    ],
    [
      'attention when the same audio exists and the user must decide',
      { uploads: [makeItem({ status: 'duplicateName', reason: 'sameSound', sameAs: { fileId: 'f', filename: 'Town hall' } })] },
      { kind: 'attention', unresolved: 1 },
    ],
  ] as const)('is %s', (_, change, expected) => {
    expect(stateOf(change)).toMatchObject(expected)
  })

  it('is offline while the server is unreachable, whatever else runs', () => {
    expect(stateOf({ tasks: [createTask()] }, { isOffline: true }).kind).toBe('offline')
  })

  it('has the share that the upload dialog shows: by size, with the uploads that are complete', () => {
    const items = [
      makeItem({ status: 'completed', size: 1000 }),
      makeItem({ id: 'u2', status: 'transcoding', percent: 50, size: 3000 }),
      makeItem({ id: 'u3', status: 'pending', size: 4000 }),
    ]
    const work = selectWork({ items, tasks: [] }, { isActiveFile: () => true, isDismissed: () => false })
    expect(getSyncState(work, { isOffline: false, hasFailed: false }).share).toBe(shareOf(items))
    expect(shareOf(items)).toBe((1000 + 3000 / 4) / 8000)
  })

  it('leaves out completed uploads, tasks of recordings in the trash, and dismissed failures', () => {
    const failed = createTask({ task_id: 'seen', file_id: 'b', stage: 'failed', status: -5 })
    const tasks = [
      createTask({ file_id: 'a' }),
      createTask({ task_id: 't2', file_id: 'gone' }),
      failed,
      createTask({ file_id: 'a', stage: 'done' }),
    ]
    const selected = selectWork(
      { items: [makeItem({ status: 'completed' }), makeItem({ id: 'u2' })], tasks },
      { isActiveFile: (id) => id !== 'gone', isDismissed: (id) => id === 'seen' },
    )
    expect(selected.uploads.map(({ id }) => id)).toEqual(['u2'])
    expect(selected.tasks.map(({ file_id, stage }) => [file_id, stage])).toEqual([['a', 'transcribing']])
  })
})

describe('the announcement for screen readers', () => {
  const running = stateOf({ tasks: [createTask()] })
  it.each([
    ['no change of percent', running, stateOf({ tasks: [createTask({ percent: 80 })] }), false],
    ['no end of work', running, stateOf({}), false],
    ['what needs attention', running, stateOf({ tasks: [createTask({ stage: 'failed', status: -7 })] }), true],
    ['nothing while the server is unreachable', running, stateOf({}, { isOffline: true }), false],
    ['nothing when a failure is dismissed', stateOf({ uploads: [makeItem({ status: 'tooLong' })] }), stateOf({}), false],
  ] as const)('reports %s', (_, before, after, expected) => {
    expect(isNewlyUnresolved(before, after)).toBe(expected)
  })
})

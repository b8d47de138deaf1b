import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minutes, seconds } from '#shared/units.ts'
import { setMonitor } from '#browser/monitoring/monitor.ts'
import { emptyQueue, type QueueEvent, reduceQueue, type UploadQueue } from './reduceQueue.ts'
import { reportUploads } from './reportUploads.ts'
import { createItem } from './uploadItem.ts'

let queue: UploadQueue
let events: object[]
let measures: [measure: string, took: number][]

beforeEach(() => {
  queue = emptyQueue
  events = []
  measures = []
  setMonitor({
    onFailure: () => {},
    onResponse: () => {},
    onMeasure: (measure, duration) => measures.push([measure, duration]),
    onEvent: (event, words) => events.push({ event, ...words }),
  })
})
afterEach(() => setMonitor(undefined))

function applyEvent(event: QueueEvent, now = 0): void {
  const before = queue.items
  queue = reduceQueue(queue, event, now)
  reportUploads(event, { before, after: queue.items, now })
}

const file = { name: 'Interview with Anna.wav', type: 'audio/wav', size: 1000, lastModified: 0 }
const id = 'u1'
const addFile = (verdict: 'fine' | 'tooLarge' | 'notSound' | 'empty' | 'duplicateName' = 'fine') =>
  applyEvent({ type: 'added', items: [createItem(id, file, null, verdict)] })
const startTranscode = () => {
  addFile()
  applyEvent({ type: 'validated', id, asIs: false, duration: null })
  applyEvent({ type: 'started', id, step: 'transcode' })
}
const finishTranscode = (duration: number, now = 0) =>
  applyEvent(
    { type: 'transcoded', id, sendBytes: 10, duration, tracks: { mixed: 1, leftOut: 0 }, channelSpans: null, kept: false },
    now,
  )
const failTranscode = (status: 'transcodeError' | 'transcodeNetworkError') =>
  applyEvent({ type: 'failed', id, status, reason: null })

describe('failed uploads in the browser (B§8)', () => {
  it.each([
    [-1, 'too long', () => (startTranscode(), finishTranscode(minutes(301)))],
    [-3, 'no sound', () => addFile('notSound')],
    [-4, 'too large', () => addFile('tooLarge')],
    [-6, 'cannot be made small', () => (startTranscode(), failTranscode('transcodeError'))],
    [-7, 'too short', () => (startTranscode(), finishTranscode(400))],
    [-7, 'empty', () => addFile('empty')],
    [-9, 'the transcoder could not be fetched', () => (startTranscode(), failTranscode('transcodeNetworkError'))],
  ])('%i, %s, is reported once and without a file name', (code, _, action) => {
    action()
    expect(events).toMatchObject([{ event: 'upload_error', code, size: 1000 }])
    expect(JSON.stringify(events)).not.toContain('Anna')
  })

  it('reports only the first of consecutive attempts', () => {
    startTranscode()
    failTranscode('transcodeNetworkError')
    applyEvent({ type: 'networkRestored' })
    applyEvent({ type: 'started', id, step: 'transcode' })
    failTranscode('transcodeNetworkError')
    expect(events).toHaveLength(1)
  })

  it('does not report a duplicate title', () => {
    addFile('duplicateName')
    expect(events).toEqual([])
  })

  it('does not report again what an earlier page has reported', () => {
    addFile('tooLarge')
    const items = queue.items
    queue = emptyQueue
    applyEvent({ type: 'restored', items, bytes: new Map() })
    expect(events).toHaveLength(1)
  })
})

describe('durations (A§9)', () => {
  it('reports how long transcoding and sending took', () => {
    startTranscode()
    finishTranscode(seconds(10), seconds(70))
    applyEvent({ type: 'started', id, step: 'send' }, seconds(100))
    applyEvent({ type: 'uploaded', id, fileId: 'f1', filename: 'Interview' }, seconds(800))
    expect(measures).toEqual([
      ['audioProcessing', 70_000],
      ['upload', 700_000],
    ])
    expect(events).toEqual([])
  })

  it('reports nothing for cancelled work', () => {
    startTranscode()
    applyEvent({ type: 'pause', id }, seconds(70))
    expect(measures).toEqual([])
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minutes, seconds } from '#kit/units.ts'
import { setMonitor } from '#ui/monitor.ts'
import { type QueueEvent, reduceQueue } from './reduceQueue.ts'
import { reportUploads } from './reportUploads.ts'
import { emptyQueue, type UploadQueue } from './uploadItem.ts'

let queue: UploadQueue
let events: object[]
let measures: [measure: string, took: number][]

beforeEach(() => {
  queue = emptyQueue
  events = []
  measures = []
  setMonitor({
    onFailure: () => {},
    onAnswer: () => {},
    onMeasure: (measure, took) => measures.push([measure, took]),
    onEvent: (event, words) => events.push({ event, ...words }),
  })
})
afterEach(() => setMonitor(undefined))

function happen(event: QueueEvent, now = 0): void {
  const before = queue.items
  queue = reduceQueue(queue, event)
  reportUploads(event, { before, after: queue.items, now })
}

const file = { name: 'Interview with Anna.wav', type: 'audio/wav', size: 1000, lastModified: 0 }
const id = 'u1'
const added = (verdict: 'fine' | 'tooLarge' | 'notSound' | 'empty' | 'duplicateName' = 'fine') =>
  happen({ type: 'added', files: [{ id, file, verdict }], dropped: [], folderId: null })
const transcoding = () => {
  added()
  happen({ type: 'validated', id, asIs: false, duration: null })
  happen({ type: 'transcodeStarted', id, now: 0 })
}
const made = (duration: number, now = 0) => happen({ type: 'transcoded', id, sendBytes: 10, duration, kept: false }, now)
const fail = (status: 'transcodeError' | 'transcodeNetworkError') => happen({ type: 'transcodeFailed', id, status, reason: null })

describe('failed uploads in the browser (B§8)', () => {
  it.each([
    [-1, 'too long', () => (transcoding(), made(minutes(301)))],
    [-3, 'no sound', () => added('notSound')],
    [-4, 'too large', () => added('tooLarge')],
    [-6, 'cannot be made small', () => (transcoding(), fail('transcodeError'))],
    [-7, 'too short', () => (transcoding(), made(400))],
    [-7, 'empty', () => added('empty')],
    [-9, 'the transcoder could not be fetched', () => (transcoding(), fail('transcodeNetworkError'))],
  ])('%i, %s, is reported once and without a file name', (code, _, run) => {
    run()
    expect(events).toMatchObject([{ event: 'upload_error', code, size: 1000 }])
    expect(JSON.stringify(events)).not.toContain('Anna')
  })

  it('reports only the first of consecutive attempts', () => {
    transcoding()
    fail('transcodeNetworkError')
    happen({ type: 'cameBack' })
    happen({ type: 'transcodeStarted', id, now: 0 })
    fail('transcodeNetworkError')
    expect(events).toHaveLength(1)
  })

  it('does not report a duplicate title', () => {
    added('duplicateName')
    expect(events).toEqual([])
  })

  it('does not report again what an earlier page has reported', () => {
    added('tooLarge')
    const items = queue.items
    queue = emptyQueue
    happen({ type: 'restored', items, bytes: new Map() })
    expect(events).toHaveLength(1)
  })
})

describe('durations (A§9)', () => {
  it('reports how long transcoding and sending took', () => {
    transcoding()
    made(seconds(10), seconds(70))
    happen({ type: 'uploadStarted', id, now: seconds(100) })
    happen({ type: 'uploaded', id, fileId: 'f1', filename: 'Interview' }, seconds(800))
    expect(measures).toEqual([
      ['audioProcessing', 70_000],
      ['upload', 700_000],
    ])
    expect(events).toEqual([])
  })

  it('reports nothing for cancelled work', () => {
    transcoding()
    happen({ type: 'cancelled', id }, seconds(70))
    expect(measures).toEqual([])
  })
})

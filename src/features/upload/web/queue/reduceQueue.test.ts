import { describe, expect, it } from 'vitest'
import { hours, seconds } from '#shared/units.ts'
import { PART_BYTES } from '../../contract.ts'
import { type SelectedFile, UPLOAD_STATUS, type UploadStatus, type Verdict } from '../../rules.ts'
import { emptyQueue, nextWork, type QueueEvent, reduceQueue, type StoredBytes, type UploadQueue } from './reduceQueue.ts'
import { createItem, hasAllArrived, isUnderway, canRetry, timeLeft, type UploadItem, isUnsent } from './uploadItem.ts'

const transcodedEvent = (sendBytes: number, duration: number): QueueEvent => ({
  type: 'transcoded',
  id: 'a',
  sendBytes,
  duration,
  tracks: { mixed: 1, leftOut: 0 },
  channelSpans: null,
  kept: false,
})
const file = (name: string, size = 1000): SelectedFile => ({ name, size, type: 'audio/wav', lastModified: 1_700_000_000_000 })
const reduceAll = (events: QueueEvent[], queue: UploadQueue = emptyQueue, now = 0) =>
  events.reduce((current, event) => reduceQueue(current, event, now), queue)
const addedEvent = (id: string, name = `${id}.wav`, verdict: Verdict = 'fine', size = 1000): QueueEvent => ({
  type: 'added',
  items: [createItem(id, file(name, size), null, verdict)],
})
const validatedEvent = (id: string, asIs: boolean, duration: number | null = null): QueueEvent => ({
  type: 'validated',
  id,
  asIs,
  duration,
})
const upload = (parts: number) => ({
  upload_id: 'u',
  object_name: 'o',
  part_urls: Array.from({ length: parts }, (_, at) => `/p/${at}`),
})
const item = (queue: UploadQueue, id = 'a'): UploadItem => queue.items.find((each) => each.id === id)!
const statusNumber = (queue: UploadQueue, id = 'a') => UPLOAD_STATUS[item(queue, id).status]

const transcodingEvents = [
  addedEvent('a'),
  validatedEvent('a', false),
  { type: 'started', id: 'a', step: 'transcode' },
] as const satisfies QueueEvent[]
const transcodedEvents = [...transcodingEvents, transcodedEvent(6000, seconds(10))] as const satisfies QueueEvent[]
const sendingEvents = [
  ...transcodedEvents,
  { type: 'started', id: 'a', step: 'send' },
  { type: 'presigned', id: 'a', upload: upload(1), uploadBytes: 6000, arrived: [] },
] as const satisfies QueueEvent[]

const partEvent = (index: number, status: 'uploading' | 'completed' | 'failed'): QueueEvent => ({
  type: 'part',
  id: 'a',
  part: {
    index,
    status,
    percent: { uploading: 50, completed: 100, failed: 0 }[status],
    Etag: status === 'completed' ? 'x' : null,
  },
})

describe('the statuses of a file (B§4)', () => {
  it('are 0, 3, 4, 0, 1, 2 when it must be transcoded', () => {
    const events: QueueEvent[] = [...sendingEvents, { type: 'uploaded', id: 'a', fileId: 'f', filename: 'a' }]
    const numbers = [...events.keys()].map((at) => statusNumber(reduceAll(events.slice(0, at + 1))))
    expect(numbers).toEqual([0, 3, 4, 0, 1, 1, 2])
    expect(item(reduceAll(events))).toMatchObject({ fileId: 'f', percent: 100 })
  })

  it('are 0, 0, 1, 2 when it is sent unchanged', () => {
    const queue = reduceAll([addedEvent('a', 'a.asr', 'fine', 80 * 100), validatedEvent('a', true, 2000)])
    expect(item(queue)).toMatchObject({ status: 'pending', sendBytes: 8000, duration: 2000, filename: 'a', filefix: 'asr' })
    expect(nextWork(queue.items).send).toBe('a')
  })

  it('are -2, -3 or -4 when the selection check flags it', () => {
    expect(statusNumber(reduceAll([addedEvent('a', 'a.wav', 'duplicateName')]))).toBe(-2)
    const refused = reduceAll([addedEvent('a', 'a.heic', 'notSound')])
    expect([statusNumber(refused), item(refused).reason]).toEqual([-3, 'notSound'])
    expect(statusNumber(reduceAll([addedEvent('a', 'a.wav', 'tooLarge')]))).toBe(-4)
  })

  it('are -7 under one second and -1 over five hours, detected before or after the transcode', () => {
    expect(statusNumber(reduceAll([addedEvent('a'), validatedEvent('a', true, 999)]))).toBe(-7)
    expect(statusNumber(reduceAll([addedEvent('a'), validatedEvent('a', true, hours(5) + 1)]))).toBe(-1)
    expect(statusNumber(reduceAll([...transcodingEvents, transcodedEvent(1, 999)]))).toBe(-7)
    expect(statusNumber(reduceAll([...transcodingEvents, { type: 'failed', id: 'a', status: 'tooLong', reason: null }]))).toBe(-1)
  })

  it('are -6 without a retry when this browser cannot read it', () => {
    const queue = reduceAll([...transcodingEvents, { type: 'failed', id: 'a', status: 'transcodeError', reason: 'cannotRead' }])
    expect([statusNumber(queue), item(queue).reason, canRetry(item(queue))]).toEqual([-6, 'cannotRead', false])
    expect(reduceAll([{ type: 'retry', id: 'a' }], queue)).toEqual(queue)
  })

  it('return to 0 with a timestamp in the title when both files are kept', () => {
    const queue = reduceAll(
      [addedEvent('a', 'memo.wav', 'duplicateName'), { type: 'keepBoth', id: 'a' }],
      emptyQueue,
      new Date(2026, 10, 21, 9, 12, 3).getTime(),
    )
    expect(item(queue)).toMatchObject({ status: 'pending', filename: 'memo 2026-11-21 09-12-03', filefix: 'wav' })
    expect(nextWork(queue.items).inspect).toBe('a')
  })
})

describe('duplicate audio (B§5)', () => {
  const sameAs = { fileId: 'f', filename: 'Town hall' }
  const hashedEvent = (id: string, known: UploadItem['sameAs'] = null): QueueEvent => ({
    type: 'hashed',
    id,
    md5: 'm',
    kept: true,
    sameAs: known,
  })

  it('waits for the user (-2) when the library has the audio, and is uploaded on request', () => {
    const queue = reduceAll([addedEvent('a'), hashedEvent('a', sameAs), validatedEvent('a', false)])
    expect([statusNumber(queue), item(queue).reason, item(queue).sameAs]).toEqual([-2, 'sameSound', sameAs])
    expect(nextWork(queue.items)).toEqual({ inspect: null, transcode: null, send: null })
    const accepted = reduceAll([{ type: 'sendAnyway', id: 'a' }], queue)
    expect(item(accepted)).toMatchObject({ status: 'pending', reason: null, filename: 'a' })
    expect(nextWork(accepted.items).inspect).toBe('a')
    expect(statusNumber(reduceAll([validatedEvent('a', false)], accepted))).toBe(3)
  })

  it('is uploaded once when it is selected twice, whatever the file names', () => {
    const queue = reduceAll([addedEvent('a'), addedEvent('b'), hashedEvent('a'), hashedEvent('b')])
    expect([statusNumber(queue), statusNumber(queue, 'b')]).toEqual([0, -2])
    expect(item(queue, 'b')).toMatchObject({ reason: 'sameSound', sameAs: { fileId: null, filename: 'a' } })
  })

  it('is not flagged when the first file has failed', () => {
    const queue = reduceAll([
      addedEvent('a'),
      addedEvent('b'),
      hashedEvent('a'),
      { type: 'failed', id: 'a', status: 'refused', reason: 'damaged' },
    ])
    expect(statusNumber(reduceAll([hashedEvent('b')], queue), 'b')).toBe(0)
  })

  it('asks once when the title is taken too', () => {
    const queue = reduceAll([addedEvent('a', 'a.wav', 'duplicateName'), hashedEvent('a', sameAs)])
    expect(item(queue)).toMatchObject({ status: 'duplicateName', reason: 'sameSound', sameAs })
    const keptBoth = reduceAll([{ type: 'keepBoth', id: 'a' }], queue)
    expect(item(reduceAll([hashedEvent('a', sameAs)], keptBoth)).status).toBe('pending')
  })
})

describe('restored items', () => {
  const restoreQueue = (queue: UploadQueue, bytes: StoredBytes) =>
    reduceAll([{ type: 'restored', items: queue.items, bytes: new Map(queue.items.map(({ id }) => [id, bytes])) }])

  it('wait again for transcoding or sending', () => {
    expect(statusNumber(restoreQueue(reduceAll(transcodingEvents), 'ready'))).toBe(3)
    expect(statusNumber(restoreQueue(reduceAll(sendingEvents), 'ready'))).toBe(0)
    const disconnected = reduceAll([...sendingEvents, { type: 'failed', id: 'a', status: 'uploadNetworkError', reason: null }])
    expect(statusNumber(restoreQueue(disconnected, 'ready'))).toBe(0)
  })

  it('are transcoded again when only the selected file is left', () => {
    expect(item(restoreQueue(reduceAll(sendingEvents), 'chosen'))).toMatchObject({
      status: 'transcodingQueued',
      sendBytes: null,
      upload: { upload_id: 'u' },
    })
  })

  it('ask for the file when the bytes are gone, and continue when it is selected again', () => {
    const withoutBytes = restoreQueue(reduceAll(sendingEvents), 'lost')
    expect([statusNumber(withoutBytes), item(withoutBytes).reason, canRetry(item(withoutBytes))]).toEqual([
      -3,
      'bytesLost',
      false,
    ])
    const retried = reduceAll([{ type: 'fileReselected', id: 'a', md5: 'm', kept: true }], withoutBytes)
    expect(item(retried)).toMatchObject({ status: 'transcodingQueued', sourceMd5: 'm', kept: true })
  })

  it('need no bytes when every part has arrived', () => {
    const arrived = reduceAll([...sendingEvents, partEvent(1, 'completed')])
    expect(hasAllArrived(item(arrived))).toBe(true)
    expect(statusNumber(restoreQueue(arrived, 'lost'))).toBe(0)
  })

  it('keep their state when they wait for the user or have failed', () => {
    expect(statusNumber(restoreQueue(reduceAll([addedEvent('a', 'a.wav', 'duplicateName')]), 'ready'))).toBe(-2)
    expect(item(restoreQueue(reduceAll([...transcodingEvents, { type: 'pause', id: 'a' }]), 'ready')).held).toBe(true)
    const tooShort = reduceAll([...transcodingEvents, transcodedEvent(1, 999)])
    expect(statusNumber(restoreQueue(tooShort, 'lost'))).toBe(-7)
  })
})

describe('leaving the page (B§4)', () => {
  const kept: UploadItem = { ...item(reduceAll(sendingEvents)), kept: true }

  it.each<[string, boolean, UploadItem]>([
    ['are sent, although they are kept in this browser', true, kept],
    ['wait for the network', true, { ...kept, status: 'uploadNetworkError' }],
    ['are paused', true, { ...kept, status: 'pending', held: true }],
    ['are kept nowhere and wait for an answer', true, item(reduceAll([addedEvent('a', 'a.wav', 'duplicateName')]))],
    ['have all arrived', false, item(reduceAll([...sendingEvents, partEvent(1, 'completed')]))],
    ['are refused', false, item(reduceAll([addedEvent('a', 'a.heic', 'notSound')]))],
    ['are kept and sent by nothing', false, { ...kept, status: 'refused', reason: 'accountFull' }],
  ])('with bytes that %s warns: %s', (_, warns, left) => expect(isUnsent(left)).toBe(warns))
})

describe('one at a time (B§4)', () => {
  const twoItems: QueueEvent[] = [...transcodingEvents, addedEvent('b'), validatedEvent('b', false)]

  it('transcodes only one item', () => {
    const queue = reduceAll(twoItems)
    expect(nextWork(queue.items).transcode).toBeNull()
    expect(reduceAll([{ type: 'started', id: 'b', step: 'transcode' }], queue)).toEqual(queue)
    const afterTranscode = reduceAll([transcodedEvent(1, 5000)], queue)
    expect(nextWork(afterTranscode.items)).toEqual({ inspect: null, transcode: 'b', send: 'a' })
  })

  it('sends only one item while the next is transcoded', () => {
    const queue = reduceAll([
      ...sendingEvents,
      addedEvent('b'),
      validatedEvent('b', true, 5000),
      addedEvent('c'),
      validatedEvent('c', false),
    ])
    expect(nextWork(queue.items)).toEqual({ inspect: null, transcode: 'c', send: null })
    expect(reduceAll([{ type: 'started', id: 'b', step: 'send' }], queue)).toEqual(queue)
  })

  it('starts items in the order they were added', () => {
    const queue = reduceAll([addedEvent('a'), addedEvent('b')])
    expect(nextWork(queue.items).inspect).toBe('a')
    expect(nextWork(reduceAll([validatedEvent('a', false)], queue).items)).toEqual({ inspect: 'b', transcode: 'a', send: null })
  })
})

describe('parts of an upload (B§3, B§4)', () => {
  const size = PART_BYTES * 2 + PART_BYTES / 2
  const parts: QueueEvent[] = [
    addedEvent('a', 'a.asr', 'fine', size),
    validatedEvent('a', true, 5000),
    { type: 'started', id: 'a', step: 'send' },
    { type: 'presigned', id: 'a', upload: upload(3), uploadBytes: size, arrived: [] },
  ]

  it('start as not uploaded, then upload, complete or fail', () => {
    const statuses = (queue: UploadQueue) => item(queue).parts.map((part) => part.status)
    expect(statuses(reduceAll(parts))).toEqual(['notUploaded', 'notUploaded', 'notUploaded'])
    const queue = reduceAll([partEvent(1, 'completed'), partEvent(2, 'uploading'), partEvent(3, 'failed')], reduceAll(parts))
    expect(statuses(queue)).toEqual(['completed', 'uploading', 'failed'])
    expect(item(queue).percent).toBeCloseTo(60)
  })

  it('count by their size, since the last one is shorter', () => {
    expect(item(reduceAll([...parts, partEvent(3, 'completed')])).percent).toBeCloseTo(20)
  })

  it('stay completed when the network fails (-8), and a retry (0) continues with the others', () => {
    const disconnected = reduceAll([
      ...parts,
      partEvent(1, 'completed'),
      partEvent(2, 'failed'),
      { type: 'failed', id: 'a', status: 'uploadNetworkError', reason: null },
    ])
    expect([statusNumber(disconnected), item(disconnected).percent]).toEqual([-8, 40])
    const retried = reduceAll([{ type: 'retry', id: 'a' }], disconnected)
    expect(statusNumber(retried)).toBe(0)
    expect(item(retried).parts.map((part) => part.status)).toEqual(['completed', 'notUploaded', 'notUploaded'])
    const resumed = reduceAll([{ type: 'started', id: 'a', step: 'send' }], retried, 5000)
    expect(item(resumed)).toMatchObject({ percent: 40, sincePercent: 40, since: 5000 })
  })
})

describe('retrying (B§4)', () => {
  const failedQueue = (
    status: Extract<QueueEvent, { type: 'failed' }>['status'],
    reason: 'noRoom' | 'noSoundInside' | null = null,
  ) => reduceAll([...sendingEvents, { type: 'failed', id: 'a', status, reason }])

  it('leads from -8 to 0 and from -9 to 3', () => {
    expect(statusNumber(reduceAll([{ type: 'retry', id: 'a' }], failedQueue('uploadNetworkError')))).toBe(0)
    const withoutTranscoder = reduceAll([
      ...transcodingEvents,
      { type: 'failed', id: 'a', status: 'transcodeNetworkError', reason: null },
    ])
    expect(statusNumber(withoutTranscoder)).toBe(-9)
    expect(statusNumber(reduceAll([{ type: 'retry', id: 'a' }], withoutTranscoder))).toBe(3)
  })

  it('leads from -5 to 0, and from -3 when the server failed', () => {
    expect(statusNumber(reduceAll([{ type: 'retry', id: 'a' }], failedQueue('networkError')))).toBe(0)
    expect(statusNumber(reduceAll([{ type: 'retry', id: 'a' }], failedQueue('refused', 'noRoom')))).toBe(0)
  })

  it('is not offered when it cannot help', () => {
    for (const status of ['tooLong', 'tooShort', 'tooLarge'] as const) expect(canRetry(item(failedQueue(status)))).toBe(false)
    expect(canRetry(item(failedQueue('refused', 'noSoundInside')))).toBe(false)
  })

  it('happens automatically when the network is back, only for network failures', () => {
    const queue = reduceAll(
      [addedEvent('b', 'b.heic', 'notSound'), addedEvent('c', 'c.wav', 'duplicateName')],
      failedQueue('uploadNetworkError'),
    )
    expect(reduceAll([{ type: 'networkRestored' }], queue).items.map((each) => each.status)).toEqual([
      'pending',
      'refused',
      'duplicateName',
    ])
  })
})

describe('pausing and removing', () => {
  it('pauses an item where it can continue', () => {
    const transcoding = reduceAll([...transcodingEvents, { type: 'pause', id: 'a' }])
    expect(item(transcoding)).toMatchObject({ status: 'transcodingQueued', held: true })
    expect(nextWork(transcoding.items)).toEqual({ inspect: null, transcode: null, send: null })
    expect(nextWork(reduceAll([{ type: 'retry', id: 'a' }], transcoding).items).transcode).toBe('a')
    expect(item(reduceAll([...sendingEvents, { type: 'pause', id: 'a' }]))).toMatchObject({ status: 'pending', held: true })
  })

  it('does not block other items, and is not undone by the network coming back', () => {
    const queue = reduceAll([
      ...transcodingEvents,
      { type: 'pause', id: 'a' },
      addedEvent('b'),
      validatedEvent('b', false),
      { type: 'networkRestored' },
    ])
    expect(nextWork(queue.items).transcode).toBe('b')
    expect(item(queue).held).toBe(true)
  })

  it('ignores late events of stopped work', () => {
    const queue = reduceAll([...transcodingEvents, { type: 'pause', id: 'a' }])
    const lateEvents: QueueEvent[] = [
      { type: 'progress', id: 'a', percent: 50, duration: 1 },
      transcodedEvent(1, 5000),
      { type: 'uploaded', id: 'a', fileId: 'f', filename: 'a' },
      partEvent(1, 'completed'),
    ]
    expect(reduceAll(lateEvents, queue)).toEqual(queue)
  })

  it('removes an item and restores it at its old position', () => {
    const queue = reduceAll([...sendingEvents, addedEvent('b'), { type: 'remove', id: 'a' }])
    expect(queue.items.map((each) => each.id)).toEqual(['b'])
    const restored = reduceAll([{ type: 'undoRemove', id: 'a' }], queue)
    expect(restored.items.map((each) => [each.id, each.status])).toEqual([
      ['a', 'pending'],
      ['b', 'pending'],
    ])
  })

  it('removes items permanently, and finished ones when cleared', () => {
    const deleted = reduceAll([addedEvent('a'), { type: 'remove', id: 'a' }, { type: 'deleted', id: 'a' }])
    expect(reduceAll([{ type: 'undoRemove', id: 'a' }], deleted)).toEqual(emptyQueue)
    const queue = reduceAll([...sendingEvents, { type: 'uploaded', id: 'a', fileId: 'f', filename: 'a' }, addedEvent('b')])
    expect(reduceAll([{ type: 'clearFinished' }], queue).items.map((each) => each.id)).toEqual(['b'])
  })

  it('applies only to items in progress', () => {
    const statuses = Object.keys(UPLOAD_STATUS) as UploadStatus[]
    const pausable = statuses.filter((status) => isUnderway({ ...item(reduceAll([addedEvent('a')])), status }))
    expect(pausable).toEqual(['pending', 'uploading', 'transcodingQueued', 'transcoding'])
  })
})

describe('time left', () => {
  const movingItem = (percent: number, since = 0, sincePercent = 0): UploadItem => ({
    ...item(reduceAll(transcodingEvents)),
    percent,
    since,
    sincePercent,
  })

  it('follows the speed so far', () => {
    expect(timeLeft(movingItem(25), seconds(10))).toBe(seconds(30))
    expect(timeLeft(movingItem(75, seconds(10), 50), seconds(15))).toBe(seconds(5))
  })

  it('is null before a speed is known and for items without progress', () => {
    expect(timeLeft(movingItem(0), seconds(10))).toBeNull()
    expect(timeLeft(movingItem(50), 500)).toBeNull()
    expect(timeLeft({ ...movingItem(50), status: 'pending' }, seconds(10))).toBeNull()
  })
})

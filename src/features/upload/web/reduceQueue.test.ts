import { describe, expect, it } from 'vitest'
import { hours, seconds } from '#kit/units.ts'
import { PART_BYTES } from '../contract.ts'
import { type Candidate, UPLOAD_STATUS, type UploadStatus, type Verdict } from '../rules.ts'
import { type KeptBytes, nextWork, type QueueEvent, reduceQueue } from './reduceQueue.ts'
import {
  emptyQueue,
  hasAllArrived,
  isUnderway,
  mayRetry,
  timeLeft,
  type UploadItem,
  type UploadQueue,
  wouldBeLost,
} from './uploadItem.ts'

const file = (name: string, size = 1000): Candidate => ({ name, size, type: 'audio/wav', lastModified: 1_700_000_000_000 })
const after = (events: QueueEvent[], queue: UploadQueue = emptyQueue) => events.reduce(reduceQueue, queue)
const added = (id: string, name = `${id}.wav`, verdict: Verdict = 'fine', size = 1000): QueueEvent => ({
  type: 'added',
  files: [{ id, file: file(name, size), verdict }],
  dropped: [],
  folderId: null,
})
const validated = (id: string, asIs: boolean, duration: number | null = null): QueueEvent => ({
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
const number = (queue: UploadQueue, id = 'a') => UPLOAD_STATUS[item(queue, id).status]

const small = [added('a'), validated('a', false), { type: 'transcodeStarted', id: 'a', now: 0 }] as const satisfies QueueEvent[]
const ready = [
  ...small,
  { type: 'transcoded', id: 'a', sendBytes: 6000, duration: seconds(10), kept: false },
] as const satisfies QueueEvent[]
const sending = [
  ...ready,
  { type: 'uploadStarted', id: 'a', now: 0 },
  { type: 'presigned', id: 'a', upload: upload(1), uploadBytes: 6000 },
] as const satisfies QueueEvent[]

describe('the statuses of a file (B§4)', () => {
  it('are 0, 3, 4, 0, 1, 2 when it must be transcoded', () => {
    const ways: QueueEvent[] = [...sending, { type: 'uploaded', id: 'a', fileId: 'f', filename: 'a' }]
    const numbers = [...ways.keys()].map((at) => number(after(ways.slice(0, at + 1))))
    expect(numbers).toEqual([0, 3, 4, 0, 1, 1, 2])
    expect(item(after(ways))).toMatchObject({ fileId: 'f', percent: 100 })
  })

  it('are 0, 0, 1, 2 when it is sent unchanged', () => {
    const queue = after([added('a', 'a.asr', 'fine', 80 * 100), validated('a', true, 2000)])
    expect(item(queue)).toMatchObject({ status: 'pending', sendBytes: 8000, duration: 2000, filename: 'a', filefix: 'asr' })
    expect(nextWork(queue).upload).toBe('a')
  })

  it('are -2, -3 or -4 when the selection check flags it', () => {
    expect(number(after([added('a', 'a.wav', 'duplicateName')]))).toBe(-2)
    const refused = after([added('a', 'a.heic', 'notSound')])
    expect([number(refused), item(refused).reason]).toEqual([-3, 'notSound'])
    expect(number(after([added('a', 'a.wav', 'tooLarge')]))).toBe(-4)
  })

  it('are -7 under one second and -1 over five hours, detected before or after the transcode', () => {
    expect(number(after([added('a'), validated('a', true, 999)]))).toBe(-7)
    expect(number(after([added('a'), validated('a', true, hours(5) + 1)]))).toBe(-1)
    expect(number(after([...small, { type: 'transcoded', id: 'a', sendBytes: 1, duration: 999, kept: false }]))).toBe(-7)
    expect(number(after([...small, { type: 'transcodeFailed', id: 'a', status: 'tooLong', reason: null }]))).toBe(-1)
  })

  it('are -6 without a retry when this browser cannot read it', () => {
    const queue = after([...small, { type: 'transcodeFailed', id: 'a', status: 'transcodeError', reason: 'cannotRead' }])
    expect([number(queue), item(queue).reason, mayRetry(item(queue))]).toEqual([-6, 'cannotRead', false])
    expect(after([{ type: 'retried', id: 'a' }], queue)).toEqual(queue)
  })

  it('return to 0 with a timestamp in the title when both files are kept', () => {
    const queue = after([
      added('a', 'memo.wav', 'duplicateName'),
      { type: 'keptBoth', id: 'a', at: new Date(2026, 10, 21, 9, 12, 3), titles: new Set() },
    ])
    expect(item(queue)).toMatchObject({ status: 'pending', filename: 'memo 2026-11-21 09-12-03', filefix: 'wav' })
    expect(nextWork(queue).check).toBe('a')
  })
})

describe('duplicate audio (B§5)', () => {
  const hashed = (id: string, md5 = 'm', kept = true): QueueEvent => ({ type: 'hashed', id, md5, kept })
  const sameAs = { fileId: 'f', filename: 'Town hall' }

  it('waits for the user (-2) when the library has the audio, and is uploaded on request', () => {
    const queue = after([added('a'), hashed('a'), { type: 'known', id: 'a', sameAs }, validated('a', false)])
    expect([number(queue), item(queue).reason, item(queue).sameAs]).toEqual([-2, 'sameSound', sameAs])
    expect(nextWork(queue)).toEqual({ check: null, transcode: null, upload: null })
    const wanted = after([{ type: 'wanted', id: 'a' }], queue)
    expect(item(wanted)).toMatchObject({ status: 'pending', reason: null, filename: 'a' })
    expect(nextWork(wanted).check).toBe('a')
    expect(number(after([validated('a', false)], wanted))).toBe(3)
  })

  it('is uploaded once when it is selected twice, whatever the file names', () => {
    const queue = after([added('a'), added('b'), hashed('a'), hashed('b')])
    expect([number(queue), number(queue, 'b')]).toEqual([0, -2])
    expect(item(queue, 'b')).toMatchObject({ reason: 'sameSound', sameAs: { fileId: null, filename: 'a' } })
  })

  it('is not flagged when the first file has failed', () => {
    const queue = after([added('a'), added('b'), hashed('a'), { type: 'failed', id: 'a', status: 'refused', reason: 'damaged' }])
    expect(number(after([hashed('b')], queue), 'b')).toBe(0)
  })

  it('asks once when the title is taken too', () => {
    const queue = after([added('a', 'a.wav', 'duplicateName'), hashed('a'), { type: 'known', id: 'a', sameAs }])
    expect(item(queue)).toMatchObject({ status: 'duplicateName', reason: 'sameSound', sameAs })
    const both = after([{ type: 'keptBoth', id: 'a', at: new Date(2026, 10, 21, 9, 12, 3), titles: new Set() }], queue)
    expect(item(after([{ type: 'known', id: 'a', sameAs }], both)).status).toBe('pending')
  })
})

describe('restored items', () => {
  const restore = (queue: UploadQueue, bytes: KeptBytes) =>
    after([{ type: 'restored', items: queue.items, bytes: new Map(queue.items.map(({ id }) => [id, bytes])) }])

  it('wait again for transcoding or sending', () => {
    expect(number(restore(after(small), 'ready'))).toBe(3)
    expect(number(restore(after(sending), 'ready'))).toBe(0)
    const lost = after([...sending, { type: 'failed', id: 'a', status: 'uploadNetworkError', reason: null }])
    expect(number(restore(lost, 'ready'))).toBe(0)
  })

  it('are transcoded again when only the selected file is left', () => {
    expect(item(restore(after(sending), 'chosen'))).toMatchObject({
      status: 'transcodingQueued',
      sendBytes: null,
      upload: { upload_id: 'u' },
    })
  })

  it('ask for the file when the bytes are gone, and continue when it is selected again', () => {
    const gone = restore(after(sending), 'gone')
    expect([number(gone), item(gone).reason, mayRetry(item(gone))]).toEqual([-3, 'bytesLost', false])
    const again = after([{ type: 'chosenAgain', id: 'a', md5: 'm', kept: true }], gone)
    expect(item(again)).toMatchObject({ status: 'transcodingQueued', sourceMd5: 'm', kept: true })
  })

  it('need no bytes when every part has arrived', () => {
    const arrived = after([...sending, { type: 'partDone', id: 'a', index: 1, Etag: 'x' }])
    expect(hasAllArrived(item(arrived))).toBe(true)
    expect(number(restore(arrived, 'gone'))).toBe(0)
  })

  it('keep their state when they wait for the user or have failed', () => {
    expect(number(restore(after([added('a', 'a.wav', 'duplicateName')]), 'ready'))).toBe(-2)
    expect(item(restore(after([...small, { type: 'cancelled', id: 'a' }]), 'ready')).held).toBe(true)
    const short = after([...small, { type: 'transcoded', id: 'a', sendBytes: 1, duration: 999, kept: false }])
    expect(number(restore(short, 'gone'))).toBe(-7)
  })
})

describe('leaving the page (B§4)', () => {
  it('loses items that are stored neither here nor on the server', () => {
    expect(wouldBeLost(item(after(sending)))).toBe(true)
    expect(wouldBeLost(item(after([added('a', 'a.wav', 'duplicateName')])))).toBe(true)
    expect(wouldBeLost({ ...item(after(sending)), kept: true })).toBe(false)
    expect(wouldBeLost(item(after([...sending, { type: 'partDone', id: 'a', index: 1, Etag: 'x' }])))).toBe(false)
    expect(wouldBeLost(item(after([added('a', 'a.heic', 'notSound')])))).toBe(false)
    expect(wouldBeLost(item(after([...sending, { type: 'uploaded', id: 'a', fileId: 'f', filename: 'a' }])))).toBe(false)
  })
})

describe('one at a time (B§4)', () => {
  const two: QueueEvent[] = [...small, added('b'), validated('b', false)]

  it('transcodes only one item', () => {
    const queue = after(two)
    expect(nextWork(queue).transcode).toBeNull()
    expect(after([{ type: 'transcodeStarted', id: 'b', now: 0 }], queue)).toEqual(queue)
    const freed = after([{ type: 'transcoded', id: 'a', sendBytes: 1, duration: 5000, kept: false }], queue)
    expect(nextWork(freed)).toEqual({ check: null, transcode: 'b', upload: 'a' })
  })

  it('sends only one item while the next is transcoded', () => {
    const queue = after([...sending, added('b'), validated('b', true, 5000), added('c'), validated('c', false)])
    expect(nextWork(queue)).toEqual({ check: null, transcode: 'c', upload: null })
    expect(after([{ type: 'uploadStarted', id: 'b', now: 0 }], queue)).toEqual(queue)
  })

  it('starts items in the order they were added', () => {
    const queue = after([added('a'), added('b')])
    expect(nextWork(queue).check).toBe('a')
    expect(nextWork(after([validated('a', false)], queue))).toEqual({ check: 'b', transcode: 'a', upload: null })
  })
})

describe('parts of an upload', () => {
  const size = PART_BYTES * 2 + PART_BYTES / 2
  const parts: QueueEvent[] = [
    added('a', 'a.asr', 'fine', size),
    validated('a', true, 5000),
    { type: 'uploadStarted', id: 'a', now: 0 },
    { type: 'presigned', id: 'a', upload: upload(3), uploadBytes: size },
  ]

  it('start as not uploaded, then upload, complete or fail', () => {
    const statuses = (queue: UploadQueue) => item(queue).parts.map((part) => part.status)
    expect(statuses(after(parts))).toEqual(['notUploaded', 'notUploaded', 'notUploaded'])
    const queue = after(
      [
        { type: 'partDone', id: 'a', index: 1, Etag: 'x' },
        { type: 'partProgress', id: 'a', index: 2, percent: 50 },
        { type: 'partFailed', id: 'a', index: 3 },
      ],
      after(parts),
    )
    expect(statuses(queue)).toEqual(['completed', 'uploading', 'failed'])
    expect(item(queue).percent).toBeCloseTo(60)
  })

  it('count by their size, since the last one is shorter', () => {
    expect(item(after([...parts, { type: 'partDone', id: 'a', index: 3, Etag: 'x' }])).percent).toBeCloseTo(20)
  })

  it('stay completed when the network fails (-8), and a retry (0) continues with the others', () => {
    const lost = after([
      ...parts,
      { type: 'partDone', id: 'a', index: 1, Etag: 'x' },
      { type: 'partFailed', id: 'a', index: 2 },
      { type: 'failed', id: 'a', status: 'uploadNetworkError', reason: null },
    ])
    expect([number(lost), item(lost).percent]).toEqual([-8, 40])
    const again = after([{ type: 'retried', id: 'a' }], lost)
    expect(number(again)).toBe(0)
    expect(item(again).parts.map((part) => part.status)).toEqual(['completed', 'notUploaded', 'notUploaded'])
    const going = after([{ type: 'uploadStarted', id: 'a', now: 5000 }], again)
    expect(item(going)).toMatchObject({ percent: 40, sincePercent: 40 })
  })
})

describe('retrying (B§4)', () => {
  const failed = (status: Extract<QueueEvent, { type: 'failed' }>['status'], reason: 'noRoom' | 'noSoundInside' | null = null) =>
    after([...sending, { type: 'failed', id: 'a', status, reason }])

  it('leads from -8 to 0 and from -9 to 3', () => {
    expect(number(after([{ type: 'retried', id: 'a' }], failed('uploadNetworkError')))).toBe(0)
    const notLoaded = after([...small, { type: 'transcodeFailed', id: 'a', status: 'transcodeNetworkError', reason: null }])
    expect(number(notLoaded)).toBe(-9)
    expect(number(after([{ type: 'retried', id: 'a' }], notLoaded))).toBe(3)
  })

  it('leads from -5 to 0, and from -3 when the server failed', () => {
    expect(number(after([{ type: 'retried', id: 'a' }], failed('networkError')))).toBe(0)
    expect(number(after([{ type: 'retried', id: 'a' }], failed('refused', 'noRoom')))).toBe(0)
  })

  it('is not offered when it cannot help', () => {
    for (const status of ['tooLong', 'tooShort', 'tooLarge'] as const) expect(mayRetry(item(failed(status)))).toBe(false)
    expect(mayRetry(item(failed('refused', 'noSoundInside')))).toBe(false)
  })

  it('happens automatically when the network is back, only for network failures', () => {
    const queue = after([added('b', 'b.heic', 'notSound'), added('c', 'c.wav', 'duplicateName')], failed('uploadNetworkError'))
    expect(after([{ type: 'cameBack' }], queue).items.map((each) => each.status)).toEqual(['pending', 'refused', 'duplicateName'])
  })
})

describe('pausing and removing', () => {
  it('pauses an item where it can continue', () => {
    const transcoding = after([...small, { type: 'cancelled', id: 'a' }])
    expect(item(transcoding)).toMatchObject({ status: 'transcodingQueued', held: true })
    expect(nextWork(transcoding)).toEqual({ check: null, transcode: null, upload: null })
    expect(nextWork(after([{ type: 'retried', id: 'a' }], transcoding)).transcode).toBe('a')
    expect(item(after([...sending, { type: 'cancelled', id: 'a' }]))).toMatchObject({ status: 'pending', held: true })
  })

  it('does not block other items, and is not undone by the network coming back', () => {
    const queue = after([...small, { type: 'cancelled', id: 'a' }, added('b'), validated('b', false), { type: 'cameBack' }])
    expect(nextWork(queue).transcode).toBe('b')
    expect(item(queue).held).toBe(true)
  })

  it('ignores late events of stopped work', () => {
    const queue = after([...small, { type: 'cancelled', id: 'a' }])
    const late: QueueEvent[] = [
      { type: 'progress', id: 'a', percent: 50, duration: 1 },
      { type: 'transcoded', id: 'a', sendBytes: 1, duration: 5000, kept: false },
      { type: 'uploaded', id: 'a', fileId: 'f', filename: 'a' },
      { type: 'partDone', id: 'a', index: 1, Etag: 'x' },
    ]
    expect(after(late, queue)).toEqual(queue)
  })

  it('removes an item and restores it at its old position', () => {
    const queue = after([added('a'), added('b'), { type: 'removed', id: 'a' }])
    const back = after([{ type: 'putBack', item: item(after(sending)), at: 0 }], queue)
    expect(back.items.map((each) => [each.id, each.status])).toEqual([
      ['a', 'pending'],
      ['b', 'pending'],
    ])
  })

  it('removes items permanently, and finished ones when cleared', () => {
    expect(after([added('a'), { type: 'removed', id: 'a' }]).items).toEqual([])
    const queue = after([...sending, { type: 'uploaded', id: 'a', fileId: 'f', filename: 'a' }, added('b')])
    expect(after([{ type: 'cleared' }], queue).items.map((each) => each.id)).toEqual(['b'])
  })

  it('applies only to items in progress', () => {
    const statuses = Object.keys(UPLOAD_STATUS) as UploadStatus[]
    const stoppable = statuses.filter((status) => isUnderway({ ...item(after([added('a')])), status }))
    expect(stoppable).toEqual(['pending', 'uploading', 'transcodingQueued', 'transcoding'])
  })
})

describe('files left out of a selection', () => {
  it('are listed until the user has seen them', () => {
    const queue = after([{ type: 'added', files: [], dropped: ['big.wav'], folderId: null }])
    expect(queue.dropped).toEqual(['big.wav'])
    expect(after([{ type: 'droppedRead' }], queue).dropped).toEqual([])
  })
})

describe('time left', () => {
  const moving = (percent: number, since = 0, sincePercent = 0): UploadItem => ({
    ...item(after(small)),
    percent,
    since,
    sincePercent,
  })

  it('follows the speed so far', () => {
    expect(timeLeft(moving(25), seconds(10))).toBe(seconds(30))
    expect(timeLeft(moving(75, seconds(10), 50), seconds(15))).toBe(seconds(5))
  })

  it('is null before a speed is known and for items without progress', () => {
    expect(timeLeft(moving(0), seconds(10))).toBeNull()
    expect(timeLeft(moving(50), 500)).toBeNull()
    expect(timeLeft({ ...moving(50), status: 'pending' }, seconds(10))).toBeNull()
  })
})

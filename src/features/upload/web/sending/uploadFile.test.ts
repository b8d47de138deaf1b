import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { client } from '#shared/client.ts'
import { MiB, seconds } from '#shared/units.ts'
import { startUploadServer, type FakeUploadServer } from '#test/fakes/upload/startUploadServer.ts'
import { createSend } from '#browser/http/send.ts'
import { PART_BYTES, uploadContract } from '../../contract.ts'
import { toUploadFailure } from '../queue/uploadFailures.ts'
import { hashBytes } from '../hashing/hashBytes.ts'
import { uploadFile, type UploadJob } from './uploadFile.ts'
import type { UploadPart } from '../queue/uploadItem.ts'
import type { UploadContext, UploadProgressEvent } from './uploadContext.ts'
import { PartFailedError, BytesMissingError } from './withRetry.ts'

let server: FakeUploadServer
beforeEach(async () => void (server = await startUploadServer()))
afterEach(() => server[Symbol.asyncDispose]())

/** Bytes that depend on their position, so that parts in the wrong order are noticed. */
function bytes(size: number) {
  const all = new Uint8Array(size)
  for (let offset = 0; offset < size; offset++) all[offset] = offset * 31 + (offset >> 12)
  return all
}

function job(size: number, overrides: Partial<UploadJob> = {}): UploadJob {
  const metadata = { type: 'MP3', filename: 'Interview', startTime: 1_763_716_320_000, sessionId: 1_763_716_400 } as const
  const defaults = {
    sourceMd5: 'd41d8cd98f00b204e9800998ecf8427e',
    duration: null,
    folderId: null,
    channelSpans: null,
    begun: null,
  }
  return { blob: new Blob([bytes(size)]), ...metadata, ...defaults, ...overrides }
}

function startUpload(uploadJob: UploadJob, signal = new AbortController().signal) {
  const calls = client('upload', uploadContract, createSend({ base: `${server.origin}/api` }))
  const events: UploadProgressEvent[] = []
  const computeMd5 = async (blob: Blob) => (await hashBytes(blob, { signal })).md5
  const tools: UploadContext = { calls, signal, computeMd5, pause: 5, random: () => 0, emit: (each) => void events.push(each) }
  return { events, result: uploadFile(tools, uploadJob) }
}

const partsOf = (events: readonly UploadProgressEvent[], status: UploadPart['status']) =>
  events.flatMap((each) => (each.type === 'part' && each.part.status === status ? [each.part] : []))

describe('upload sequence (B§4)', () => {
  it('presigns, sends parts of 5 MiB, merges and confirms, and the bytes arrive unchanged', async () => {
    const size = PART_BYTES + 12_345
    const { events, result } = startUpload(job(size))
    const file = await result
    expect(file.filename).toBe('Interview')
    expect(server.requests[0]).toBe('POST /api/file/get_upload_presigned_url')
    expect(server.requests.slice(1, 3).toSorted()).toEqual(['PUT /part/u0/1', 'PUT /part/u0/2'])
    expect(server.requests.slice(3)).toEqual(['POST /api/file/merge_multipart', 'POST /api/file/confirm_upload'])
    expect(server.mergedUploads[0]!.equals(bytes(size))).toBe(true)
    expect(
      partsOf(events, 'completed')
        .map(({ index }) => index)
        .toSorted(),
    ).toEqual([1, 2])
    expect(partsOf(events, 'uploading').length).toBeGreaterThan(0)
  })

  it('confirms with every field', async () => {
    await startUpload(job(10, { type: 'OPUS', duration: 2500, folderId: 'tag1' })).result
    expect(server.confirmBodies[0]).toEqual({
      upload_id: 'u0',
      object_name: 'sound/u0',
      scene: 101,
      is_tmp: 0,
      support_mul_summ: true,
      file_type: 'OPUS',
      filename: 'Interview',
      start_time: 1_763_716_320_000,
      session_id: 1_763_716_400,
      serial_number: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/),
      timezone: expect.any(Number),
      duration: 2500,
      filetag_id_list: ['tag1'],
      source_md5: 'd41d8cd98f00b204e9800998ecf8427e',
    })
  })

  it('sends no duration for an MP3', async () => {
    await startUpload(job(10)).result
    expect(server.confirmBodies[0]).not.toHaveProperty('duration')
    expect(server.confirmBodies[0]).toMatchObject({ file_type: 'MP3', filetag_id_list: [] })
  })

  it('sends when each channel of a call was active before they were mixed', async () => {
    const channelSpans = [[[0, 2000]], [[1500, 4000]]] as const
    await startUpload(job(10, { channelSpans })).result
    await startUpload(job(10)).result
    expect(server.confirmBodies[0]).toMatchObject({ channel_spans: channelSpans })
    expect(server.confirmBodies[1]).not.toHaveProperty('channel_spans')
  })

  it('sends at most three parts at the same time', async () => {
    server.linkCount = 7
    server.obstacle = () => 'hold'
    const { events, result } = startUpload(job(100))
    for (const batch of [3, 6, 7]) {
      await expect.poll(() => server.requests.filter((each) => each.startsWith('PUT')).length).toBe(batch)
      server.releaseHeld()
    }
    await result
    expect(server.maxInFlight()).toBe(3)
    expect(partsOf(events, 'completed')).toHaveLength(7)
  })
})

describe('a part that fails', () => {
  it('is tried three times', async () => {
    server.linkCount = 2
    server.obstacle = (part, attempt) => (part === 1 && attempt < 3 ? (attempt === 1 ? 'hang up' : 503) : null)
    const { events, result } = startUpload(job(1000))
    await result
    expect(server.requests.filter((each) => each === 'PUT /part/u0/1')).toHaveLength(3)
    expect(partsOf(events, 'failed').map(({ index }) => index)).toEqual([1, 1])
    expect(server.mergedUploads[0]!.equals(bytes(1000))).toBe(true)
  })

  it('ends the upload after that with -8, without a merge', async () => {
    server.obstacle = () => 'hang up'
    const error = await startUpload(job(10)).result.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(PartFailedError)
    expect(toUploadFailure(error)).toEqual({ status: 'uploadNetworkError', reason: null })
    expect(server.requests.filter((each) => each.startsWith('PUT'))).toHaveLength(3)
    expect(server.requests.some((each) => each.includes('merge'))).toBe(false)
  })

  it('is sent again when the store has received other bytes', async () => {
    server.corrupt = (came, _, attempt) => (attempt === 1 ? Buffer.from('damaged') : came)
    const { events, result } = startUpload(job(1000))
    await result
    expect(partsOf(events, 'failed')).toHaveLength(1)
    expect(server.mergedUploads[0]!.equals(bytes(1000))).toBe(true)
  })

  it('ends the upload with -8 and without a merge when the received bytes always differ', async () => {
    server.corrupt = () => Buffer.from('damaged')
    const error = await startUpload(job(1000)).result.catch((thrown: unknown) => thrown)
    expect(toUploadFailure(error)).toEqual({ status: 'uploadNetworkError', reason: null })
    expect(server.requests.filter((each) => each.startsWith('PUT'))).toHaveLength(3)
    expect(server.requests.some((each) => each.includes('merge'))).toBe(false)
  })

  it('waits as long as a busy store asks for', async () => {
    server.obstacle = (_, attempt) => (attempt === 1 ? { httpStatus: 503, retryAfter: 1 } : null)
    const startedAt = performance.now()
    await startUpload(job(10)).result
    expect(performance.now() - startedAt).toBeGreaterThan(990)
  })

  it('is not retried with the same link when the store refuses it permanently', async () => {
    server.obstacle = () => 403
    await expect(startUpload(job(10)).result).rejects.toBeInstanceOf(PartFailedError)
    // Each time with new links.
    expect(server.requests.filter((each) => each.startsWith('PUT'))).toHaveLength(3)
    expect(server.requests.filter((each) => each.startsWith('GET'))).toHaveLength(2)
  })

  it('is reported as noRoom when the store is full', async () => {
    server.obstacle = () => 507
    const error = await startUpload(job(10)).result.catch((thrown: unknown) => thrown)
    expect(toUploadFailure(error)).toEqual({ status: 'refused', reason: 'noRoom' })
  })
})

describe('a merge whose parts are missing or changed', () => {
  it.each([
    ['is lost', (parts: Map<number, Buffer>) => void parts.delete(2)],
    ['was changed', (parts: Map<number, Buffer>) => void parts.set(2, Buffer.from('damaged'))],
  ])('sends only the part again that %s', async (_what, changeParts) => {
    server.linkCount = 3
    server.beforeMerge = (parts) => {
      changeParts(parts)
      server.beforeMerge = () => {}
    }
    const size = 2 * PART_BYTES + 700
    await startUpload(job(size)).result
    expect(server.requests.filter((each) => each.startsWith('PUT')).toSorted()).toEqual(
      [1, 2, 2, 3].map((number) => `PUT /part/u0/${number}`),
    )
    expect(server.requests.filter((each) => each.includes('presigned'))).toHaveLength(1)
    expect(server.mergedUploads[0]!.equals(bytes(size))).toBe(true)
  })

  it('fails when sending the part again does not help', async () => {
    server.linkCount = 2
    server.beforeMerge = (parts) => void parts.set(2, Buffer.from('damaged'))
    const error = await startUpload(job(PART_BYTES + 700)).result.catch((thrown: unknown) => thrown)
    expect(toUploadFailure(error)).toEqual({ status: 'refused', reason: 'partsWrong' })
    expect(server.requests.filter((each) => each.startsWith('PUT'))).toHaveLength(4)
  })
})

describe('resuming an earlier upload', () => {
  /** Aborts an upload after the first of its two parts has arrived. */
  async function abortedJob(): Promise<UploadJob> {
    server.linkCount = 2
    server.obstacle = (part) => (part === 2 ? 'hold' : null)
    const abortController = new AbortController()
    const { events, result } = startUpload(job(100), abortController.signal)
    const arrived = () => partsOf(events, 'completed').map(({ index, Etag }) => ({ PartNumber: index, Etag: Etag! }))
    await expect.poll(arrived).toHaveLength(1)
    abortController.abort(new Error('broken off'))
    await expect(result).rejects.toThrow('broken off')
    await expect.poll(server.inFlight).toBe(0)
    server.releaseHeld()
    server.obstacle = () => null
    server.requests.length = 0
    return job(100, {
      begun: { upload: events.find((each) => each.type === 'presigned')!.upload, bytes: 100, arrived: arrived() },
    })
  }

  it('sends only the missing parts', async () => {
    await startUpload(await abortedJob()).result
    const merged = ['POST /api/file/merge_multipart', 'POST /api/file/confirm_upload']
    expect(server.requests).toEqual(['GET /api/file/uploads/u0', 'PUT /part/u0/2', ...merged])
    expect(server.mergedUploads[0]!.equals(bytes(100))).toBe(true)
  })

  it('sends a received part again when its bytes differ', async () => {
    const abortedUpload = await abortedJob()
    server.requests.length = 0
    await startUpload({ ...abortedUpload, blob: new Blob([bytes(100).reverse()]) }).result
    expect(server.requests.filter((each) => each.startsWith('PUT')).toSorted()).toEqual(['PUT /part/u0/1', 'PUT /part/u0/2'])
    expect(server.mergedUploads[0]!.equals(bytes(100).reverse())).toBe(true)
  })

  it('requests new links when the old ones have expired', async () => {
    server.linkCount = 2
    server.obstacle = (part) => {
      if (part === 1) return null
      server.obstacle = () => null
      server.expireLinks()
      return 403
    }
    await startUpload(job(100)).result
    expect(server.requests.filter((each) => each.includes('/uploads/') || each.includes('presigned'))).toEqual([
      'POST /api/file/get_upload_presigned_url',
      'GET /api/file/uploads/u0',
    ])
    expect(server.mergedUploads[0]!.equals(bytes(100))).toBe(true)
  })

  it('finishes without the bytes when all parts have arrived', async () => {
    const abortedUpload = await abortedJob()
    const { upload, arrived } = abortedUpload.begun!
    await expect(startUpload({ ...abortedUpload, blob: null }).result).rejects.toThrow(BytesMissingError)
    const completeRun = startUpload(abortedUpload)
    await completeRun.result
    const tags = partsOf(completeRun.events, 'completed').map(({ index, Etag }) => ({ PartNumber: index, Etag: Etag! }))
    expect(arrived).toHaveLength(1)
    await startUpload({ ...abortedUpload, blob: null, begun: { upload, bytes: 100, arrived: tags } }).result
    expect(server.confirmBodies).toHaveLength(2)
    expect(server.mergedUploads[1]!.equals(bytes(100))).toBe(true)
  })

  it('starts again when another size was announced, and abandons the old upload', async () => {
    const abortedUpload = await abortedJob()
    await startUpload({ ...abortedUpload, blob: new Blob([bytes(200)]) }).result
    expect(server.requests.slice(0, 2)).toEqual(['DELETE /api/file/uploads/u0', 'POST /api/file/get_upload_presigned_url'])
    expect(server.mergedUploads[0]!.equals(bytes(200))).toBe(true)
  })

  it('starts again when the server no longer knows the upload', async () => {
    const abortedUpload = await abortedJob()
    server.forgetUploads()
    await startUpload(abortedUpload).result
    expect(server.requests.slice(0, 2)).toEqual(['GET /api/file/uploads/u0', 'POST /api/file/get_upload_presigned_url'])
    expect(server.mergedUploads[0]!.equals(bytes(100))).toBe(true)
  })

  it('starts again when the server lost the upload before the merge', async () => {
    const abortedUpload = job(100, {
      begun: {
        upload: { upload_id: 'old', object_name: 'o' },
        bytes: 100,
        arrived: [{ PartNumber: 1, Etag: 'x' }],
      },
    })
    await startUpload(abortedUpload).result
    expect(server.confirmBodies).toHaveLength(1)
  })
})

describe('too many calls per minute', () => {
  it('retries after a 429 response until the upload is finished', async () => {
    server.tooMany = 2
    expect((await startUpload(job(10)).result).filename).toBe('Interview')
    expect(server.requests.filter((request) => request === 'POST /api/file/get_upload_presigned_url')).toHaveLength(3)
  })
})

describe('refusals of the server', () => {
  it.each([
    ['confirm', -7, 'tooShort', null],
    ['confirm', -1, 'tooLong', null],
    ['confirm', -3, 'refused', 'noSoundInside'],
    ['presign', -4, 'tooLarge', null],
    ['presign', -507, 'refused', 'noRoom'],
    ['presign', -13, 'refused', 'noMember'],
    ['presign', -429, 'refused', 'tooMuch'],
    ['presign', -5071, 'refused', 'accountFull'],
    ['merge', -8, 'uploadNetworkError', null],
    ['merge', -12_345, 'refused', 'server'],
  ] as const)('%s returning %i becomes %s', async (route, status, name, reason) => {
    server.refuse[route] = { status, msg: 'no' }
    const error = await startUpload(job(10)).result.catch((thrown: unknown) => thrown)
    expect(toUploadFailure(error)).toEqual({ status: name, reason })
  })

  it('a server that does not respond becomes -5', async () => {
    const { origin } = server
    await server[Symbol.asyncDispose]()
    const calls = client('upload', uploadContract, createSend({ base: `${origin}/api` }))
    const { signal } = new AbortController()
    const tools: UploadContext = { calls, signal, computeMd5: async () => '', pause: 5, random: () => 0, emit: () => {} }
    const error = await uploadFile(tools, job(10)).catch((thrown: unknown) => thrown)
    expect(toUploadFailure(error)).toEqual({ status: 'networkError', reason: null })
    server = await startUploadServer()
  })
})

it('aborts at once on request, without a merge', async () => {
  server.obstacle = () => 'hold'
  const abortController = new AbortController()
  const { result } = startUpload(job(MiB), abortController.signal)
  await expect.poll(() => server.requests.length, { timeout: seconds(5) }).toBe(2)
  abortController.abort(new Error('stopped'))
  await expect(result).rejects.toThrow('stopped')
  server.releaseHeld()
  expect(server.requests.some((each) => each.includes('merge'))).toBe(false)
})

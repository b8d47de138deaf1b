import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { accountFull } from '#features/files/contract.ts'
import { EXTRA_DATA_BYTES } from '#features/files/rules.ts'
import { directRun } from '#platform/jobs/jobs.ts'
import { MiB, hours } from '#shared/units.ts'
import { setMembershipTier } from '#test/server/setMembershipTier.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createSilentMp3 } from '#test/fixtures/sound/createToneWav.ts'
import type { User } from '#test/server/user.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { finishAbandonedRecordings } from './finishRecording.ts'

const md5Of = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex')
const newRecordingId = (): string => randomBytes(16).toString('hex')

/** A silent piece of about four seconds, made unique by a byte that decoders ignore. */
function pieceOf(n: number, seconds = 4): Uint8Array<ArrayBuffer> {
  const bytes = createSilentMp3(seconds)
  bytes[60] = n % 251
  return bytes
}

type PieceOptions = { body?: Uint8Array; md5?: string; duration?: number; token?: string | null; type?: string }

/** Begins a recording and returns functions that send its pieces. */
async function beginRecording(w: TestServer, user: User, overrides: { filetag_id_list?: string[]; filename?: string } = {}) {
  const id = newRecordingId()
  await user.recorder.begin({
    body: { recording_id: id, filename: 'Standup', start_time: w.clock.now().getTime(), timezone: 2, ...overrides },
  })
  const put = async (
    number: number,
    { body = pieceOf(number), md5 = md5Of(body), duration = 4000, token, type }: PieceOptions = {},
  ) => {
    const bearer = token === undefined ? user.token : token
    const response = await fetch(`${w.url}/api/file/recording/${id}/piece/${number}`, {
      method: 'PUT',
      body: body.slice(),
      headers: {
        'content-type': type ?? 'audio/mpeg',
        'x-piece-md5': md5,
        'x-piece-duration': String(duration),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      },
    })
    return { code: response.status, etag: response.headers.get('etag'), body: (await response.json()) as { status: number } }
  }
  const finish = (body: Parameters<User['recorder']['finish']>[0]['body'] = {}) =>
    user.recorder.finish({ params: { recording_id: id }, body })
  return { id, put, finish, params: { recording_id: id } }
}

const storedPieces = async (w: TestServer, userId: string, id: string, numbers: number[]) =>
  Promise.all(numbers.map((n) => w.ctx.blobs.info(`sound/${userId}/pieces-${id}/${n}-${md5Of(pieceOf(n))}`)))

describe('uploading a recording while it is being made', () => {
  it('creates an unnamed file under the default title of the page, which gets a title from its content', async () => {
    await using w = await testServer()
    const user = await w.user()
    const untitled = 'Recording, November 25, 2026 at 3:48 PM'
    const { put, finish } = await beginRecording(w, user, { filename: untitled })
    for (const n of [1, 2, 3]) await put(n)
    const { id } = (await finish({ pieces: 3, filename: untitled })).data_file
    await user.generate.transsumm({ params: { id }, body: {} })
    await w.waitForJobs()
    const [file] = (await user.files.list({ query: {}, body: [id] })).data_file_list
    expect(file).toMatchObject({ original_filename: untitled, filename: 'Anna writes the minutes and Ben calls the printer' })
  })

  it('creates a file of all pieces with its start time, folder and markers', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { data_filetag } = await user.folders.create({ body: { name: 'Work' } })
    const { id, put, finish } = await beginRecording(w, user, { filetag_id_list: [data_filetag.id] })
    const startTime = Math.floor(w.clock.now().getTime() / 1000)
    for (const n of [1, 3, 2]) {
      expect(await put(n)).toMatchObject({ code: 200, etag: `"${md5Of(pieceOf(n))}"`, body: { status: 0 } })
    }
    const { data } = await user.recorder.unfinished({})
    expect(data.list).toMatchObject([
      { recording_id: id, filename: 'Standup', pieces: 3, duration: 12_000, start_time: startTime },
    ])
    const markers = [
      { at: 5000, text: 'Decision' },
      { at: 1000, text: '' },
    ]
    const { data_file } = await finish({ pieces: 3, filename: 'Standup, Monday', markers })
    const joined = Buffer.concat([1, 2, 3].map((n) => pieceOf(n)))
    expect(data_file).toMatchObject({
      filename: 'Standup, Monday',
      scene: 103,
      start_time: startTime,
      timezone: 2,
      filetag_id_list: [data_filetag.id],
      filesize: joined.length,
      file_md5: md5Of(joined),
      extra_data: { markers: [markers[1], markers[0]] },
    })
    expect(data_file.duration).toBe(Math.round((joined.length / 72) * 72))
    await w.waitForJobs()
    expect((await user.recorder.unfinished({})).data.list).toEqual([])
    expect(await storedPieces(w, user.id, id, [1, 2, 3])).toEqual([null, null, null])
    const { temp_url } = await user.files.tempUrl({ params: { id: data_file.id }, query: {} })
    expect(Buffer.from(await (await fetch(temp_url)).arrayBuffer()).equals(joined)).toBe(true)
  })

  it('returns the same file for repeated and for ten concurrent finish requests', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { put, finish, params } = await beginRecording(w, user)
    await Promise.all([1, 2, 3, 4].map((n) => put(n)))
    const responses = await Promise.all(Array.from({ length: 10 }, () => finish({ pieces: 4 })))
    expect(new Set(responses.map(({ data_file }) => data_file.id)).size).toBe(1)
    await w.waitForJobs()
    expect((await finish()).data_file.id).toBe(responses[0]!.data_file.id)
    expect((await user.files.simple({ query: {} })).data_file_total).toBe(1)
    const { data } = await user.recorder.pieces({ params })
    expect(data).toEqual({ numbers: [], file_id: responses[0]!.data_file.id, piece_count: 4 })
    expect((await put(5)).body.status).toBe(-8)
    const repeatedBegin = { recording_id: params.recording_id, filename: 'x', start_time: 0 }
    expect((await user.recorder.begin({ body: repeatedBegin })).data.recording_id).toBe(params.recording_id)
  })

  it('accepts a repeated piece, also concurrently, and refuses another body with its number', async () => {
    await using w = await testServer()
    const { put, finish } = await beginRecording(w, await w.user())
    const results = await Promise.all(Array.from({ length: 5 }, () => put(1)))
    expect(results.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200])
    expect(await put(1, { body: pieceOf(9) })).toMatchObject({ code: 409, body: { status: -5 } })
    const concurrent = await Promise.all([2, 3, 4, 5].map((n) => put(2, { body: pieceOf(n) })))
    expect(concurrent.map(({ code }) => code).toSorted()).toEqual([200, 409, 409, 409])
    const kept = concurrent.findIndex(({ code }) => code === 200) + 2
    expect((await finish({ pieces: 2 })).data_file.file_md5).toBe(md5Of(Buffer.concat([pieceOf(1), pieceOf(kept)])))
  })

  it('loses no acknowledged piece while the recording is being finished', async () => {
    await using w = await testServer()
    const { put, finish } = await beginRecording(w, await w.user())
    await put(1)
    const [finished, ...pieces] = await Promise.all([finish(), ...[2, 3, 4, 5, 6, 7, 8].map((n) => put(n))])
    const kept = pieces.filter(({ code }) => code === 200).length
    expect(pieces.every(({ code }) => code === 200 || code === 410)).toBe(true)
    expect(finished.data_file.filesize).toBe((kept + 1) * pieceOf(1).length)
  })

  it('is discarded with -7 when it is shorter than a second (B§5) or has no audio', async () => {
    await using w = await testServer()
    const user = await w.user()
    const shortRecording = await beginRecording(w, user)
    await shortRecording.put(1, { body: pieceOf(1, 0.5), duration: 500 })
    expect((await expectRefusal(shortRecording.finish())).status).toBe(-7)
    expect((await expectRefusal((await beginRecording(w, user)).finish())).status).toBe(-7)
    expect((await expectRefusal(shortRecording.finish())).status).toBe(-8)
    expect((await user.recorder.unfinished({})).data.list).toEqual([])
  })
})

describe('refusals of the recorder', () => {
  it('returns -5 while a piece is missing, and finishes once it has arrived', async () => {
    await using w = await testServer()
    const { put, finish } = await beginRecording(w, await w.user())
    await put(1)
    await put(3)
    expect((await expectRefusal(finish({ pieces: 3 }))).status).toBe(-5)
    await put(2)
    expect((await finish({ pieces: 3 })).data_file.filesize).toBe(3 * pieceOf(1).length)
  })

  it('refuses pieces without a session, with a wrong MD5, without audio, too large, or with an invalid number', async () => {
    await using w = await testServer()
    const { put, id } = await beginRecording(w, await w.user())
    expect((await put(1, { token: null })).code).toBe(401)
    expect((await put(1, { md5: md5Of(pieceOf(2)) })).code).toBe(422)
    expect((await put(1, { md5: 'x' })).code).toBe(422)
    expect((await put(1, { duration: -1 })).code).toBe(422)
    expect((await put(1, { body: Buffer.from('<html>'.repeat(100)) })).code).toBe(422)
    expect((await put(1, { body: new Uint8Array(0) })).code).toBe(422)
    expect((await put(1, { body: new Uint8Array(300_000) })).code).toBe(413)
    expect((await put(1, { type: 'text/plain' })).code).toBe(415)
    expect((await put(0)).code).toBe(404)
    expect((await put(18_001)).code).toBe(404)
    expect(await storedPieces(w, (await w.user()).id, id, [1])).toEqual([null])
  })

  it('returns -1 for more than five hours, according to the pieces (B§5)', async () => {
    await using w = await testServer()
    const { put } = await beginRecording(w, await w.user())
    for (let n = 1; n <= 30; n++) expect((await put(n, { duration: 600_000 })).code).toBe(200)
    expect(await put(31, { duration: 600_000 })).toMatchObject({ code: 413, body: { status: -1 } })
  })

  it('returns -3 for pieces without audio, and keeps them for a day', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { put, finish } = await beginRecording(w, user)
    const body = Buffer.concat([Buffer.from([0xff, 0xe3, 0x18, 0xc0]), Buffer.alloc(20_000, 'x')])
    expect((await put(1, { body })).code).toBe(200)
    expect((await expectRefusal(finish())).status).toBe(-3)
    expect((await user.recorder.unfinished({})).data.list).toHaveLength(1)
    w.clock.advance(hours(25))
    await finishAbandonedRecordings(w.ctx, directRun(new AbortController().signal))
    expect((await user.recorder.unfinished({})).data.list).toEqual([])
  })

  it('returns -13 for a new recording without a membership (B§6), and keeps the ones already begun', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { put, finish } = await beginRecording(w, user)
    await setMembershipTier(w, user.id, 'none')
    expect((await expectRefusal(beginRecording(w, user))).status).toBe(-13)
    expect((await put(1)).code).toBe(200)
    expect((await finish()).data_file.duration).toBeGreaterThan(3900)
  })

  it('returns -507 without free disk space and -429 with twenty unfinished recordings, and HTTP 507 for a piece', async () => {
    const disk = { free: 500e9, total: 1e12 }
    await using w = await testServer({ disk: () => disk })
    const user = await w.user()
    const first = await beginRecording(w, user)
    disk.free = 1e9
    expect(await first.put(1)).toMatchObject({ code: 507, body: { status: -507 } })
    expect((await expectRefusal(beginRecording(w, user))).status).toBe(-507)
    disk.free = 500e9
    expect((await first.put(1)).code).toBe(200)
    for (let n = 1; n < 20; n++) await beginRecording(w, user)
    expect((await expectRefusal(beginRecording(w, user))).status).toBe(-429)
  })

  it('returns 404 for a foreign folder or an unknown recording, and -8 for a discarded one', async () => {
    await using w = await testServer()
    const user = await w.user()
    const otherUser = await w.user('ben')
    const { data_filetag } = await otherUser.folders.create({ body: { name: 'His' } })
    expect((await expectRefusal(beginRecording(w, user, { filetag_id_list: [data_filetag.id] }))).httpStatus).toBe(404)
    const unknown = { params: { recording_id: newRecordingId() } }
    expect((await expectRefusal(user.recorder.pieces(unknown))).httpStatus).toBe(404)
    expect((await expectRefusal(user.recorder.discard(unknown))).httpStatus).toBe(404)
    expect((await expectRefusal(user.recorder.finish({ ...unknown, body: {} }))).httpStatus).toBe(404)
    const { put, finish, params, id } = await beginRecording(w, user)
    await put(1)
    await user.recorder.discard({ params })
    await user.recorder.discard({ params })
    expect((await expectRefusal(finish())).status).toBe(-8)
    expect((await expectRefusal(user.recorder.pieces({ params }))).status).toBe(-8)
    expect((await expectRefusal(user.recorder.begin({ body: { recording_id: id, filename: 'x', start_time: 0 } }))).status).toBe(
      -8,
    )
    expect(await put(2)).toMatchObject({ code: 410, body: { status: -8 } })
    await w.waitForJobs()
    expect(await storedPieces(w, user.id, id, [1, 2])).toEqual([null, null])
  })

  it('returns 404 to other accounts on every route', async () => {
    await using w = await testServer()
    const { id, params, put } = await beginRecording(w, await w.user())
    const otherUser = await w.user('ben')
    expect((await put(1, { token: otherUser.token })).code).toBe(404)
    expect((await expectRefusal(otherUser.recorder.finish({ params, body: {} }))).httpStatus).toBe(404)
    expect((await expectRefusal(otherUser.recorder.pieces({ params }))).httpStatus).toBe(404)
    expect((await expectRefusal(otherUser.recorder.discard({ params }))).httpStatus).toBe(404)
    expect(
      (await expectRefusal(otherUser.recorder.begin({ body: { recording_id: id, filename: 'x', start_time: 0 } }))).httpStatus,
    ).toBe(404)
    expect((await otherUser.recorder.unfinished({})).data.list).toEqual([])
    expect((await put(1)).code).toBe(200)
  })

  it('finishes without a folder when the folder was deleted', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { data_filetag } = await user.folders.create({ body: { name: 'Work' } })
    const { put, finish } = await beginRecording(w, user, { filetag_id_list: [data_filetag.id] })
    await put(1)
    await user.folders.remove({ params: { id: data_filetag.id } })
    expect((await finish()).data_file.filetag_id_list).toEqual([])
  })
})

describe('abandoned recordings', () => {
  it('become files within an hour after a day, also with a missing piece, and active ones stay unchanged', async () => {
    await using w = await testServer()
    const user = await w.user()
    await w.waitForJobs()
    const abandoned = await beginRecording(w, user)
    await abandoned.put(1)
    await abandoned.put(3)
    w.clock.advance(hours(23))
    const active = await beginRecording(w, user)
    await active.put(1)
    w.clock.advance(hours(2))
    await finishAbandonedRecordings(w.ctx, directRun(new AbortController().signal))
    const { data_file_list } = await user.files.simple({ query: {} })
    expect(data_file_list).toMatchObject([{ filename: 'Standup', filesize: 2 * pieceOf(1).length }])
    expect((await user.recorder.unfinished({})).data.list).toMatchObject([{ recording_id: active.id, pieces: 1 }])
    expect((await user.recorder.pieces({ params: abandoned.params })).data.piece_count).toBe(2)
  })

  it('are deleted with the account, bytes and rows', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { put, id } = await beginRecording(w, user)
    await put(1)
    await user.me.remove({})
    await w.waitForJobs()
    expect(await storedPieces(w, user.id, id, [1])).toEqual([null])
    expect((await put(2)).code).toBe(401)
  })
})

describe('rate limits', () => {
  it('accept twenty minutes recorded offline at once', async () => {
    await using w = await testServer()
    const { put } = await beginRecording(w, await w.user())
    const codes = new Set<number>()
    for (let firstNumber = 1; firstNumber <= 300; firstNumber += 50) {
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, n) => put(firstNumber + n, { body: pieceOf(firstNumber + n, 1) })),
      )
      for (const { code } of results) codes.add(code)
    }
    expect([...codes]).toEqual([200])
  })
})

describe('recordings of an account with a storage limit', () => {
  const ONE_MB = { settings: { STORAGE_LIMIT_MB: '1' } }
  const fillStorage = (user: User, filesize: number) => user.upload.presign({ body: { filesize, file_type: 'MP3' } })

  it('do not begin when the storage is full', async () => {
    await using w = await testServer(ONE_MB)
    const user = await w.user()
    const { data } = await fillStorage(user, MiB)
    expect(await expectRefusal(beginRecording(w, user))).toMatchObject({ httpStatus: 200, status: accountFull.status })
    await user.upload.abandon({ params: { upload_id: data.upload_id } })
    await beginRecording(w, user)
  })

  it('accept pieces up to the last byte, refuse the next one with 507, and accept it once there is space', async () => {
    await using w = await testServer(ONE_MB)
    const user = await w.user()
    const { put, finish } = await beginRecording(w, user)
    const pieceBytes = pieceOf(1).length
    await fillStorage(user, MiB - 2 * pieceBytes)
    for (const n of [1, 2]) expect(await put(n)).toMatchObject({ code: 200 })
    expect(await put(3)).toMatchObject({ code: 507, body: { status: accountFull.status, msg: accountFull.message } })
    expect(await put(2)).toMatchObject({ code: 200 })
    const { data } = await user.upload.unfinished({})
    await user.upload.abandon({ params: { upload_id: data.list[0]!.upload_id } })
    expect(await put(3)).toMatchObject({ code: 200 })
    expect((await finish({ pieces: 3 })).data_file.filesize).toBe(3 * pieceBytes)
    expect((await user.files.stat({ query: {} })).data_stat.storage.sound_bytes).toBe(3 * pieceBytes)
  })

  it('become files although the storage is full, and no longer count once discarded', async () => {
    await using w = await testServer(ONE_MB)
    const user = await w.user()
    const [kept, discarded] = [await beginRecording(w, user), await beginRecording(w, user)]
    await kept.put(1)
    await discarded.put(1)
    const pieceBytes = pieceOf(1).length
    await fillStorage(user, MiB - 2 * pieceBytes)
    expect((await kept.finish({ pieces: 1 })).data_file.filesize).toBe(pieceBytes)
    await user.recorder.discard({ params: discarded.params })
    expect((await user.files.stat({ query: {} })).data_stat.storage.sound_bytes).toBe(MiB - pieceBytes)
  })

  it('keep as many markers as fit into the extra data', async () => {
    await using w = await testServer()
    const { put, finish } = await beginRecording(w, await w.user())
    await put(1)
    const markers = Array.from({ length: 1000 }, (_, at) => ({ at, text: '語'.repeat(200) }))
    const { data_file } = await finish({ pieces: 1, markers })
    const extraDataBytes = Buffer.byteLength(JSON.stringify(data_file.extra_data))
    expect(extraDataBytes).toBeLessThanOrEqual(EXTRA_DATA_BYTES)
    expect(extraDataBytes).toBeGreaterThan(EXTRA_DATA_BYTES - 1000)
  })
})

import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { accountFull } from '#features/files/contract.ts'
import { EXTRA_DATA_BYTES } from '#features/files/rules.ts'
import { MiB, hours } from '#kit/units.ts'
import { giveTier } from '#test/world/giveTier.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { quietMp3 } from '#test/world/tone.ts'
import type { User } from '#test/world/user.ts'
import { type World, world } from '#test/world/world.ts'
import { finishAllForgotten } from './finishForgotten.ts'

const md5Of = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex')
const newRecording = (): string => randomBytes(16).toString('hex')

/** Sound of about four seconds of its own: silent frames, told apart by a byte that no decoder reads. */
function pieceOf(n: number, seconds = 4): Uint8Array<ArrayBuffer> {
  const bytes = quietMp3(seconds)
  bytes[60] = n % 251
  return bytes
}

type Put = { body?: Uint8Array; md5?: string; duration?: number; token?: string | null; type?: string }

/** A recording that has begun, and what sends its pieces. */
async function begun(w: World, user: User, more: { filetag_id_list?: string[]; filename?: string } = {}) {
  const id = newRecording()
  await user.recorder.begin({
    body: { recording_id: id, filename: 'Standup', start_time: w.clock.now().getTime(), timezone: 2, ...more },
  })
  const put = async (number: number, { body = pieceOf(number), md5 = md5Of(body), duration = 4000, token, type }: Put = {}) => {
    const bearer = token === undefined ? user.token : token
    const answer = await fetch(`${w.url}/api/file/recording/${id}/piece/${number}`, {
      method: 'PUT',
      body: body.slice(),
      headers: {
        'content-type': type ?? 'audio/mpeg',
        'x-piece-md5': md5,
        'x-piece-duration': String(duration),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      },
    })
    return { code: answer.status, etag: answer.headers.get('etag'), body: (await answer.json()) as { status: number } }
  }
  const finish = (body: Parameters<User['recorder']['finish']>[0]['body'] = {}) =>
    user.recorder.finish({ params: { recording_id: id }, body })
  return { id, put, finish, params: { recording_id: id } }
}

const keysOf = async (w: World, userId: string, id: string, numbers: number[]) =>
  Promise.all(numbers.map((n) => w.ground.blobs.info(`sound/${userId}/pieces-${id}/${n}-${md5Of(pieceOf(n))}`)))

describe('a recording on its way in while it is spoken', () => {
  it('becomes a file of all its pieces, with the moment it began, its folder and its markers', async () => {
    await using w = await world()
    const anna = await w.as()
    const { data_filetag } = await anna.folders.create({ body: { name: 'Work' } })
    const { id, put, finish } = await begun(w, anna, { filetag_id_list: [data_filetag.id] })
    const began = Math.floor(w.clock.now().getTime() / 1000)
    for (const n of [1, 3, 2]) {
      expect(await put(n)).toMatchObject({ code: 200, etag: `"${md5Of(pieceOf(n))}"`, body: { status: 0 } })
    }
    const { data } = await anna.recorder.unfinished({})
    expect(data.list).toMatchObject([{ recording_id: id, filename: 'Standup', pieces: 3, duration: 12_000, start_time: began }])
    const markers = [
      { at: 5000, text: 'Decision' },
      { at: 1000, text: '' },
    ]
    const { data_file } = await finish({ pieces: 3, filename: 'Standup, Monday', markers })
    const whole = Buffer.concat([1, 2, 3].map((n) => pieceOf(n)))
    expect(data_file).toMatchObject({
      filename: 'Standup, Monday',
      scene: 101,
      start_time: began,
      timezone: 2,
      filetag_id_list: [data_filetag.id],
      filesize: whole.length,
      file_md5: md5Of(whole),
      extra_data: { markers: [markers[1], markers[0]] },
    })
    expect(data_file.duration).toBe(Math.round((whole.length / 72) * 72))
    await w.settle()
    expect((await anna.recorder.unfinished({})).data.list).toEqual([])
    expect(await keysOf(w, anna.id, id, [1, 2, 3])).toEqual([null, null, null])
    const { temp_url } = await anna.files.tempUrl({ params: { id: data_file.id }, query: {} })
    expect(Buffer.from(await (await fetch(temp_url)).arrayBuffer()).equals(whole)).toBe(true)
  })

  it('gives the same file to whoever finishes it again, and to ten who do so at once', async () => {
    await using w = await world()
    const anna = await w.as()
    const { put, finish, params } = await begun(w, anna)
    await Promise.all([1, 2, 3, 4].map((n) => put(n)))
    const answers = await Promise.all(Array.from({ length: 10 }, () => finish({ pieces: 4 })))
    expect(new Set(answers.map(({ data_file }) => data_file.id)).size).toBe(1)
    await w.settle()
    expect((await finish()).data_file.id).toBe(answers[0]!.data_file.id)
    expect((await anna.files.simple({ query: {} })).data_file_total).toBe(1)
    const { data } = await anna.recorder.pieces({ params })
    expect(data).toEqual({ numbers: [], file_id: answers[0]!.data_file.id, made_of: 4 })
    expect((await put(5)).body.status).toBe(-8)
    const again = { recording_id: params.recording_id, filename: 'x', start_time: 0 }
    expect((await anna.recorder.begin({ body: again })).data.recording_id).toBe(params.recording_id)
  })

  it('takes a piece sent again, even five times at once, and refuses another body under its number', async () => {
    await using w = await world()
    const { put, finish } = await begun(w, await w.as())
    const sent = await Promise.all(Array.from({ length: 5 }, () => put(1)))
    expect(sent.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200])
    expect(await put(1, { body: pieceOf(9) })).toMatchObject({ code: 409, body: { status: -5 } })
    const raced = await Promise.all([2, 3, 4, 5].map((n) => put(2, { body: pieceOf(n) })))
    expect(raced.map(({ code }) => code).toSorted()).toEqual([200, 409, 409, 409])
    const kept = raced.findIndex(({ code }) => code === 200) + 2
    expect((await finish({ pieces: 2 })).data_file.file_md5).toBe(md5Of(Buffer.concat([pieceOf(1), pieceOf(kept)])))
  })

  it('loses no piece that was acknowledged while somebody finished it', async () => {
    await using w = await world()
    const { put, finish } = await begun(w, await w.as())
    await put(1)
    const [finished, ...pieces] = await Promise.all([finish(), ...[2, 3, 4, 5, 6, 7, 8].map((n) => put(n))])
    const kept = pieces.filter(({ code }) => code === 200).length
    expect(pieces.every(({ code }) => code === 200 || code === 410)).toBe(true)
    expect(finished.data_file.filesize).toBe((kept + 1) * pieceOf(1).length)
  })

  it('is let go of when it is under a second, status -7, and so is one without any sound', async () => {
    await using w = await world()
    const anna = await w.as()
    const short = await begun(w, anna)
    await short.put(1, { body: pieceOf(1, 0.5), duration: 500 })
    expect((await refusalOf(short.finish())).status).toBe(-7)
    expect((await refusalOf((await begun(w, anna)).finish())).status).toBe(-7)
    expect((await refusalOf(short.finish())).status).toBe(-8)
    expect((await anna.recorder.unfinished({})).data.list).toEqual([])
  })
})

describe('what the recorder refuses', () => {
  it('says which piece is missing by -5, and finishes once it has come', async () => {
    await using w = await world()
    const { put, finish } = await begun(w, await w.as())
    await put(1)
    await put(3)
    expect((await refusalOf(finish({ pieces: 3 }))).status).toBe(-5)
    await put(2)
    expect((await finish({ pieces: 3 })).data_file.filesize).toBe(3 * pieceOf(1).length)
  })

  it('of a piece: strangers, other bytes than announced, no sound, too much at once, numbers there are not', async () => {
    await using w = await world()
    const { put, id } = await begun(w, await w.as())
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
    expect(await keysOf(w, (await w.as()).id, id, [1])).toEqual([null])
  })

  it('more than five hours, as far as the pieces tell, status -1', async () => {
    await using w = await world()
    const { put } = await begun(w, await w.as())
    for (let n = 1; n <= 30; n++) expect((await put(n, { duration: 600_000 })).code).toBe(200)
    expect(await put(31, { duration: 600_000 })).toMatchObject({ code: 413, body: { status: -1 } })
  })

  it('what is no sound behind its first bytes, status -3; it is kept until its day is over', async () => {
    await using w = await world()
    const anna = await w.as()
    const { put, finish } = await begun(w, anna)
    const body = Buffer.concat([Buffer.from([0xff, 0xe3, 0x18, 0xc0]), Buffer.alloc(20_000, 'x')])
    expect((await put(1, { body })).code).toBe(200)
    expect((await refusalOf(finish())).status).toBe(-3)
    expect((await anna.recorder.unfinished({})).data.list).toHaveLength(1)
    w.clock.pass(hours(25))
    await finishAllForgotten(w.ground)
    expect((await anna.recorder.unfinished({})).data.list).toEqual([])
  })

  it('to begin without a membership, status -13 (B§6); one that ends meanwhile costs nobody what was spoken', async () => {
    await using w = await world()
    const anna = await w.as()
    const { put, finish } = await begun(w, anna)
    await giveTier(w, anna.id, 'none')
    expect((await refusalOf(begun(w, anna))).status).toBe(-13)
    expect((await put(1)).code).toBe(200)
    expect((await finish()).data_file.duration).toBeGreaterThan(3900)
  })

  it('to begin without room on the disk (-507) or with twenty unfinished (-429); a piece without room is HTTP 507', async () => {
    const disk = { free: 500e9, total: 1e12 }
    await using w = await world({ disk: () => disk })
    const anna = await w.as()
    const first = await begun(w, anna)
    disk.free = 1e9
    expect(await first.put(1)).toMatchObject({ code: 507, body: { status: -507 } })
    expect((await refusalOf(begun(w, anna))).status).toBe(-507)
    disk.free = 500e9
    expect((await first.put(1)).code).toBe(200)
    for (let n = 1; n < 20; n++) await begun(w, anna)
    expect((await refusalOf(begun(w, anna))).status).toBe(-429)
  })

  it('a foreign folder, a recording nobody began, and one thrown away (-8)', async () => {
    await using w = await world()
    const anna = await w.as()
    const ben = await w.as('ben')
    const { data_filetag } = await ben.folders.create({ body: { name: 'His' } })
    expect((await refusalOf(begun(w, anna, { filetag_id_list: [data_filetag.id] }))).httpStatus).toBe(404)
    const unknown = { params: { recording_id: newRecording() } }
    expect((await refusalOf(anna.recorder.pieces(unknown))).httpStatus).toBe(404)
    expect((await refusalOf(anna.recorder.discard(unknown))).httpStatus).toBe(404)
    expect((await refusalOf(anna.recorder.finish({ ...unknown, body: {} }))).httpStatus).toBe(404)
    const { put, finish, params, id } = await begun(w, anna)
    await put(1)
    await anna.recorder.discard({ params })
    await anna.recorder.discard({ params })
    expect((await refusalOf(finish())).status).toBe(-8)
    expect((await refusalOf(anna.recorder.pieces({ params }))).status).toBe(-8)
    expect((await refusalOf(anna.recorder.begin({ body: { recording_id: id, filename: 'x', start_time: 0 } }))).status).toBe(-8)
    expect(await put(2)).toMatchObject({ code: 410, body: { status: -8 } })
    await w.settle()
    expect(await keysOf(w, anna.id, id, [1, 2])).toEqual([null, null])
  })

  it('has nothing of an account for a second one: 404 by every way', async () => {
    await using w = await world()
    const { id, params, put } = await begun(w, await w.as())
    const ben = await w.as('ben')
    expect((await put(1, { token: ben.token })).code).toBe(404)
    expect((await refusalOf(ben.recorder.finish({ params, body: {} }))).httpStatus).toBe(404)
    expect((await refusalOf(ben.recorder.pieces({ params }))).httpStatus).toBe(404)
    expect((await refusalOf(ben.recorder.discard({ params }))).httpStatus).toBe(404)
    expect((await refusalOf(ben.recorder.begin({ body: { recording_id: id, filename: 'x', start_time: 0 } }))).httpStatus).toBe(
      404,
    )
    expect((await ben.recorder.unfinished({})).data.list).toEqual([])
    expect((await put(1)).code).toBe(200)
  })

  it('finishing into a folder deleted meanwhile costs nobody the sound', async () => {
    await using w = await world()
    const anna = await w.as()
    const { data_filetag } = await anna.folders.create({ body: { name: 'Work' } })
    const { put, finish } = await begun(w, anna, { filetag_id_list: [data_filetag.id] })
    await put(1)
    await anna.folders.remove({ params: { id: data_filetag.id } })
    expect((await finish()).data_file.filetag_id_list).toEqual([])
  })
})

describe('a recording nobody goes on with', () => {
  it('is a file within an hour after its day, also with a piece missing in its middle; a live one is not touched', async () => {
    await using w = await world()
    const anna = await w.as()
    await w.settle()
    const forgotten = await begun(w, anna)
    await forgotten.put(1)
    await forgotten.put(3)
    w.clock.pass(hours(23))
    const live = await begun(w, anna)
    await live.put(1)
    w.clock.pass(hours(2))
    await finishAllForgotten(w.ground)
    const { data_file_list } = await anna.files.simple({ query: {} })
    expect(data_file_list).toMatchObject([{ filename: 'Standup', filesize: 2 * pieceOf(1).length }])
    expect((await anna.recorder.unfinished({})).data.list).toMatchObject([{ recording_id: live.id, pieces: 1 }])
    expect((await anna.recorder.pieces({ params: forgotten.params })).data.made_of).toBe(2)
  })

  it('goes with the account, bytes and rows', async () => {
    await using w = await world()
    const anna = await w.as()
    const { put, id } = await begun(w, anna)
    await put(1)
    await anna.me.remove({})
    await w.settle()
    expect(await keysOf(w, anna.id, id, [1])).toEqual([null])
    expect((await put(2)).code).toBe(401)
  })
})

describe('limits', () => {
  it('let twenty minutes spoken without a network come at once', async () => {
    await using w = await world()
    const { put } = await begun(w, await w.as())
    const codes = new Set<number>()
    for (let from = 1; from <= 300; from += 50) {
      const sent = await Promise.all(Array.from({ length: 50 }, (_, n) => put(from + n, { body: pieceOf(from + n, 1) })))
      for (const { code } of sent) codes.add(code)
    }
    expect([...codes]).toEqual([200])
  })
})

describe('a recording of an account with a limit of storage', () => {
  const ONE_MB = { settings: { STORAGE_LIMIT_MB: '1' } }
  const fill = (user: User, filesize: number) => user.upload.presign({ body: { filesize, file_type: 'MP3' } })

  it('does not begin when the account is full', async () => {
    await using w = await world(ONE_MB)
    const anna = await w.as()
    const { data } = await fill(anna, MiB)
    expect(await refusalOf(begun(w, anna))).toMatchObject({ httpStatus: 200, status: accountFull.status })
    await anna.upload.abandon({ params: { upload_id: data.upload_id } })
    await begun(w, anna)
  })

  it('takes pieces to the last byte, refuses the next with 507, and takes it once there is room again', async () => {
    await using w = await world(ONE_MB)
    const anna = await w.as()
    const { put, finish } = await begun(w, anna)
    const each = pieceOf(1).length
    await fill(anna, MiB - 2 * each)
    for (const n of [1, 2]) expect(await put(n)).toMatchObject({ code: 200 })
    expect(await put(3)).toMatchObject({ code: 507, body: { status: accountFull.status, msg: accountFull.says } })
    expect(await put(2)).toMatchObject({ code: 200 })
    const { data } = await anna.upload.unfinished({})
    await anna.upload.abandon({ params: { upload_id: data.list[0]!.upload_id } })
    expect(await put(3)).toMatchObject({ code: 200 })
    expect((await finish({ pieces: 3 })).data_file.filesize).toBe(3 * each)
    expect((await anna.files.stat({ query: {} })).data_stat.storage.sound_bytes).toBe(3 * each)
  })

  it('becomes a file although the account is full by then, and one thrown away counts no more', async () => {
    await using w = await world(ONE_MB)
    const anna = await w.as()
    const [kept, dropped] = [await begun(w, anna), await begun(w, anna)]
    await kept.put(1)
    await dropped.put(1)
    const each = pieceOf(1).length
    await fill(anna, MiB - 2 * each)
    expect((await kept.finish({ pieces: 1 })).data_file.filesize).toBe(each)
    await anna.recorder.discard({ params: dropped.params })
    expect((await anna.files.stat({ query: {} })).data_stat.storage.sound_bytes).toBe(MiB - each)
  })

  it('keeps as many of its markers as fit beside it', async () => {
    await using w = await world()
    const { put, finish } = await begun(w, await w.as())
    await put(1)
    const markers = Array.from({ length: 1000 }, (_, at) => ({ at, text: '語'.repeat(200) }))
    const { data_file } = await finish({ pieces: 1, markers })
    const weight = Buffer.byteLength(JSON.stringify(data_file.extra_data))
    expect(weight).toBeLessThanOrEqual(EXTRA_DATA_BYTES)
    expect(weight).toBeGreaterThan(EXTRA_DATA_BYTES - 1000)
  })
})

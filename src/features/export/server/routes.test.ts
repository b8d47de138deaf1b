import { describe, expect, it } from 'vitest'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { unzip } from '#test/server/unzip.ts'
import { createClients } from '#test/server/user.ts'
import { minutes } from '#shared/units.ts'
import { FORMAT_IDS } from '../rules.ts'

/** Uploads and transcribes a recording, with a summary. */
async function transcribe(
  server: TestServer,
  { user, name = 'Weekly: plan/1', seconds = 12 }: { user?: string; name?: string; seconds?: number } = {},
) {
  const { id } = await server.uploadFile({ ...(user && { user }), name, seconds })
  await (await server.user(user)).generate.transsumm({ params: { id }, body: {} })
  await server.waitForJobs()
  return id
}

const download = async (url: string) => {
  const response = await fetch(url)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, bytes, text: String(bytes), headers: response.headers }
}

describe('POST /file/export', () => {
  it('links to one file, with a name and type for saving', async () => {
    await using server = await testServer()
    const { exports } = await server.user()
    const id = await transcribe(server)
    const { data } = await exports.create({ body: { file_ids: [id], formats: ['srt'] } })
    expect(data).toMatchObject({ filename: 'Weekly- plan-1.srt', files: 1 })
    const file = await download(data.url)
    expect(file.status).toBe(200)
    expect(file.text).toMatch(/^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\n.+/)
    expect(file.headers.get('content-disposition')).toContain('attachment; filename="Weekly- plan-1.srt"')
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    expect(file.headers.get('cache-control')).toBe('no-store')
  })

  it('links to a ZIP of several formats and recordings, with names that are unique and safe', async () => {
    await using server = await testServer()
    const { exports } = await server.user()
    const hostile = 'a/../b\u202e\r\nx'
    const ids = [await transcribe(server, { name: hostile }), await transcribe(server, { name: hostile })]
    const { data } = await exports.create({ body: { file_ids: ids, formats: ['txt', 'original'] } })
    expect(data.filename).toBe('Earshot.zip')
    const archive = unzip((await download(data.url)).bytes)
    expect([...archive.keys()].sort()).toEqual(
      ['a-..-b x (2)/a-..-b x.txt', 'a-..-b x (2)/a-..-b x.wav', 'a-..-b x/a-..-b x.txt', 'a-..-b x/a-..-b x.wav'].sort(),
    )
  })

  it('writes every format of a recording into one ZIP', async () => {
    await using server = await testServer()
    const { exports } = await server.user()
    const id = await transcribe(server, { name: 'Talk', seconds: 100 })
    const preview = await exports.preview({ body: { file_ids: [id], formats: [] } })
    const available = preview.data.formats.flatMap(({ format, files }) => (files > 0 ? [format] : []))
    const { data } = await exports.create({ body: { file_ids: [id], formats: FORMAT_IDS } })
    const archive = unzip((await download(data.url)).bytes)
    expect(archive.size).toBe(available.length)
    expect(available).toEqual(expect.arrayContaining(['txt', 'pdf', 'docx', 'svg', 'png', 'mp3', 'original']))
    for (const [name, bytes] of archive) expect([name, bytes.length > 0 || name.endsWith('.rttm')]).toEqual([name, true])
    const mp3 = archive.get('Talk.mp3')
    expect(mp3?.readUInt16BE(0)).toBeGreaterThanOrEqual(0xffe0)
    expect(archive.get('Talk.wav')?.subarray(0, 4).toString()).toBe('RIFF')
  })

  it('offers only the audio of a recording without a transcript, and refuses the rest', async () => {
    await using server = await testServer()
    const { exports } = await server.user()
    const { id } = await server.uploadFile({ name: 'Silent', seconds: 2 })
    const { data } = await exports.preview({ body: { file_ids: [id], formats: ['txt'] } })
    expect(data.formats.flatMap(({ format, files }) => (files > 0 ? [format] : []))).toEqual(['mp3', 'original'])
    expect(data.formats.find(({ format }) => format === 'srt')?.reason).toBe('noTranscript')
    expect(await expectRefusal(exports.create({ body: { file_ids: [id], formats: ['txt', 'ics'] } }))).toMatchObject({
      status: -2,
    })
    expect((await exports.create({ body: { file_ids: [id], formats: ['txt', 'original'] } })).data.filename).toBe('Silent.wav')
  })

  it('exports a recording in the trash', async () => {
    await using server = await testServer()
    const { exports, files } = await server.user()
    const id = await transcribe(server, { name: 'Trashed' })
    await files.trash({ body: [id] })
    const { data } = await exports.create({ body: { file_ids: [id], formats: ['md'] } })
    expect((await download(data.url)).text).toMatch(/^# Trashed\n/)
  })

  it('returns 404 for a recording of another account, alone or together with one’s own, and 401 without a session', async () => {
    await using server = await testServer()
    const foreign = await transcribe(server, { user: 'anna' })
    const { exports } = await server.user('ben')
    const own = (await server.uploadFile({ user: 'ben', seconds: 1 })).id
    for (const file_ids of [[foreign], [own, foreign]]) {
      expect(await expectRefusal(exports.create({ body: { file_ids, formats: ['txt'] } }))).toMatchObject({ httpStatus: 404 })
      expect(await expectRefusal(exports.preview({ body: { file_ids, formats: ['txt'] } }))).toMatchObject({ httpStatus: 404 })
    }
    const stranger = createClients(server.url, {}).exports
    expect(await expectRefusal(stranger.create({ body: { file_ids: [own], formats: ['txt'] } }))).toMatchObject({
      httpStatus: 401,
    })
    expect(await expectRefusal(stranger.preview({ body: { file_ids: [own], formats: [] } }))).toMatchObject({ httpStatus: 401 })
    expect(await expectRefusal(stranger.formats({}))).toMatchObject({ httpStatus: 401 })
  })
})

describe('the link of an export', () => {
  it('expires after five minutes and with its session, and is invalid when anything in it is changed', async () => {
    await using server = await testServer()
    const [anna, ben] = [await server.user('anna'), await server.user('ben')]
    const id = await transcribe(server, { user: 'anna' })
    const create = async () => (await anna.exports.create({ body: { file_ids: [id], formats: ['txt'] } })).data.url
    const changed = (url: string, name: string, value: string) => {
      const link = new URL(url)
      link.searchParams.set(name, value)
      return link.href
    }
    const url = await create()
    expect((await download(url)).status).toBe(200)
    expect((await download(changed(url, 'user', ben.id))).status).toBe(403)
    expect((await download(changed(url, 'id', '0'.repeat(32)))).status).toBe(403)
    expect((await download(changed(url, 'expires', '99999999999999'))).status).toBe(403)
    expect((await download(`${server.url}/api/file/export/download`)).status).toBe(403)
    server.clock.advance(minutes(5))
    expect((await download(url)).status).toBe(403)
    const next = await create()
    await anna.sessions.signOut({ body: {} })
    expect((await download(next)).status).toBe(403)
  })
})

describe('a link whose files are gone when it is opened', () => {
  it.each([[['opml']], [['opml', 'svg']]] as const)('returns 404 and no empty file: %j', async (formats) => {
    await using server = await testServer()
    const { exports, notes } = await server.user()
    const file_id = await transcribe(server, { seconds: 100 })
    const { data } = await exports.create({ body: { file_ids: [file_id], formats: [...formats] } })
    const [note] = (await notes.queryNote({ headers: {}, query: { file_id } })).data
    await notes.updateNote({ body: { file_id, note_id: note!.note_id, note_content: 'No points any more' } })
    const { status, text } = await download(data.url)
    expect([status, JSON.parse(text)]).toMatchObject([404, { status: -2 }])
  })
})

describe('GET /file/{id}/export/{format} for scripts', () => {
  const get = async (server: TestServer, path: string, token?: string) => {
    const response = await fetch(`${server.url}/api/file/${path}`, token ? { headers: { authorization: `Bearer ${token}` } } : {})
    return { status: response.status, text: await response.text(), type: response.headers.get('content-type') }
  }

  it('returns the file with the options of the query', async () => {
    await using server = await testServer()
    const { token, exports } = await server.user()
    const id = await transcribe(server, { name: 'Talk' })
    const plain = await get(server, `${id}/export/txt?times=none&notes=false`, token)
    expect(plain.text).toMatch(/^Talk\n====/)
    expect(plain.text).not.toContain('0:00\n')
    expect(plain.type).toContain('text/plain')
    expect((await get(server, `${id}/export/SRT?line_length=24`, token)).text).toMatch(/^1\n/)
    expect((await get(server, `${id}/export/html`, token)).type).toBe('application/octet-stream')
    expect((await exports.formats({})).data).toHaveLength(33)
  })

  it('refuses unknown formats and options, a missing session or transcript, and recordings of another account', async () => {
    await using server = await testServer()
    const { token } = await server.user('anna')
    const { token: other } = await server.user('ben')
    const { id } = await server.uploadFile({ user: 'anna', seconds: 1 })
    expect((await get(server, `${id}/export/doc`, token)).status).toBe(404)
    expect((await get(server, `${id}/export/txt?times=minutes`, token)).status).toBe(422)
    expect((await get(server, `${id}/export/txt`)).status).toBe(401)
    expect((await get(server, `${id}/export/original`, other)).status).toBe(404)
    const nothing = await get(server, `${id}/export/txt`, token)
    expect([nothing.status, nothing.type, JSON.parse(nothing.text)]).toMatchObject([
      404,
      expect.stringContaining('json'),
      { status: -2, msg: expect.stringContaining('nothing') as string },
    ])
    expect((await get(server, `${id}/export/original`, token)).type).toContain('audio/')
  })
})

describe('POST /file/document/export for existing programs', () => {
  const segment = { start_time: 0, end_time: 2000, content: 'Changed in the program.', speaker: 'Ada' }

  it.each([
    ['TXT', 1, 1, /^My title\n=+\n\nMarch 2, 2026.*\n\n0:00 {2}Ada\nChanged in the program\.\n$/],
    ['SRT', 0, 1, /^1\n00:00:00,000 --> 00:00:02,000\nChanged in the program\.\n$/],
    ['MD', 1, 0, /Ada: Changed in the program\./],
  ])('creates %s from the uploaded texts', async (to_format, with_speaker, with_timestamp, expected) => {
    await using server = await testServer()
    const { exports } = await server.user()
    const { id } = await server.uploadFile({ seconds: 1 })
    const { data } = await exports.document({
      body: {
        file_id: id,
        prompt_type: 'trans',
        to_format,
        title: 'My title',
        create_time: '2026-03-02 09:00:00',
        with_speaker,
        with_timestamp,
        trans_content: [segment],
      },
    })
    expect(data).toMatch(/^http/)
    expect((await download(data)).text).toMatch(expected)
  })

  it.each(['PDF', 'DOCX'])('creates %s from a summary', async (to_format) => {
    await using server = await testServer()
    const { exports } = await server.user()
    const { id } = await server.uploadFile({ seconds: 1 })
    const { data } = await exports.document({
      body: { file_id: id, prompt_type: 'summary', to_format, title: 'T', summary_content: '# Hello\n\n- one' },
    })
    expect((await download(data)).bytes.length).toBeGreaterThan(1000)
  })

  it('refuses other formats, empty texts, and recordings of another account', async () => {
    await using server = await testServer()
    const { exports } = await server.user('anna')
    const { id } = await server.uploadFile({ user: 'anna', seconds: 1 })
    const body = { file_id: id, prompt_type: 'trans', to_format: 'TXT', title: 'T' } as const
    expect(await expectRefusal(exports.document({ body: { ...body, to_format: 'DOC' } }))).toMatchObject({ status: -3 })
    expect(await expectRefusal(exports.document({ body: { ...body, prompt_type: 'summary', to_format: 'SRT' } }))).toMatchObject({
      status: -3,
    })
    expect(await expectRefusal(exports.document({ body }))).toMatchObject({ status: -2 })
    const { exports: other } = await server.user('ben')
    expect(await expectRefusal(other.document({ body }))).toMatchObject({ httpStatus: 404 })
  })
})

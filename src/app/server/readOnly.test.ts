import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { GiB, MiB } from '#shared/units.ts'
import { READ_ONLY } from '#shared/contract.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { signUp } from '#test/server/user.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import type { TestServerOptions } from '#test/server/pool/startServer.ts'
import { testServer } from '#test/server/testServer.ts'

/** A test server with a simulated disk. */
async function serverOnDisk(options: TestServerOptions = {}) {
  const disk = { free: 100 * GiB, total: 200 * GiB }
  const server = await testServer({ ...options, disk: () => disk })
  const free = (bytes: number) => {
    disk.free = bytes
    server.clock.advance(1000)
  }
  return { ...server, free, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')
const recordingId = 'a'.repeat(32)

describe('a server with an almost full disk', () => {
  it('refuses calls that add data, with a message and status -507', async () => {
    await using server = await serverOnDisk()
    const file = await server.uploadFile({ seconds: 2 })
    const user = await server.user()
    server.free(512 * MiB - 1)
    const addingCalls = [
      user.upload.presign({ body: { filesize: 1000, file_type: 'MP3' } }),
      user.recorder.begin({ body: { recording_id: recordingId, filename: 'Now', start_time: 1_772_442_000_000 } }),
      user.files.change({ params: { id: file.id }, body: { filename: 'Other' } }),
      user.files.change({ params: { id: file.id }, body: { extra_data: { a: 1 } } }),
      user.folders.create({ body: { name: 'New', icon: 'e64b', color: '#000000' } }),
      user.devices.add({ body: { sn: '8801234567890', name: 'Mine', model: 'NOTE' } }),
      user.invitations.create({}),
      user.generate.transsumm({ params: { id: file.id }, body: {} }),
      user.exports.document({ body: { file_id: file.id, prompt_type: 'summary', to_format: 'TXT', summary_content: 'Hello' } }),
      signUp(server.url, 'late'),
    ]
    for (const refusal of await Promise.all(addingCalls.map(expectRefusal)))
      expect(refusal).toMatchObject({ httpStatus: 200, status: -507, message: READ_ONLY.message })
  })

  it('refuses parts, pieces and forms with 507 before it reads their bytes', async () => {
    await using server = await serverOnDisk()
    const { upload, recorder, token } = await server.user()
    const authorization = `Bearer ${token}`
    const bytes = createToneWav(2)
    const { data } = await upload.presign({ body: { filesize: bytes.length, file_type: 'MP3' } })
    await recorder.begin({ body: { recording_id: recordingId, filename: 'Now', start_time: 1_772_442_000_000 } })
    server.free(100 * MiB)
    const part = await fetch(data.part_urls[0]!, { method: 'PUT', body: bytes.slice() })
    expect([part.status, await part.json()]).toMatchObject([507, { status: -507 }])
    const frames = Buffer.of(0xff, 0xfb, 0x90, 0x64)
    const piece = await fetch(`${server.url}/api/file/recording/${recordingId}/piece/1`, {
      method: 'PUT',
      headers: { 'content-type': 'audio/mpeg', 'x-piece-md5': md5(frames), 'x-piece-duration': '2000', authorization },
      body: frames,
    })
    expect([piece.status, await piece.json()]).toMatchObject([507, { status: -507 }])
    const form = new FormData()
    form.set('file', new Blob([bytes.slice()]), 'one.mp3')
    const response = await fetch(`${server.url}/api/file/upload`, { method: 'POST', headers: { authorization }, body: form })
    expect(await response.json()).toMatchObject({ status: -507 })
  })

  it('lets users sign in, read, play, stop and delete', async () => {
    await using server = await serverOnDisk()
    const file = await server.uploadFile({ seconds: 2 })
    const other = await server.uploadFile({ seconds: 3 })
    const user = await server.user()
    server.free(10 * MiB)
    const { data } = await user.account.signIn({ body: { email: user.email, password: 'correct horse' } })
    expect(data.access_token).toBeTruthy()
    expect((await user.files.list({ query: {}, body: [file.id] })).data_file_list).toHaveLength(1)
    const link = await user.files.tempUrl({ params: { id: file.id }, query: {} })
    expect((await fetch(link.temp_url)).status).toBe(200)
    await user.files.trash({ body: [file.id] })
    await user.files.untrash({ body: [file.id] })
    await user.files.trash({ body: [file.id, other.id] })
    await user.files.remove({ query: {}, body: [file.id, other.id] })
    await server.waitForJobs()
    expect((await user.files.simple({ query: {} })).data_file_total).toBe(0)
    await user.sessions.signOut({ body: {} })
  })

  it('reports it in the health routes and a header, and accepts everything again when there is space', async () => {
    await using server = await serverOnDisk()
    const { token, folders } = await server.user()
    const fetchList = () => fetch(`${server.url}/api/file/simple/web`, { headers: { authorization: `Bearer ${token}` } })
    expect((await fetchList()).headers.get('x-read-only')).toBeNull()
    server.free(511 * MiB)
    expect((await fetchList()).headers.get('x-read-only')).toBe('1')
    const ready = await fetch(`${server.url}/readyz`)
    expect([ready.status, await ready.json()]).toMatchObject([503, { status: -503, msg: READ_ONLY.message }])
    const health = await fetch(`${server.url}/healthz`)
    expect([health.status, await health.json()]).toMatchObject([200, { status: 0, read_only: true }])
    server.free(20 * GiB)
    expect((await fetchList()).headers.get('x-read-only')).toBeNull()
    expect(await (await fetch(`${server.url}/healthz`)).json()).toMatchObject({ read_only: false })
    await folders.create({ body: { name: 'New', icon: 'e64b', color: '#000000' } })
    await server.uploadFile({ seconds: 2 })
  })

  it('does not start transcriptions until there is space', async () => {
    await using server = await serverOnDisk()
    const file = await server.uploadFile({ seconds: 2 })
    const { generate } = await server.user()
    const startTranscription = async () => (await generate.transsumm({ params: { id: file.id }, body: {} })).status
    server.free(100 * MiB)
    expect((await expectRefusal(startTranscription())).status).toBe(-507)
    server.free(20 * GiB)
    await startTranscription()
    await server.waitForJobs()
    expect(await startTranscription()).toBe(1)
  })
})

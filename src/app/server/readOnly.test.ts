import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { GiB, MiB } from '#kit/units.ts'
import { READ_ONLY } from '#kit/contract.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { signUp } from '#test/world/user.ts'
import { tone } from '#test/world/tone.ts'
import { world, type WorldOptions } from '#test/world/world.ts'

/** A test server with a simulated disk. */
async function onDisk(options: WorldOptions = {}) {
  const disk = { free: 100 * GiB, total: 200 * GiB }
  const w = await world({ ...options, disk: () => disk })
  const free = (bytes: number) => {
    disk.free = bytes
    w.clock.pass(1000)
  }
  return { ...w, free, [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
}

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')
const recordingId = 'a'.repeat(32)

describe('a server with an almost full disk', () => {
  it('refuses calls that add data with a message and status -507', async () => {
    await using w = await onDisk()
    const file = await w.file({ seconds: 2 })
    const user = await w.as()
    w.free(512 * MiB - 1)
    const adding = [
      user.upload.presign({ body: { filesize: 1000, file_type: 'MP3' } }),
      user.recorder.begin({ body: { recording_id: recordingId, filename: 'Now', start_time: 1_772_442_000_000 } }),
      user.files.change({ params: { id: file.id }, body: { filename: 'Other' } }),
      user.files.change({ params: { id: file.id }, body: { extra_data: { a: 1 } } }),
      user.folders.create({ body: { name: 'New', icon: 'e64b', color: '#000000' } }),
      user.devices.add({ body: { sn: '8801234567890', name: 'Mine', model: 'NOTE' } }),
      user.invitations.create({}),
      user.generate.transsumm({ params: { id: file.id }, body: {} }),
      signUp(w.url, 'late'),
    ]
    for (const refusal of await Promise.all(adding.map(refusalOf)))
      expect(refusal).toMatchObject({ httpStatus: 200, status: -507, message: READ_ONLY.says })
  })

  it('refuses parts, pieces and forms with 507 before it reads their bytes', async () => {
    await using w = await onDisk()
    const { upload, recorder, token } = await w.as()
    const authorization = `Bearer ${token}`
    const bytes = tone(2)
    const { data } = await upload.presign({ body: { filesize: bytes.length, file_type: 'MP3' } })
    await recorder.begin({ body: { recording_id: recordingId, filename: 'Now', start_time: 1_772_442_000_000 } })
    w.free(100 * MiB)
    const part = await fetch(data.part_urls[0]!, { method: 'PUT', body: bytes.slice() })
    expect([part.status, await part.json()]).toMatchObject([507, { status: -507 }])
    const frames = Buffer.of(0xff, 0xfb, 0x90, 0x64)
    const piece = await fetch(`${w.url}/api/file/recording/${recordingId}/piece/1`, {
      method: 'PUT',
      headers: { 'content-type': 'audio/mpeg', 'x-piece-md5': md5(frames), 'x-piece-duration': '2000', authorization },
      body: frames,
    })
    expect([piece.status, await piece.json()]).toMatchObject([507, { status: -507 }])
    const form = new FormData()
    form.set('file', new Blob([bytes.slice()]), 'one.mp3')
    const sent = await fetch(`${w.url}/api/file/upload`, { method: 'POST', headers: { authorization }, body: form })
    expect(await sent.json()).toMatchObject({ status: -507 })
  })

  it('lets users sign in, read, play, stop and delete', async () => {
    await using w = await onDisk()
    const file = await w.file({ seconds: 2 })
    const other = await w.file({ seconds: 3 })
    const user = await w.as()
    w.free(10 * MiB)
    const { data } = await user.account.signIn({ body: { email: user.email, password: 'correct horse' } })
    expect(data.access_token).toBeTruthy()
    expect((await user.files.list({ query: {}, body: [file.id] })).data_file_list).toHaveLength(1)
    const link = await user.files.tempUrl({ params: { id: file.id }, query: {} })
    expect((await fetch(link.temp_url)).status).toBe(200)
    await user.files.trash({ body: [file.id] })
    await user.files.untrash({ body: [file.id] })
    await user.files.trash({ body: [file.id, other.id] })
    await user.files.remove({ query: {}, body: [file.id, other.id] })
    await w.settle()
    expect((await user.files.simple({ query: {} })).data_file_total).toBe(0)
    await user.sessions.signOut({ body: {} })
  })

  it('reports it in the health routes and a header, and accepts everything again when there is space', async () => {
    await using w = await onDisk()
    const { token, folders } = await w.as()
    const list = () => fetch(`${w.url}/api/file/simple/web`, { headers: { authorization: `Bearer ${token}` } })
    expect((await list()).headers.get('x-read-only')).toBeNull()
    w.free(511 * MiB)
    expect((await list()).headers.get('x-read-only')).toBe('1')
    const ready = await fetch(`${w.url}/readyz`)
    expect([ready.status, await ready.json()]).toMatchObject([503, { status: -503, msg: READ_ONLY.says }])
    const alive = await fetch(`${w.url}/healthz`)
    expect([alive.status, await alive.json()]).toMatchObject([200, { status: 0, read_only: true }])
    w.free(20 * GiB)
    expect((await list()).headers.get('x-read-only')).toBeNull()
    expect(await (await fetch(`${w.url}/healthz`)).json()).toMatchObject({ read_only: false })
    await folders.create({ body: { name: 'New', icon: 'e64b', color: '#000000' } })
    await w.file({ seconds: 2 })
  })

  it('starts no transcription, and starts it when there is space', async () => {
    await using w = await onDisk()
    const file = await w.file({ seconds: 2 })
    const { generate } = await w.as()
    const ask = async () => (await generate.transsumm({ params: { id: file.id }, body: {} })).status
    w.free(100 * MiB)
    expect((await refusalOf(ask())).status).toBe(-507)
    w.free(20 * GiB)
    await ask()
    await w.settle()
    expect(await ask()).toBe(1)
  })
})

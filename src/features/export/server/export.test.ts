import { describe, expect, it } from 'vitest'
import { hours, minutes } from '#kit/units.ts'
import { createFile } from '#features/files/server.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { unzip } from '#test/world/unzip.ts'
import { clientsOf } from '#test/world/user.ts'
import { type World, world } from '#test/world/world.ts'

const linkOf = async (w: World, name?: string) => (await (await w.as(name)).exporting.all({})).data.url

async function archiveAt(url: string): Promise<Map<string, Buffer>> {
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('content-disposition')).toContain('attachment; filename="Earshot 2026-03-02.zip"')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return unzip(Buffer.from(await answer.arrayBuffer()))
}

const changed = (url: string, change: Record<string, string>) => {
  const link = new URL(url)
  for (const [key, value] of Object.entries(change)) link.searchParams.set(key, value)
  return link
}

/** Returns the status after reading the whole response, because the server does not close while a response is being sent. */
async function statusOf(url: string | URL): Promise<number> {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  return answer.status
}

describe('the personal data export', () => {
  it('is a ZIP with the account data and the audio, transcript and summary of each recording', async () => {
    await using w = await world()
    const { files, folders, generate, email } = await w.as()
    await folders.create({ body: { name: 'Research' } })
    const { id } = await w.file({ name: 'Plans: a/b', seconds: 12 })
    const dropped = await w.file({ name: 'Dropped', seconds: 2 })
    await generate.transsumm({ params: { id }, body: {} })
    await w.settle()
    await files.trash({ body: [dropped.id] })
    const archive = await archiveAt(await linkOf(w))
    const folder = `recordings/2026-03-02 Plans- a-b (${id.slice(-8)})`
    const other = `recordings/2026-03-02 Dropped (${dropped.id.slice(-8)})`
    expect([...archive.keys()].sort()).toEqual(
      [
        'account.json',
        ...['sound.wav', 'summary.md', 'transcript.json', 'transcript.txt'].map((name) => `${folder}/${name}`),
        ...['sound.wav', 'transcript.json'].map((name) => `${other}/${name}`),
      ].sort(),
    )
    const account = String(archive.get('account.json'))
    expect(account).toContain(email)
    expect(account).toContain('Research')
    expect(account).not.toMatch(/password_hash|scrypt|argon|token|sealed/i)
    const [file] = (await files.list({ query: {}, body: [id] })).data_file_list
    expect(JSON.parse(String(archive.get(`${folder}/transcript.json`)))).toMatchObject({ trans_result: file?.trans_result })
    expect(String(archive.get(`${folder}/transcript.txt`))).toMatch(/^0:00\nWe meet on Tuesday/)
    expect(String(archive.get(`${folder}/summary.md`)).trim()).toBe(file?.ai_content.trim())
    const { temp_url } = await files.tempUrl({ params: { id }, query: {} })
    expect(archive.get(`${folder}/sound.wav`)?.equals(Buffer.from(await (await fetch(temp_url)).arrayBuffer()))).toBe(true)
  })

  it('contains passages that were not understood in both transcript formats', async () => {
    await using w = await world()
    const { generate } = await w.as()
    const { id } = await w.file({ name: 'not understood 4-7', seconds: 12 })
    await generate.transsumm({ params: { id }, body: {} })
    await w.settle()
    const archive = [...(await archiveAt(await linkOf(w)))]
    const entry = (name: string) => String(archive.find(([path]) => path.endsWith(name))?.[1])
    expect(entry('/transcript.txt')).toContain('\n\n0:04\n[not understood 0:04-0:07]\n\n0:07\n')
    expect(JSON.parse(entry('/transcript.json'))).toMatchObject({
      trans_result: [{}, { start_time: 4000, end_time: 7000, not_understood: true }, {}],
    })
  })

  it('leaves out missing audio and deleted recordings', async () => {
    await using w = await world()
    const { files, id: userId } = await w.as()
    const [kept, gone] = [await w.file({ seconds: 2 }), await w.file({ seconds: 2 })]
    const lost = await createFile(w.ground, {
      userId,
      filename: 'Lost',
      sound: { kind: 'mp3', duration: 1000, blobKey: `sound/${userId}/lost`, bytes: 10, md5: '' },
      scene: 101,
      startTime: w.clock.now(),
    })
    const url = await linkOf(w)
    await files.remove({ query: {}, body: [gone.id] })
    const names = [...(await archiveAt(url)).keys()].join('\n')
    expect(names).toContain(`(${kept.id.slice(-8)})/sound.wav`)
    expect(names).toContain(`(${lost.file_id.slice(-8)})/transcript.json`)
    expect(names).not.toContain(`(${lost.file_id.slice(-8)})/sound`)
    expect(names).not.toContain(gone.id.slice(-8))
  })

  it('has a separate folder for each recording, also with equal names', async () => {
    await using w = await world()
    for (let n = 0; n < 3; n++) await w.file({ name: 'The same', seconds: 1 })
    const archive = await archiveAt(await linkOf(w))
    const sounds = [...archive.keys()].filter((name) => name.endsWith('/sound.wav'))
    expect(new Set(sounds).size).toBe(3)
  })

  it('contains no data of other accounts', async () => {
    await using w = await world()
    const { id } = await w.file({ as: 'anna', seconds: 2 })
    const archive = await archiveAt(await linkOf(w, 'ben'))
    expect([...archive.keys()]).toEqual(['account.json'])
    expect(String(archive.get('account.json'))).not.toContain('anna')
    expect(String(archive.get('account.json'))).not.toContain(id)
  })
})

describe('the download link', () => {
  it('expires after five minutes', async () => {
    await using w = await world()
    const url = await linkOf(w)
    w.clock.pass(minutes(5) - 1)
    expect(await statusOf(url)).toBe(200)
    w.clock.pass(1)
    expect(await statusOf(url)).toBe(403)
  })

  it('ends with its session and with the account (case 18)', async () => {
    await using w = await world()
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    const [first, second] = [await linkOf(w, 'anna'), await linkOf(w, 'ben')]
    await anna.sessions.signOut({ body: {} })
    expect(await statusOf(first)).toBe(403)
    expect(await statusOf(second)).toBe(200)
    await ben.me.remove({})
    expect(await statusOf(second)).toBe(403)
  })

  it('returns 403 with a changed user id, expiry time or signature', async () => {
    await using w = await world()
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    const [first, second] = [await linkOf(w, 'anna'), await linkOf(w, 'ben')]
    const signature = (url: string) => new URL(url).searchParams.get('sig') ?? ''
    expect(await statusOf(changed(first, { user: ben.id }))).toBe(403)
    expect(await statusOf(changed(second, { user: anna.id }))).toBe(403)
    expect(await statusOf(changed(first, { sig: signature(second) }))).toBe(403)
    expect(await statusOf(changed(first, { expires: String(w.clock.now().getTime() + hours(1)) }))).toBe(403)
    expect(await statusOf(`${w.url}/api/user/me/export/archive`)).toBe(403)
    expect(await statusOf(first)).toBe(200)
  })

  it('returns 403 with the signature of a recording link', async () => {
    await using w = await world()
    const { files, id: userId } = await w.as()
    const { id } = await w.file({ seconds: 1 })
    const { temp_url } = await files.tempUrl({ params: { id }, query: {} })
    const [expires, sig] = ['expires', 'sig'].map((key) => new URL(temp_url).searchParams.get(key) ?? '') as [string, string]
    expect(await statusOf(changed(await linkOf(w), { user: userId, expires, sig }))).toBe(403)
  })

  it('is created three times an hour, then 429; without a session 401', async () => {
    await using w = await world()
    for (let n = 0; n < 3; n++) expect(await statusOf(await linkOf(w))).toBe(200)
    expect(await refusalOf(linkOf(w))).toMatchObject({ httpStatus: 429 })
    expect(await refusalOf(clientsOf(w.url, {}).exporting.all({}))).toMatchObject({ httpStatus: 401 })
    w.clock.pass(hours(1))
    expect(await statusOf(await linkOf(w))).toBe(200)
  })

  it('returns 429 after six downloads', async () => {
    await using w = await world()
    const url = await linkOf(w)
    const codes = []
    for (let n = 0; n < 7; n++) codes.push(await statusOf(url))
    expect(codes).toEqual([200, 200, 200, 200, 200, 200, 429])
  })

  it('stops creating the archive when the client aborts', async () => {
    await using w = await world()
    for (let n = 0; n < 3; n++) await w.file({ seconds: 60 })
    const stop = new AbortController()
    const answer = await fetch(await linkOf(w), { signal: stop.signal })
    await answer.body?.getReader().read()
    stop.abort()
    expect(await statusOf(await linkOf(w))).toBe(200)
  })
})

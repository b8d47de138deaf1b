import { describe, expect, it } from 'vitest'
import { hours, minutes } from '#shared/units.ts'
import { createFile } from '#features/files/server.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { unzip } from '#test/server/unzip.ts'
import { createClients } from '#test/server/user.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

const createLink = async (server: TestServer, name?: string) => (await (await server.user(name)).personalData.all({})).data.url

async function fetchArchive(url: string): Promise<Map<string, Buffer>> {
  const response = await fetch(url)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toContain('attachment; filename="Earshot 2026-03-02.zip"')
  expect(response.headers.get('cache-control')).toBe('no-store')
  return unzip(Buffer.from(await response.arrayBuffer()))
}

const withParams = (url: string, change: Record<string, string>) => {
  const link = new URL(url)
  for (const [key, value] of Object.entries(change)) link.searchParams.set(key, value)
  return link
}

/** Returns the status after reading the whole response, because the server does not close while a response is being sent. */
async function fetchStatus(url: string | URL): Promise<number> {
  const response = await fetch(url)
  await response.arrayBuffer()
  return response.status
}

describe('the personal data export', () => {
  it('is a ZIP with the account data and each recording as audio and in open formats', async () => {
    await using server = await testServer()
    const { files, folders, generate, email } = await server.user()
    await folders.create({ body: { name: 'Research' } })
    const { id } = await server.uploadFile({ name: 'Plans: a/b', seconds: 12 })
    const trashed = await server.uploadFile({ name: 'Dropped', seconds: 2 })
    await generate.transsumm({ params: { id }, body: {} })
    await server.waitForJobs()
    await files.trash({ body: [trashed.id] })
    const archive = await fetchArchive(await createLink(server))
    const folder = `recordings/2026-03-02 Plans- a-b (${id.slice(-8)})`
    const trashedFolder = `recordings/2026-03-02 Dropped (${trashed.id.slice(-8)})`
    expect([...archive.keys()].sort()).toEqual(
      [
        'account.json',
        ...['sound.wav', 'summary.md', 'transcript.json', 'transcript.txt'].map((name) => `${folder}/${name}`),
        ...['csv', 'html', 'md', 'srt'].map((suffix) => `${folder}/recording.${suffix}`),
        ...['sound.wav', 'transcript.json'].map((name) => `${trashedFolder}/${name}`),
      ].sort(),
    )
    const account = String(archive.get('account.json'))
    expect(account).toContain(email)
    expect(account).toContain('Research')
    const parts = [
      'person',
      'identities',
      'sessions',
      'consents',
      'invitations',
      'memberships',
      'minutes',
      'payments',
      'settings',
      'devices',
      'folders',
      'unfinished_recordings',
      'connections',
      'events',
      'exposures',
      'highlights',
      'voices',
      'transcript_edits',
      'word_list',
      'word_list_suggestions',
      'word_list_is_learning',
      'voice_print_copy',
      'language_model_uses',
      'share_links',
      'community_templates',
      'custom_templates',
      'is_template_reviewer',
      'template_uses',
      'tries',
      'notes',
      'ask_threads',
    ]
    expect(Object.keys(JSON.parse(account) as object).sort()).toEqual(['exported_at', ...parts].sort())
    expect(account).not.toMatch(/password_hash|scrypt|argon|token|sealed/i)
    const [file] = (await files.list({ query: {}, body: [id] })).data_file_list
    expect(JSON.parse(String(archive.get(`${folder}/transcript.json`)))).toMatchObject({ trans_result: file?.trans_result })
    expect(String(archive.get(`${folder}/transcript.txt`))).toMatch(/^0:00\nWe meet on Tuesday/)
    expect(String(archive.get(`${folder}/summary.md`)).trim()).toBe(file?.ai_content.trim())
    const { temp_url } = await files.tempUrl({ params: { id }, query: {} })
    expect(archive.get(`${folder}/sound.wav`)?.equals(Buffer.from(await (await fetch(temp_url)).arrayBuffer()))).toBe(true)
  })

  it('contains passages that were not understood in both transcript formats', async () => {
    await using server = await testServer()
    const { generate } = await server.user()
    const { id } = await server.uploadFile({ name: 'not understood 4-7', seconds: 12 })
    await generate.transsumm({ params: { id }, body: {} })
    await server.waitForJobs()
    const archive = [...(await fetchArchive(await createLink(server)))]
    const entry = (name: string) => String(archive.find(([path]) => path.endsWith(name))?.[1])
    expect(entry('/transcript.txt')).toContain('\n\n0:04\n[not understood 0:04-0:07]\n\n0:07\n')
    expect(JSON.parse(entry('/transcript.json'))).toMatchObject({
      trans_result: [{}, { start_time: 4000, end_time: 7000, not_understood: true }, {}],
    })
  })

  it('leaves out missing audio and deleted recordings', async () => {
    await using server = await testServer()
    const { files, id: userId } = await server.user()
    const [kept, gone] = [await server.uploadFile({ seconds: 2 }), await server.uploadFile({ seconds: 2 })]
    const lost = await createFile(server.ctx, {
      userId,
      filename: 'Lost',
      sound: { kind: 'mp3', duration: 1000, blobKey: `sound/${userId}/lost`, bytes: 10, md5: '' },
      scene: 101,
      startTime: server.clock.now(),
    })
    const url = await createLink(server)
    await files.remove({ query: {}, body: [gone.id] })
    const names = [...(await fetchArchive(url)).keys()].join('\n')
    expect(names).toContain(`(${kept.id.slice(-8)})/sound.wav`)
    expect(names).toContain(`(${lost.file_id.slice(-8)})/transcript.json`)
    expect(names).not.toContain(`(${lost.file_id.slice(-8)})/sound`)
    expect(names).not.toContain(gone.id.slice(-8))
  })

  it('has a separate folder for each recording, also with equal names', async () => {
    await using server = await testServer()
    for (let n = 0; n < 3; n++) await server.uploadFile({ name: 'The same', seconds: 1 })
    const archive = await fetchArchive(await createLink(server))
    const sounds = [...archive.keys()].filter((name) => name.endsWith('/sound.wav'))
    expect(new Set(sounds).size).toBe(3)
  })

  it('contains no data of other accounts', async () => {
    await using server = await testServer()
    const { id } = await server.uploadFile({ user: 'anna', seconds: 2 })
    const archive = await fetchArchive(await createLink(server, 'ben'))
    expect([...archive.keys()]).toEqual(['account.json'])
    expect(String(archive.get('account.json'))).not.toContain('anna')
    expect(String(archive.get('account.json'))).not.toContain(id)
  })
})

describe('the download link', () => {
  it('expires after five minutes', async () => {
    await using server = await testServer()
    const url = await createLink(server)
    server.clock.advance(minutes(5) - 1)
    expect(await fetchStatus(url)).toBe(200)
    server.clock.advance(1)
    expect(await fetchStatus(url)).toBe(403)
  })

  it('ends with its session and with the account', async () => {
    await using server = await testServer()
    const [user, otherUser] = [await server.user('anna'), await server.user('ben')]
    const [first, second] = [await createLink(server, 'anna'), await createLink(server, 'ben')]
    await user.sessions.signOut({ body: {} })
    expect(await fetchStatus(first)).toBe(403)
    expect(await fetchStatus(second)).toBe(200)
    await otherUser.me.remove({})
    expect(await fetchStatus(second)).toBe(403)
  })

  it('returns 403 with a changed user id, expiry time or signature', async () => {
    await using server = await testServer()
    const [user, otherUser] = [await server.user('anna'), await server.user('ben')]
    const [first, second] = [await createLink(server, 'anna'), await createLink(server, 'ben')]
    const signature = (url: string) => new URL(url).searchParams.get('sig') ?? ''
    expect(await fetchStatus(withParams(first, { user: otherUser.id }))).toBe(403)
    expect(await fetchStatus(withParams(second, { user: user.id }))).toBe(403)
    expect(await fetchStatus(withParams(first, { sig: signature(second) }))).toBe(403)
    expect(await fetchStatus(withParams(first, { expires: String(server.clock.now().getTime() + hours(1)) }))).toBe(403)
    expect(await fetchStatus(`${server.url}/api/user/me/export/archive`)).toBe(403)
    expect(await fetchStatus(first)).toBe(200)
  })

  it('returns 403 with the signature of a recording link', async () => {
    await using server = await testServer()
    const { files, id: userId } = await server.user()
    const { id } = await server.uploadFile({ seconds: 1 })
    const { temp_url } = await files.tempUrl({ params: { id }, query: {} })
    const [expires, sig] = ['expires', 'sig'].map((key) => new URL(temp_url).searchParams.get(key) ?? '') as [string, string]
    expect(await fetchStatus(withParams(await createLink(server), { user: userId, expires, sig }))).toBe(403)
  })

  it('is created three times an hour, then 429; without a session 401', async () => {
    await using server = await testServer()
    for (let n = 0; n < 3; n++) expect(await fetchStatus(await createLink(server))).toBe(200)
    expect(await expectRefusal(createLink(server))).toMatchObject({ httpStatus: 429 })
    expect(await expectRefusal(createClients(server.url, {}).personalData.all({}))).toMatchObject({ httpStatus: 401 })
    server.clock.advance(hours(1))
    expect(await fetchStatus(await createLink(server))).toBe(200)
  })

  it('returns 429 after six downloads', async () => {
    await using server = await testServer()
    const url = await createLink(server)
    const codes = []
    for (let n = 0; n < 7; n++) codes.push(await fetchStatus(url))
    expect(codes).toEqual([200, 200, 200, 200, 200, 200, 429])
  })

  it('stops creating the archive when the client aborts', async () => {
    await using server = await testServer()
    for (let n = 0; n < 3; n++) await server.uploadFile({ seconds: 60 })
    const controller = new AbortController()
    const response = await fetch(await createLink(server), { signal: controller.signal })
    await response.body?.getReader().read()
    controller.abort()
    expect(await fetchStatus(await createLink(server))).toBe(200)
  })
})

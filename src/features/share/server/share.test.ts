import { describe, expect, it } from 'vitest'
import { hours } from '#shared/units.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { openShare } from '#test/server/openShare.ts'
import { createClients } from '#test/server/user.ts'
import { testServer } from '#test/server/testServer.ts'
import { MAX_LINKS } from '../contract.ts'

describe('links to a recording', () => {
  it('can be several, each with its own settings, in order of creation', async () => {
    await using server = await testServer()
    const { user, addRecording, createLink } = await openShare(server)
    const id = await addRecording()
    const first = await createLink(id)
    server.clock.advance(1000)
    const second = await createLink(id, {
      label: ' Ministry ',
      shows_audio: false,
      clip: { start_ms: 10_000, end_ms: 20_000 },
      password: 'rains',
      hides_names: true,
      expires_at: server.clock.now().getTime() + hours(1),
    })
    const { data } = await user.share.links({ params: { id } })
    expect(data.links.map(({ link_id }) => link_id)).toEqual([first.link_id, second.link_id])
    expect(data.links[0]).toMatchObject({ label: '', shows_summary: true, shows_transcript: true, shows_audio: true, clip: null })
    expect(data.links[1]).toMatchObject({ label: 'Ministry', shows_audio: false, has_password: true, hides_names: true })
    expect(data.recording).toMatchObject({
      duration: 30_000,
      has_summary: true,
      has_transcript: true,
      has_audio: true,
      notes: [],
    })
    expect(data.recording.waveform).toHaveLength(140)
    expect(JSON.stringify(data)).not.toContain('argon2')
  })

  it('keep their address, which is not stored, until they are renewed', async () => {
    await using server = await testServer()
    const { user, addRecording, createLink, open } = await openShare(server)
    const id = await addRecording()
    const { url, link_id } = await createLink(id)
    const [again] = (await user.share.links({ params: { id } })).data.links
    expect(again!.url).toBe(url)
    expect(new URL(url).pathname).toMatch(/^\/share\/[\w-]{24}$/)
    const { data: renewed } = await user.share.renew({ params: { link_id } })
    expect(renewed.url).not.toBe(url)
    expect([(await open(url)).status, (await open(renewed.url!)).status]).toEqual([404, 200])
  })

  it('are revoked at once, restored with the same address, and deleted with their views', async () => {
    await using server = await testServer()
    const { user, addRecording, createLink, open } = await openShare(server)
    const id = await addRecording()
    const { url, link_id } = await createLink(id)
    expect((await open(url)).status).toBe(200)
    const { data: revoked } = await user.share.change({ params: { link_id }, body: { revoked: true } })
    expect(revoked).toMatchObject({ url: null, preview_url: null, revoked_at: server.clock.now().getTime() })
    expect((await open(url)).status).toBe(404)
    expect((await user.share.change({ params: { link_id }, body: { revoked: false } })).data.url).toBe(url)
    expect((await open(url)).status).toBe(200)
    await user.share.remove({ params: { link_id } })
    expect((await open(url)).status).toBe(404)
    expect((await user.share.links({ params: { id } })).data.links).toEqual([])
    await expect(user.share.views({ params: { link_id }, query: {} })).rejects.toMatchObject({ httpStatus: 404 })
  })

  it('are refused beyond the maximum, with a clip outside of the recording, and with an expiry in the past', async () => {
    await using server = await testServer({ settings: { CALLS_PER_MINUTE: '0' } })
    const { user, addRecording, createLink } = await openShare(server)
    const id = await addRecording()
    const { link_id } = await createLink(id)
    const create = (body: object) => expectRefusal(user.share.create({ params: { id }, body }))
    const change = (body: object) => expectRefusal(user.share.change({ params: { link_id }, body }))
    for (const clip of [
      { start_ms: 0, end_ms: 30_001 },
      { start_ms: 20_000, end_ms: 10_000 },
      { start_ms: 5000, end_ms: 5999 },
      { start_ms: 29_500, end_ms: 30_000 },
    ]) {
      expect((await create({ clip })).refusal).toBe('clipOutside')
      expect((await change({ clip })).refusal).toBe('clipOutside')
    }
    expect((await change({ clip: { start_ms: -1, end_ms: 5000 } })).httpStatus).toBe(422)
    expect((await create({ expires_at: server.clock.now().getTime() })).refusal).toBe('expiresInPast')
    expect((await change({ expires_at: 0 })).refusal).toBe('expiresInPast')
    for (let n = 1; n < MAX_LINKS; n++) {
      await createLink(id)
      server.clock.advance(2000)
    }
    expect((await create({})).refusal).toBe('tooMany')
  })

  it('need a session, and belong to their owner', async () => {
    await using server = await testServer()
    const { addRecording, createLink } = await openShare(server)
    const id = await addRecording()
    const { link_id } = await createLink(id)
    const other = await server.user('ben')
    const calls = ({ share, clientShares }: ReturnType<typeof createClients>) => [
      share.links({ params: { id } }),
      share.create({ params: { id }, body: {} }),
      share.change({ params: { link_id }, body: { revoked: true } }),
      share.renew({ params: { link_id } }),
      share.remove({ params: { link_id } }),
      share.views({ params: { link_id }, query: {} }),
      clientShares.shareUrl({ params: { id }, body: {} }),
      clientShares.publicGet({ body: { object_id: id } }),
      clientShares.publicCreate({ body: { object_id: id } }),
      clientShares.publicUpdate({ body: { object_id: id } }),
      clientShares.privateGet({ body: { file_id: id } }),
    ]
    const statuses = async (clients: ReturnType<typeof createClients>) =>
      new Set((await Promise.all(calls(clients).map(expectRefusal))).map(({ httpStatus }) => httpStatus))
    expect(await statuses(other)).toEqual(new Set([404]))
    expect(await statuses(createClients(server.url, {}))).toEqual(new Set([401]))
  })

  it('are in the personal data without tokens, and are deleted with the recording', async () => {
    await using server = await testServer()
    const { user, addRecording, createLink, open } = await openShare(server)
    const id = await addRecording()
    const { url } = await createLink(id, { label: 'Board', password: 'rains' })
    const { exportLinks } = await import('./exportLinks.ts')
    const exported = JSON.stringify(await exportLinks(server.ctx, user.id))
    expect(exported).toContain('"label":"Board"')
    expect(exported).toContain('"has_password":true')
    expect(exported).not.toMatch(/argon2|token|generation/)
    await user.files.remove({ query: {}, body: [id] })
    expect(await exportLinks(server.ctx, user.id)).toEqual({ share_links: [] })
    expect((await open(url)).status).toBe(404)
  })
})

describe('the link of other programs', () => {
  it('is created once, found again and changed', async () => {
    await using server = await testServer()
    const { user, addRecording, open } = await openShare(server)
    const id = await addRecording()
    const { clientShares } = user
    const none = { share_url: '', content_config: null }
    expect((await clientShares.publicGet({ body: { object_id: id, object_type: 'file' } })).data).toEqual(none)
    expect((await clientShares.publicUpdate({ body: { file_id: id } })).data).toEqual(none)
    const content_config = { overview: true, transcript: false, audio: false, notes: [] }
    const { data: created } = await clientShares.publicCreate({ body: { object_id: id, content_config } })
    expect(created.content_config).toEqual(content_config)
    expect((await clientShares.publicCreate({ body: { object_id: id } })).data).toEqual(created)
    expect((await clientShares.publicGet({ body: { file_id: id } })).data).toEqual(created)
    const page = await open(created.share_url)
    expect(page.text).toContain('Forty clinics')
    expect(page.text).not.toMatch(/The nurses stayed|<audio/)
    const changed = { ...content_config, transcript: true }
    await clientShares.publicUpdate({ body: { object_id: id, content_config: changed } })
    expect((await open(created.share_url)).text).toContain('The nurses stayed')
    expect((await user.share.links({ params: { id } })).data.links).toMatchObject([{ is_client: true }])
    expect((await clientShares.privateGet({ body: { file_id: id } })).data).toEqual({ share_url: '' })
  })

  it('is created by /file/share-url with flags, and stays revoked', async () => {
    await using server = await testServer()
    const { user, addRecording, open } = await openShare(server)
    const id = await addRecording()
    const body = { is_audio: 1, is_trans: 0, is_ai_content: 0, is_mindmap: 0 }
    const { url } = await user.clientShares.shareUrl({ params: { id }, body })
    expect((await open(url)).text).toContain('<audio')
    const [link] = (await user.share.links({ params: { id } })).data.links
    await user.share.change({ params: { link_id: link!.link_id }, body: { revoked: true } })
    expect((await user.clientShares.shareUrl({ params: { id }, body })).url).toBe('')
  })

  it('is refused without a recording, and beyond the maximum', async () => {
    await using server = await testServer({ settings: { CALLS_PER_MINUTE: '0' } })
    const { user, addRecording, createLink } = await openShare(server)
    expect((await expectRefusal(user.clientShares.publicGet({ body: {} }))).httpStatus).toBe(422)
    const id = await addRecording()
    for (let n = 0; n < MAX_LINKS; n++) {
      await createLink(id)
      server.clock.advance(2000)
    }
    expect((await expectRefusal(user.clientShares.publicCreate({ body: { object_id: id } }))).refusal).toBe('tooMany')
    expect((await expectRefusal(user.clientShares.shareUrl({ params: { id }, body: {} }))).refusal).toBe('tooMany')
  })

  it('is created once by concurrent calls, and links never exceed the maximum', async () => {
    await using server = await testServer({ settings: { CALLS_PER_MINUTE: '0' } })
    const { user, addRecording } = await openShare(server)
    const id = await addRecording()
    const config = { overview: true, transcript: false, audio: false, notes: [] }
    const created = await Promise.all(
      Array.from({ length: 8 }, () => user.clientShares.publicCreate({ body: { object_id: id, content_config: config } })),
    )
    expect(new Set(created.map(({ data }) => data.share_url)).size).toBe(1)
    expect(created.map(({ data }) => data.content_config)).toEqual(created.map(() => config))
    const outcomes = await Promise.all(
      Array.from({ length: MAX_LINKS + 2 }, () =>
        user.share.create({ params: { id }, body: {} }).then(
          () => 'created',
          (error: { refusal?: string }) => error.refusal,
        ),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'tooMany')).toHaveLength(3)
    expect((await user.share.links({ params: { id } })).data.links).toHaveLength(MAX_LINKS)
  })
})

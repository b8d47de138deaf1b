import { describe, expect, it } from 'vitest'
import { isRefused } from '#shared/client.ts'
import { executeSql } from '#platform/db/db.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import type { Settings } from '../contract.ts'
import { listAudioRetention, readSettings, readTrashRetention } from '../server.ts'

const DEFAULTS = {
  greet_by_name: null,
  language: null,
  timezone: null,
  summary_language: null,
  trans_language: null,
  transcribe_new: 'automatic',
  separate_speakers: true,
  theme: 'system',
  keep_audio_days: null,
  trash_days: 30,
}

const dataUrl = (imageType: string, bytes: number[]) => `data:image/${imageType};base64,${Buffer.from(bytes).toString('base64')}`
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]
const JPEG = [0xff, 0xd8, 0xff, 0xe0]
const WEBP = [...Buffer.from('RIFF\0\0\0\0WEBPVP8 ')]

/** Collects the topics of live events published to a user from now on. `settings` resolves after the event of that topic. */
function collectTopics(server: TestServer, userId: string) {
  const topics: string[] = []
  const settingsEvent = Promise.withResolvers<void>()
  const unsubscribe = server.ctx.live.subscribeToAll(userId, ({ topic }) => {
    topics.push(topic)
    if (topic === 'settings') settingsEvent.resolve()
  })
  return { topics, settings: settingsEvent.promise.finally(unsubscribe) }
}

describe('settings (A§7)', () => {
  it('have their defaults until the user changes them', async () => {
    await using server = await testServer()
    const { me, id } = await server.user()
    const { nickname } = (await me.me({})).data_user
    expect((await me.settings({})).data).toEqual({ nickname, avatar: null, ...DEFAULTS })
    expect(await readSettings(server.ctx, id)).toEqual(DEFAULTS)
  })

  it('change only the given keys; null resets a key', async () => {
    await using server = await testServer()
    const { me } = await server.user()
    const body = {
      nickname: '  Anna Ström ',
      language: 'de_DE' as const,
      timezone: 'Europe/Berlin',
      summary_language: 'de',
      trans_language: 'sv',
      transcribe_new: 'ask' as const,
      separate_speakers: false,
      theme: 'dark' as const,
      keep_audio_days: 0,
      trash_days: 7,
    }
    const { data } = await me.changeSettings({ body })
    expect(data).toEqual({ ...body, nickname: 'Anna Ström', avatar: null, greet_by_name: true })
    expect((await me.me({})).data_user.nickname).toBe('Anna Ström')
    const reset = await me.changeSettings({ body: { timezone: null, keep_audio_days: null, trash_days: null } })
    expect(reset.data).toEqual({ ...data, timezone: null, keep_audio_days: null, trash_days: null })
    expect((await me.settings({})).data).toEqual(reset.data)
  })

  it('normalise the nickname to one line without direction marks and refuse an empty one', async () => {
    await using server = await testServer()
    const { me } = await server.user()
    const { data } = await me.changeSettings({ body: { nickname: 'A\u202enna\r\nBcc: x \u{1f9d1}\u200d\u{1f373}' } })
    expect(data.nickname).toBe('Anna Bcc: x \u{1f9d1}\u200d\u{1f373}')
    const error = await expectRefusal(me.changeSettings({ body: { nickname: '\u202e \u0007' } }))
    expect(error).toMatchObject({ httpStatus: 422, message: 'A name needs at least one letter.' })
  })

  it('stay unchanged for an empty change', async () => {
    await using server = await testServer()
    const { me } = await server.user()
    const { data } = await me.changeSettings({ body: { theme: 'light' } })
    expect((await me.changeSettings({ body: {} })).data).toEqual(data)
  })

  it('keep concurrent changes of different keys', async () => {
    await using server = await testServer()
    const { me } = await server.user()
    const changes: Partial<Settings>[] = [
      { theme: 'dark' },
      { language: 'fr_FR' },
      { timezone: 'Asia/Tokyo' },
      { summary_language: 'ja' },
      { trans_language: 'ko' },
      { transcribe_new: 'ask' },
      { separate_speakers: false },
      { keep_audio_days: 30 },
      { trash_days: 365 },
      { nickname: 'Anna' },
    ]
    await Promise.all(changes.flatMap((body) => [me.changeSettings({ body }), me.changeSettings({ body })]))
    expect((await me.settings({})).data).toEqual(Object.assign({ avatar: null, greet_by_name: true }, ...changes))
  })

  it.each([
    ['png', PNG],
    ['jpeg', JPEG],
    ['webp', WEBP],
  ])('accept an avatar in %s format', async (kind, bytes) => {
    await using server = await testServer()
    const { me } = await server.user()
    const avatar = dataUrl(kind, bytes)
    expect((await me.changeSettings({ body: { avatar } })).data.avatar).toBe(avatar)
    expect((await me.me({})).data_user.avatar).toBe(avatar)
    expect((await me.changeSettings({ body: { avatar: null } })).data.avatar).toBeNull()
  })

  it.each([
    ['noSuchZone', { timezone: 'Europe/Atlantis' }],
    ['noSuchZone', { timezone: '+01:00' }],
    ['noSuchLanguage', { summary_language: 'xx' }],
    ['noSuchLanguage', { trans_language: 'tlh' }],
    ['noPicture', { avatar: dataUrl('png', JPEG) }],
    ['noPicture', { avatar: dataUrl('webp', [...Buffer.from('<svg onload="x">')]) }],
  ] as const)('refuse with %s for %j and change nothing', async (name, invalid) => {
    await using server = await testServer()
    const { me } = await server.user()
    const before = (await me.settings({})).data
    const error = await expectRefusal(me.changeSettings({ body: { nickname: 'Other', theme: 'dark', ...invalid } }))
    expect(isRefused(error, me.changeSettings, name)).toBe(true)
    expect((await me.settings({})).data).toEqual(before)
  })

  it.each([
    { avatar: 'data:image/svg+xml;base64,PHN2Zz4=' },
    { avatar: 'https://example.org/a.png' },
    { avatar: dataUrl('png', [...PNG, ...Array.from({ length: 64 * 1024 }, () => 0)]) },
    { nickname: '   ' },
    { nickname: 'x'.repeat(81) },
    { keep_audio_days: -1 },
    { keep_audio_days: 3651 },
    { keep_audio_days: 1.5 },
    { trash_days: 0 },
    { trash_days: 3651 },
    { trash_days: 1.5 },
  ])('refuse a value out of bounds (%#)', async (body) => {
    await using server = await testServer()
    const { me } = await server.user()
    expect(await expectRefusal(me.changeSettings({ body }))).toMatchObject({ httpStatus: 422 })
  })

  it('ignore keys that are not settings, such as tier, minutes and user id', async () => {
    await using server = await testServer()
    const [user, otherUser] = [await server.user('anna'), await server.user('ben')]
    const before = await user.me.me({})
    const foreignKeys = {
      theme: 'dark' as const,
      membership_type: 'pro',
      seconds_left: 9e9,
      user_id: otherUser.id,
      email: 'x@example.org',
    }
    const { data } = await user.me.changeSettings({ body: foreignKeys })
    expect(Object.keys(data).toSorted()).toEqual(['avatar', 'nickname', ...Object.keys(DEFAULTS)].toSorted())
    expect(await user.me.me({})).toEqual({ ...before, request_id: expect.any(String) as string })
    expect((await otherUser.me.settings({})).data.theme).toBe('system')
    const { rows } = await executeSql(server.ctx.db, 'select user_id, chosen from setting')
    expect(rows).toEqual([{ user_id: user.id, chosen: { theme: 'dark' } }])
  })

  it.each([
    [{ TRASH_DAYS: '7' }, 7],
    [{ TRASH_DAYS: '0' }, null],
  ])('use the configured trash retention until the user changes it: %o', async (settings, days) => {
    await using server = await testServer({ settings })
    const { me, id } = await server.user()
    const otherUser = await server.user('ben')
    expect((await me.settings({})).data.trash_days).toBe(days)
    await me.changeSettings({ body: { trash_days: 90 } })
    await otherUser.me.changeSettings({ body: { trash_days: null } })
    expect((await me.settings({})).data.trash_days).toBe(90)
    const retentionOf = await readTrashRetention(server.ctx)
    expect([retentionOf(id), retentionOf(otherUser.id), retentionOf('no such user')]).toEqual([90, null, days])
  })

  it('ignore stored values that are not valid in this version', async () => {
    await using server = await testServer()
    const { me, id } = await server.user()
    await executeSql(server.ctx.db, 'insert into setting values ($1, $2, $3)', [
      id,
      JSON.stringify({ theme: 'purple', font: 'big', language: 'it_IT' }),
      server.clock.now(),
    ])
    expect(await readSettings(server.ctx, id)).toEqual({ ...DEFAULTS, language: 'it_IT' })
    expect((await me.changeSettings({ body: { theme: 'dark' } })).data).toMatchObject({ theme: 'dark', language: 'it_IT' })
  })

  it("publish live events to the user's other pages, also for the topic me when the name changes", async () => {
    await using server = await testServer()
    const [user, otherUser] = [await server.user('anna'), await server.user('ben')]
    const [userEvents, otherUserEvents] = [collectTopics(server, user.id), collectTopics(server, otherUser.id)]
    await user.me.changeSettings({ body: { nickname: 'Anna' } })
    await userEvents.settings
    expect(userEvents.topics).toEqual(['me', 'settings'])
    expect(otherUserEvents.topics).toEqual([])
  })

  it('list the users who limit how long audio is kept', async () => {
    await using server = await testServer()
    const [user, otherUser, thirdUser] = [await server.user('anna'), await server.user('ben'), await server.user('cleo')]
    await user.me.changeSettings({ body: { keep_audio_days: 0 } })
    await otherUser.me.changeSettings({ body: { keep_audio_days: 30 } })
    await thirdUser.me.changeSettings({ body: { keep_audio_days: 30 } })
    await thirdUser.me.changeSettings({ body: { keep_audio_days: null } })
    const rules = await listAudioRetention(server.ctx)
    expect(rules.toSorted((a, b) => a.days - b.days)).toEqual([
      { userId: user.id, days: 0 },
      { userId: otherUser.id, days: 30 },
    ])
  })
})

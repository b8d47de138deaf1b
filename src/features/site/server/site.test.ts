import { jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { LOCALES } from '#shared/locales.ts'
import { createScriptedLlm } from '#platform/llm/scriptedLlm.ts'
import { createClients } from '#test/server/user.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { VERSION } from '#platform/config/version.ts'
import { testServer } from '#test/server/testServer.ts'

describe('GET /config/init (A§7)', () => {
  it('returns the public server settings without a session', async () => {
    await using server = await testServer({ settings: { PRIVACY_VERSION: '2026-12', TELEMETRY: 'off' } })
    const { site } = createClients(server.url, {})
    const { data } = await site.init({ query: { platform: 'web', version: VERSION } })
    expect(data).toEqual({
      version: VERSION,
      is_outdated: false,
      minimum_version: VERSION,
      notice: null,
      region: 'global',
      privacy_version: '2026-12',
      scripted_speech: false,
      payments_mode: null,
      telemetry: false,
      summarises_in_any_language: false,
      is_self_contained: true,
      leaves_server: [],
      speech_server: null,
      operator: { name: null, contact: null, address: null },
      main_domain: null,
      main_site: null,
      help: null,
      help_by_locale: {},
      has_feedback_board: false,
      downloads: { base: null, app_store: null, google_play: null, apk: null },
      announcement: null,
    })
  })

  it('reports that a page of an earlier release is outdated, with a notice to show (A§7)', async () => {
    await using server = await testServer()
    const { site } = createClients(server.url, {})
    const { data } = await site.init({ query: { platform: 'web', version: '0.0.9' } })
    expect(data).toMatchObject({ is_outdated: true, notice: { code: 'outdated', text: expect.stringContaining('Reload') } })
    const { headers } = await fetch(`${server.url}/api/config/init?platform=web&version=0.0.9`)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    ['desktop', '1.9.9', true],
    ['desktop', '1.10.0', false],
    ['desktop', '1.10', false],
    ['desktop', 'v1.9-beta', true],
    ['desktop', 'unknown', false],
    ['ios', '2', true],
    ['android', '0.0.1', false],
    [undefined, '0.0.1', false],
  ])('compares the version of %s: %s is outdated is %s (A§7)', async (platform, version, is_outdated) => {
    await using server = await testServer({ settings: { MINIMUM_CLIENT_VERSIONS: 'desktop:1.10.0, ios:2.1' } })
    const { site } = createClients(server.url, {})
    expect((await site.init({ query: { platform, version } })).data.is_outdated).toBe(is_outdated)
  })

  it('returns the region of the build for China (A§1)', async () => {
    await using server = await testServer({ settings: { REGION: 'cn' } })
    const { site } = createClients(server.url, {})
    expect((await site.init({ query: {} })).data.region).toBe('cn')
  })

  it('returns the settings of the operator', async () => {
    const announcement = { id: 'a1', title: 'Moving house', text: 'On Sunday.', link: 'https://example.org/moving' }
    await using server = await testServer({
      settings: {
        OPERATOR_NAME: 'Example Recordings',
        OPERATOR_CONTACT: 'help@example.org',
        MAIN_DOMAIN: 'example.org',
        DOWNLOADS_URL: 'https://files.example.org/desktop/',
        ANNOUNCEMENT: JSON.stringify(announcement),
      },
    })
    const { site } = createClients(server.url, {})
    const { data } = await site.init({ query: {} })
    expect(data).toMatchObject({
      operator: { name: 'Example Recordings', contact: 'help@example.org', address: null },
      main_domain: 'example.org',
      downloads: { base: 'https://files.example.org/desktop' },
      announcement,
    })
  })

  it('returns a help centre for each locale (A§2)', async () => {
    await using server = await testServer({ settings: { HELP_URL: 'https://help.example.org/{locale}/' } })
    const { data } = await createClients(server.url, {}).site.init({ query: {} })
    expect(data.help).toBe('https://help.example.org/en-US/')
    expect(Object.keys(data.help_by_locale)).toEqual([...LOCALES])
    expect(data.help_by_locale['pt_PT']).toBe('https://help.example.org/pt-PT/')
  })

  it('returns whether there is a feedback board, whose link signs the caller in (A§1, A§2)', async () => {
    const secret = 'the secret of the board'
    const settings = { FEEDBACK_URL: 'https://feedback.example.org/sso?jwt={token}&to=/', FEEDBACK_SECRET: secret }
    await using server = await testServer({ settings })
    const user = await server.user('anna')
    expect((await user.site.init({ query: {} })).data.has_feedback_board).toBe(true)
    const url = new URL((await user.site.feedback({})).data.url)
    expect([url.host, url.searchParams.get('to')]).toEqual(['feedback.example.org', '/'])
    const currentDate = server.clock.now()
    const key = new TextEncoder().encode(secret)
    const { payload } = await jwtVerify(url.searchParams.get('jwt') ?? '', key, { currentDate })
    expect(payload).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{64}$/) as string, email: user.email, name: 'anna' })
    expect(payload.id).not.toContain(user.id)
  })

  it('refuses the link without a feedback board', async () => {
    await using server = await testServer()
    const { site } = await server.user()
    expect((await expectRefusal(site.feedback({}))).refusal).toBe('noBoard')
  })

  it('returns whether transcripts are scripted, whether a language model is configured, and what other machines receive', async () => {
    const settings = {
      EARSHOT_SCRIPTED: 'speech',
      LLM_BASE_URL: 'https://models.example.org/v1',
      SPEECH_BASE_URL: 'https://speech.example.org/v1',
    }
    await using server = await testServer({ settings, llm: createScriptedLlm([]) })
    const { site } = createClients(server.url, {})
    const { data } = await site.init({ query: {} })
    expect(data).toMatchObject({
      scripted_speech: true,
      payments_mode: null,
      summarises_in_any_language: true,
      is_self_contained: false,
      leaves_server: ['audio', 'texts'],
      speech_server: 'speech.example.org',
      telemetry: true,
    })
  })

  it('returns 422 for a version that is too long', async () => {
    await using server = await testServer()
    const { site } = createClients(server.url, {})
    expect(await expectRefusal(site.init({ query: { version: 'x'.repeat(41) } }))).toMatchObject({ httpStatus: 422 })
  })
})

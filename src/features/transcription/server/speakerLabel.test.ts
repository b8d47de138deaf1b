import { describe, expect, it } from 'vitest'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createClients } from '#test/server/user.ts'
import { testServer } from '#test/server/testServer.ts'
import { speakerLabel } from './speakerLabel.ts'

describe('the label for a speaker (A§7)', () => {
  it.each([
    ['en', 'Speaker'],
    ['en_US', 'Speaker'],
    ['de-DE', 'Sprecher'],
    ['fr', 'Intervenant'],
    ['zh_CN', '说话人'],
    ['zh_TW', '發言者'],
    ['zh-Hant-HK', '發言者'],
    ['nb', 'Taler'],
    ['pl', 'Mówca'],
    ['tlh', 'Speaker'],
    ['constructor', 'Speaker'],
    ['', 'Speaker'],
  ])('in %s is %s', (language, label) => {
    expect(speakerLabel(language)).toBe(label)
  })

  it('may be cached by the client for one day', async () => {
    await using server = await testServer()
    const { transcription, token } = await server.user()
    expect((await transcription.label({ body: { language: 'ja' } })).data.label_text).toBe('話者')
    const response = await fetch(`${server.url}/api/ai/label`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ language: 'it' }),
    })
    expect(response.headers.get('cache-control')).toBe('private, max-age=86400')
    expect(await response.json()).toMatchObject({ status: 0, data: { label_text: 'Relatore' } })
  })

  it('returns 401 without a session and 422 for an invalid language', async () => {
    await using server = await testServer()
    const { transcription } = await server.user()
    const signedOutClient = createClients(server.url, {}).transcription
    expect(await expectRefusal(signedOutClient.label({ body: { language: 'en' } }))).toMatchObject({ httpStatus: 401 })
    expect(await expectRefusal(transcription.label({ body: { language: 'x'.repeat(41) } }))).toMatchObject({ httpStatus: 422 })
  })
})

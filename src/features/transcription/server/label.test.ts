import { describe, expect, it } from 'vitest'
import { refusalOf } from '#test/world/refusalOf.ts'
import { clientsOf } from '#test/world/user.ts'
import { world } from '#test/world/world.ts'
import { speakerWord } from './speakerWords.ts'

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
  ])('in %s is %s', (language, word) => {
    expect(speakerWord(language)).toBe(word)
  })

  it('may be cached by the client for one day', async () => {
    await using w = await world()
    const { transcription, token } = await w.as()
    expect((await transcription.label({ body: { language: 'ja' } })).data.label_text).toBe('話者')
    const answer = await fetch(`${w.url}/api/ai/label`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ language: 'it' }),
    })
    expect(answer.headers.get('cache-control')).toBe('private, max-age=86400')
    expect(await answer.json()).toMatchObject({ status: 0, data: { label_text: 'Relatore' } })
  })

  it('returns 401 without a session and 422 for an invalid language', async () => {
    await using w = await world()
    const { transcription } = await w.as()
    const stranger = clientsOf(w.url, {}).transcription
    expect(await refusalOf(stranger.label({ body: { language: 'en' } }))).toMatchObject({ httpStatus: 401 })
    expect(await refusalOf(transcription.label({ body: { language: 'x'.repeat(41) } }))).toMatchObject({ httpStatus: 422 })
  })
})

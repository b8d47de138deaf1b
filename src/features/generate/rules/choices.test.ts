import { describe, expect, it } from 'vitest'
import { type GenerateChoices, NO_CHOICES, parseChoices, toRequest, withoutSpeakers } from './choices.ts'

const INTERVIEW = { id: 'interview', type: 'system', name: 'Interview' } as const
const CUSTOM: GenerateChoices = {
  method: 'custom',
  language: 'de',
  summaryLanguage: 'fr',
  model: 'gpt',
  separatesSpeakers: true,
  template: INTERVIEW,
  noteTemplate: null,
}
const infoOf = (...input: Parameters<typeof toRequest>) => JSON.parse(toRequest(...input).info) as Record<string, unknown>

describe('the choices of the generate dialog (B§4)', () => {
  it('are kept as they are', () => {
    expect(parseChoices(JSON.parse(JSON.stringify(CUSTOM)))).toEqual(CUSTOM)
  })

  it.each([
    undefined,
    null,
    'custom',
    [],
    { method: 'x', model: 3, template: { id: 'a' } },
    { template: { ...INTERVIEW, type: 'x' } },
    { noteTemplate: { ...INTERVIEW, id: 'AUTO-SELECT' } },
  ])('are those of a new account when %j is stored', (stored) => {
    expect(parseChoices(stored)).toEqual(NO_CHOICES)
  })
})

describe('the request (B§7)', () => {
  it('leaves the template to the server and the rest to the settings with auto, whatever was chosen before', () => {
    expect(toRequest({ ...CUSTOM, method: 'auto' }, { speakers: 2 })).toEqual({
      templateId: 'AUTO-SELECT',
      templateType: 'system',
      info: '{"llm":"auto","support_mul_summ":true}',
    })
  })

  it('carries what was chosen', () => {
    expect(toRequest(CUSTOM)).toMatchObject({ templateId: 'interview', templateType: 'system' })
    expect(infoOf(CUSTOM, { speakers: 2 })).toEqual({
      language: 'de',
      diarization: 1,
      speakers: 2,
      llm: 'gpt',
      support_mul_summ: true,
      summary_language: 'fr',
    })
  })

  it('expects no number of speakers when they are not separated', () => {
    expect(infoOf({ ...CUSTOM, separatesSpeakers: false }, { speakers: 2 })).not.toHaveProperty('speakers')
  })

  it('says nothing about what was not chosen', () => {
    expect(infoOf({ ...NO_CHOICES, method: 'custom' })).toEqual({ llm: 'auto', support_mul_summ: true })
  })

  it('can leave out the speakers of a recording that is too long', () => {
    const { info, templateId } = withoutSpeakers(toRequest(CUSTOM, { speakers: 2 }))
    expect(JSON.parse(info)).toMatchObject({ diarization: 0, language: 'de', llm: 'gpt' })
    expect([templateId, info.includes('speakers')]).toEqual(['interview', false])
  })
})

import { describe, expect, it } from 'vitest'
import { CATALOGUE, findModel } from './catalogue.ts'
import { chooseModel, findBetterModel } from './chooseModel.ts'

const installed = (...ids: string[]) => ids.map((id) => ({ model: findModel(id)!, dir: `/models/${id}` }))
const choose = (language: string, ids: string[], preferred: string | null = null) =>
  chooseModel(language, { models: installed(...ids), preferred })

describe('chooseModel', () => {
  it('returns the bundled model when nothing else is installed', () => {
    expect(choose('en', [])).toMatchObject({ model: { id: 'whisper-base' }, dir: null, language: 'en' })
  })

  it('returns the most accurate installed model for the language', () => {
    const ids = ['whisper-small', 'parakeet-v3', 'moonshine-tiny-en']
    expect(choose('de', ids)?.model.id).toBe('parakeet-v3')
    expect(choose('ja', ids)?.model.id).toBe('whisper-small')
  })

  it('returns the model that the operator prefers for the languages it supports', () => {
    expect(choose('en', ['parakeet-v3', 'moonshine-tiny-en'], 'moonshine-tiny-en')?.model.id).toBe('moonshine-tiny-en')
    expect(choose('de', ['parakeet-v3', 'moonshine-tiny-en'], 'moonshine-tiny-en')?.model.id).toBe('parakeet-v3')
    expect(choose('en', ['parakeet-v3'], 'whisper-base')?.model.id).toBe('whisper-base')
  })

  it('transcribes Cantonese as Chinese until a model supports it', () => {
    expect(choose('yue', [])).toMatchObject({ model: { id: 'whisper-base' }, language: 'zh' })
    expect(choose('yue', ['sense-voice'])).toMatchObject({ model: { id: 'sense-voice' }, language: 'yue' })
  })

  it('returns undefined for a language that no installed model supports', () => {
    expect(choose('zu', ['parakeet-v3'])).toBeUndefined()
    expect(choose('zu', ['omnilingual-300m'])?.model.id).toBe('omnilingual-300m')
  })
})

describe('findBetterModel', () => {
  it('offers the most accurate model of the catalogue unless it is already used', () => {
    expect(findBetterModel('de', choose('de', []))?.id).toBe('parakeet-v3')
    expect(findBetterModel('de', choose('de', ['parakeet-v3']))).toBeUndefined()
    expect(findBetterModel('yue', choose('yue', []))?.id).toBe('whisper-large-v3-turbo')
    expect(findBetterModel('zu', undefined)?.id).toBe('omnilingual-300m')
  })
})

describe('the catalogue', () => {
  it('has a checksum, a size and an https source for every file that is downloaded', () => {
    for (const { id, files, isBundled } of CATALOGUE) {
      expect(id).toMatch(/^[a-z0-9-]+$/)
      for (const { sha256, bytes, sources, path } of files) {
        expect(sha256).toMatch(/^[0-9a-f]{64}$/)
        expect(bytes).toBeGreaterThan(0)
        if (!isBundled) expect(path).not.toContain('/')
        expect(sources.every((source) => source.startsWith('https://') && source.endsWith(`/${path}`))).toBe(true)
        expect(sources.length > 0).toBe(!isBundled)
      }
    }
  })
})

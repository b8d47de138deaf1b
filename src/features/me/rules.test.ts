import { expect, it } from 'vitest'
import { whisperLanguages } from '#platform/speech/languages.ts'
import { SPOKEN_LANGUAGES } from './rules.ts'

it('the languages one can choose are those the engine hears', () => {
  expect([...SPOKEN_LANGUAGES].sort()).toEqual([...whisperLanguages].sort())
})

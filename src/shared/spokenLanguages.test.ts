import { expect, it } from 'vitest'
import { whisperLanguages } from '#platform/speech/languages.ts'
import { SPOKEN_LANGUAGES } from './spokenLanguages.ts'

it('SPOKEN_LANGUAGES are the languages of the speech engine', () => {
  expect([...SPOKEN_LANGUAGES].sort()).toEqual([...whisperLanguages].sort())
})

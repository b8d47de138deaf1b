import { expect, it } from 'vitest'
import { CATALOGUE } from '#platform/speech/models/catalogue.ts'
import { SPOKEN_LANGUAGES } from './spokenLanguages.ts'

it('SPOKEN_LANGUAGES are the 112 languages supported by the models of the catalogue (B§9)', () => {
  expect(SPOKEN_LANGUAGES).toHaveLength(112)
  expect(new Set(CATALOGUE.flatMap(({ languages }) => languages))).toEqual(new Set(SPOKEN_LANGUAGES))
})

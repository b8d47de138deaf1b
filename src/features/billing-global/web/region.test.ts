import { expect, it } from 'vitest'
import { regionOfLanguage } from './region.ts'

it.each([
  ['en-US', 'US'],
  ['en-GB', 'UK'],
  ['en', 'US'],
  ['de', 'EU'],
  ['de-AT', 'EU'],
  ['de-CH', 'EU'],
  ['fr-CA', 'US'],
  ['fr', 'EU'],
  ['pt-BR', 'US'],
  ['pt-PT', 'EU'],
  ['pl-PL', 'EU'],
  ['nb-NO', 'EU'],
  ['ja', 'JP'],
  ['ja-JP', 'JP'],
  ['zh-Hant-HK', 'HK'],
  ['zh-Hant', 'TW'],
  ['zh-TW', 'TW'],
  ['zh-CN', 'US'],
  ['ko-KR', 'US'],
  ['', 'US'],
])('the region of %s is %s (A§9)', (language, region) => {
  expect(regionOfLanguage(language)).toBe(region)
})

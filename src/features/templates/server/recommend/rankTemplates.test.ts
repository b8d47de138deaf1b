import { describe, expect, it } from 'vitest'
import { type Candidate, type RecordingTraits, foldSpeech, rankTemplates, reasonsOf, shareOfQuestions } from './rankTemplates.ts'

const CANDIDATES: readonly Candidate[] = [
  { id: 'memo', category: 'cat_general', keywords: ['idea'] },
  { id: 'meeting', category: 'cat_meeting', keywords: ['agenda', 'Protokoll'] },
  { id: 'interview', category: 'cat_interview', keywords: ['candidate'] },
  { id: 'call', category: 'cat_call', keywords: [] },
  { id: 'lecture', category: 'cat_education', keywords: ['exam'] },
  { id: 'speech', category: 'cat_speech', keywords: [] },
  { id: 'visit', category: 'cat_medical', keywords: ['diagnosis', '診断'] },
]
const traits = (change: Partial<RecordingTraits>): RecordingTraits => ({
  speakers: 2,
  questionShare: 0,
  minutes: 20,
  category: null,
  text: '  ',
  ...change,
})
const best = (change: Partial<RecordingTraits>) => rankTemplates(traits(change), CANDIDATES)[0]?.candidate.id

describe('the templates for a recording', () => {
  it.each([
    ['two people and many questions', { questionShare: 0.3 }, 'interview'],
    ['two people', {}, 'call'],
    ['four people', { speakers: 4 }, 'meeting'],
    ['one person for three minutes', { speakers: 1, minutes: 3 }, 'memo'],
    ['one person for an hour', { speakers: 1, minutes: 60 }, 'lecture'],
    ['a summary of a lecture', { speakers: 3, category: 'lecture' }, 'lecture'],
    ['words of a category', { speakers: 4, text: foldSpeech(['The Diagnosis, again: diagnosis.']) }, 'visit'],
    ['words of a language without spaces', { speakers: 4, text: foldSpeech(['この診断と診断']) }, 'visit'],
  ] as const)('follow %s', (_, change, id) => {
    expect(best(change)).toBe(id)
  })

  it('count a repeated word less than different ones, and words from their beginning', () => {
    const scoreOf = (text: string) =>
      rankTemplates(traits({ speakers: 0, text: foldSpeech([text]) }), CANDIDATES).find(
        ({ candidate }) => candidate.id === 'lecture',
      )
    expect(scoreOf('exam exams examined exam exam')).toMatchObject({ score: 5, words: 1, word: 'exam' })
    expect(scoreOf('example')?.score).toBe(3)
    expect(scoreOf('reexam')?.score).toBe(0)
  })

  it('keep their order without a difference', () => {
    const ids = rankTemplates(traits({ speakers: 0 }), CANDIDATES).map(({ candidate }) => candidate.id)
    expect(ids).toEqual(CANDIDATES.map(({ id }) => id))
  })

  it('find phrases whatever stands between their words', () => {
    const candidates = [{ id: 'stand-up', category: '', keywords: ['stand-up', 'l’ordre du jour'] }]
    const [ranked] = rankTemplates(traits({ text: foldSpeech(['Our stand up:', "voici l'ordre du jour"]) }), candidates)
    expect(ranked?.words).toBe(2)
  })

  it('do not depend on accents, case or punctuation', () => {
    expect(best({ speakers: 0, text: foldSpeech(['…PROTOKÖLL!']) })).toBe('meeting')
  })
})

describe('the reasons', () => {
  it('name what is remarkable about a recording', () => {
    const recording = traits({ questionShare: 0.254, minutes: 48, category: 'interview' })
    expect(reasonsOf(recording, { words: 2, word: 'candidate' })).toEqual([
      { code: 'speakers', value: 2, text: '' },
      { code: 'questions', value: 25, text: '' },
      { code: 'length', value: 48, text: '' },
      { code: 'category', value: 0, text: 'interview' },
      { code: 'words', value: 2, text: 'candidate' },
    ])
  })

  it('are none for a recording without a transcript', () => {
    expect(reasonsOf(traits({ speakers: 0, category: 'other' }), undefined)).toEqual([])
  })
})

it.each([
  [['Why? Because. And then? So.'], 0.5],
  [['どうして？そうです。'], 0.5],
  [['No end'], 0],
  [[], 0],
])('the share of questions in %j is %d', (contents, share) => {
  expect(shareOfQuestions(contents)).toBe(share)
})

import { describe, expect, it } from 'vitest'
import type { Segment } from '../../summary.ts'
import { summarizeExtractively } from '../summarizeExtractively.ts'

const segmentsOf = (lines: readonly string[]): Segment[] =>
  lines.map((text, index) => ({ id: `s${index + 1}`, start: index * 9000, end: index * 9000 + 8500, speaker: '', text }))

/** Sets the confidence of every word, and a low one for words in brackets. */
const withConfidence = (segments: readonly Segment[], confidence: number): Segment[] =>
  segments.map((segment) => ({
    ...segment,
    text: segment.text.replace(/[{}]/g, ''),
    words: segment.text.split(' ').map((word, index) => ({
      start: segment.start + index * 300,
      text: word.replace(/[{}]/g, ''),
      confidence: word.startsWith('{') ? 0.3 : confidence,
    })),
  }))

const titleOf = (lines: readonly string[], language = 'en') => summarizeExtractively(segmentsOf(lines), { language }).title

const dickens = [
  'It was the best of times. It was the worst of times.',
  'It was the age of wisdom. It was the age of foolishness. It was the epoch of belief.',
  'It was the season of darkness. It was the spring of hope. It was the winter of despair.',
]

describe('a title without a language model', () => {
  it.each([
    [
      'en',
      'Photosynthesis in desert plants',
      'Good morning everyone. Today we are going to talk about photosynthesis in desert plants.|Most plants open their stomata during the day.',
    ],
    [
      'de',
      'Neue Bibliothek am Bahnhof',
      'Ähm, willkommen zur Besprechung über die neue Bibliothek am Bahnhof.|Das Budget reicht.',
    ],
    [
      'fr',
      "Rénovation de l'école du quartier",
      "Bonjour, nous parlons aujourd'hui de la rénovation de l'école du quartier.|Le toit est vieux.",
    ],
    ['es', 'Nuevo comedor', 'Hola, hoy vamos a hablar sobre el nuevo comedor.|Los niños comerán en el gimnasio mientras tanto.'],
    ['it', 'Tetto della scuola', 'Allora, oggi parliamo del tetto della scuola.|Il preventivo arriva lunedì mattina.'],
    [
      'pt',
      'Orçamento da biblioteca',
      'Bom dia, vamos falar sobre o orçamento da biblioteca.|As estantes chegam na próxima semana.',
    ],
    ['ja', '新しい図書館の予算', 'えーと、今日は新しい図書館の予算について話し合います。|本棚の購入は来年に延期します。'],
    ['zh', '新网站的设计方案', '今天讨论了新网站的设计方案。|首页的图片需要更换，颜色太暗了。'],
    ['ko', '신제품 출시 일정', '오늘은 신제품 출시 일정을 정리합니다.|광고 예산은 작년보다 이십 퍼센트 줄었습니다.'],
  ])('is the topic announced at the beginning, in %s', (language, title, lines) => {
    expect(titleOf(lines.split('|'), language)).toBe(title)
  })

  it.each([
    ['a sentence', 'It was the best of times', dickens],
    [
      'the first clause of a longer one',
      'Das Dach wird im April neu gedeckt',
      ['Das Dach wird im April neu gedeckt, und die Dämmung kommt gleich mit dazu.'],
    ],
    [
      'the beginning of one up to a conjunction',
      'The import job crashed again last night',
      ['The import job crashed again last night and we should roll back the new parser until the leak is fixed.'],
    ],
    [
      'a sentence that is not about the speaker',
      'My grandmother opened the bakery in 1952',
      ['I started carrying flour when I was ten.', 'My grandmother opened the bakery in 1952, right after the war.'],
    ],
    ['what follows an aside', 'The warehouse in Lyon closes next summer', ['Well, the warehouse in Lyon closes next summer.']],
  ])('is %s', (_, title, lines) => {
    expect(titleOf(lines, title.startsWith('Das') ? 'de' : 'en')).toBe(title)
  })

  it('is a list of key phrases when no sentence is short enough', () => {
    const topics = 'the solar panel supplier of the library roof said that the solar panel order for the library roof'
    const title = titleOf([
      `Yesterday ${topics} would have been late`,
      `Somebody thought ${topics} might come later than planned`,
    ])
    expect(title.toLowerCase().split(', ').toSorted()).toEqual(['library roof', 'solar panel'])
  })

  it.each([
    ['a question', ['Does the import job of the billing service crash every night?']],
    [
      'small talk',
      ['Hey, can you hear me? Yeah, I can hear you now. Okay, cool.', 'Great, then talk to you later. Bye. Bye bye.'],
    ],
    ['a few words', ['Testing the microphone.']],
    ['nothing', []],
  ])('is missing for %s', (_, lines) => {
    expect(titleOf(lines)).toBe('')
  })
})

describe('poorly recognised speech', () => {
  it('results in no title', () => {
    const titleWith = (confidence: number) =>
      summarizeExtractively(withConfidence(segmentsOf(dickens), confidence), { language: 'en' }).title
    expect([titleWith(0.9), titleWith(0.6)]).toEqual(['It was the best of times', ''])
  })

  it('provides no words: another sentence becomes the title', () => {
    const lines = ['The {Kovloom} ferry leaves the harbour at noon today.', 'The museum opens on Tuesday morning.']
    expect(summarizeExtractively(withConfidence(segmentsOf(lines), 0.95), { language: 'en' }).title).toBe(
      'The museum opens on Tuesday morning',
    )
  })
})

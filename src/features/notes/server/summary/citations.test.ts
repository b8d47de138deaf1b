import { describe, expect, it } from 'vitest'
import { createCitationChecker } from './citations.ts'
import { readTranscript } from './extractive/readTranscript.ts'
import type { Segment } from './summary.ts'
import actionItems from '#test/fixtures/facts/action-items.json' with { type: 'json' }

const text = 'The roof survey is finished. The library roof carries forty panels, said the engineer from Lyon.'
const words = text.split(' ').map((word, i) => ({ start: 1000 + i * 400, text: word }))
const segments: Segment[] = [
  { id: 's1', start: 1000, end: 8000, speaker: 'Anna Weber', text, words },
  { id: 's2', start: 9000, end: 12_000, speaker: 'Ben', text: 'We order the inverters on Friday for 1,200 euros.' },
]
const checker = (written = 'en') => createCitationChecker(readTranscript(segments, 'en', {}), written)

describe('a generated line', () => {
  it('has the time and the speaker of the sentence it cites, not of its segment', () => {
    expect(checker().cite('The library roof carries forty panels.', [segments[0]!])).toMatchObject({
      start: 1000 + 5 * 400,
      speaker: 'Anna Weber',
      supported: true,
    })
    expect(checker().cite('The inverters are ordered on Friday.', segments)).toMatchObject({ start: 9000, speaker: 'Ben' })
  })

  it.each([
    ['The roof survey is finished.', true],
    ['The library roof can carry 40 panels.', true],
    ['Inverters for 1200 euros are ordered.', true],
    ['Anna Weber says that the roof survey is finished.', true],
    ['The library roof carries 50 panels.', false],
    ['The engineer from Paris measured the library roof panels.', false],
    ['The harbour museum closes because of heavy winter storms.', false],
  ])('is compared with its passages: %s', (line, supported) => {
    expect(checker().cite(line, segments).supported).toBe(supported)
  })

  it('is unsupported without a citation, but still shown', () => {
    expect(checker().cite('The roof survey is finished.', [])).toMatchObject({
      text: 'The roof survey is finished.',
      supported: false,
    })
  })

  it('is compared by its numbers when it is a translation', () => {
    const german = checker('de')
    expect(german.cite('Das Dach der Bibliothek trägt 40 Platten.', [segments[0]!]).supported).toBe(true)
    expect(german.cite('Das Dach der Bibliothek trägt 70 Platten.', [segments[0]!]).supported).toBe(false)
  })

  it('keeps a person and a date only when they were said', () => {
    const { keepOwner, keepDue } = checker()
    const line = 'Order the inverters.'
    expect([keepOwner('Ben', line, segments), keepDue('by Friday', segments)]).toEqual(['Ben', 'by Friday'])
    expect([keepOwner('Zoe', line, segments), keepDue('Sunday', segments), keepDue(null, segments)]).toEqual([null, null, null])
  })
})

describe('a generated task', () => {
  const spoken = actionItems.transcript.map(([speaker = '', said = ''], n): Segment => {
    return { id: `t${n}`, start: n * 10_000, end: n * 10_000 + 9000, speaker, text: said }
  })
  const { cite, keepOwner, keepDue } = createCitationChecker(readTranscript(spoken, 'en', {}), 'en')

  it.each([
    [0, { supported: true }, null, null],
    [1, { supported: false, differs: 'day' }, 'Ida', null],
    [2, { supported: false, differs: 'negation' }, 'Ida', 'by Friday'],
    [3, { supported: true }, 'Ida', 'by Friday'],
  ] as const)('keeps who and when only as they were said: answer %i', (index, point, owner, due) => {
    const task = actionItems.answer_actions[index]!
    const cited = task.rests_on.map((number) => spoken[number - 1]!)
    expect(cite(task.text, cited, { isTask: true })).toMatchObject(point)
    expect([keepOwner(task.owner, task.text, cited), keepDue(task.due, cited)]).toEqual([owner, due])
  })

  it('belongs to the person asked, not to the person asking', () => {
    const asked: Segment[] = [
      { id: 'a', start: 0, end: 1, speaker: 'Lena Brandt', text: 'Tom, can you book the hall for Monday?' },
      { id: 'b', start: 2, end: 3, speaker: 'Tom Weiss', text: 'Sure.' },
      { id: 'c', start: 4, end: 5, speaker: 'Lena Brandt', text: 'Could you also call the printer?' },
      { id: 'd', start: 6, end: 7, speaker: 'Tom Weiss', text: 'Yes. I will tell Ida that I print the posters.' },
    ]
    const checker = createCitationChecker(readTranscript(asked, 'en', {}), 'en')
    const owners = (line: string, n: number) =>
      ['Tom Weiss', 'Lena Brandt'].map((name) => checker.keepOwner(name, line, [asked[n]!]))
    expect(owners('Book the hall.', 0)).toEqual(['Tom Weiss', null])
    expect(owners('Call the printer.', 2)).toEqual(['Tom Weiss', null])
    expect(owners('Print the posters.', 3)).toEqual(['Tom Weiss', null])
    expect(checker.cite('Lena will book the hall for Monday.', [asked[0]!], { isTask: true })).toMatchObject({ differs: 'owner' })
  })
})

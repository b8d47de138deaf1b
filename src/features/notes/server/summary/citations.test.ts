import { describe, expect, it } from 'vitest'
import { createCitationChecker } from './citations.ts'
import { readTranscript } from './extractive/readTranscript.ts'
import type { Segment } from './summary.ts'

const text = 'The roof survey is finished. The library roof carries forty panels, said the engineer from Lyon.'
const words = text.split(' ').map((word, i) => ({ start: 1000 + i * 400, text: word }))
const segments: Segment[] = [
  { id: 's1', start: 1000, end: 8000, speaker: 'Anna Weber', text, words },
  { id: 's2', start: 9000, end: 12_000, speaker: 'Ben', text: 'We order the inverters on Friday for 1,200 euros.' },
]
const checker = (written = 'en') => createCitationChecker(readTranscript(segments, 'en', {}), written)

describe('a line that a model wrote', () => {
  it('carries the time and the speaker of the sentence it rests on, not of its segment', () => {
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

  it('is not found without a citation, and is shown all the same', () => {
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
    const { keepSaid } = checker()
    expect([keepSaid('Ben', segments), keepSaid('by Friday', segments)]).toEqual(['Ben', 'by Friday'])
    expect([keepSaid('Zoe', segments), keepSaid('Sunday', segments), keepSaid(null, segments)]).toEqual([null, null, null])
  })
})

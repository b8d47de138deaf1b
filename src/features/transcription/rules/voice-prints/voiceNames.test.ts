import { describe, expect, it } from 'vitest'
import { renamedSpeakers, renamedVoices, unnamedVoices, voiceNames } from './voiceNames.ts'

/** Segments of the given lengths in seconds, one after another. */
function segments(...parts: [voice: string, name: string, length: number][]) {
  let time = 0
  return parts.map(([original_speaker, speaker, length]) => {
    const start_time = time
    time += length * 1000
    return { original_speaker, speaker, start_time, end_time: time }
  })
}

const renamesOf = (before: ReturnType<typeof segments>, after: ReturnType<typeof segments>) =>
  renamedSpeakers(voiceNames(before), voiceNames(after))

const [ONE, TWO, THREE] = ['Speaker 1', 'Speaker 2', 'Speaker 3']

describe('the names of voices', () => {
  it('are those shown for most of their time', () => {
    const shown = segments([ONE, 'Lena', 5], [TWO, TWO, 2], [TWO, 'Lena', 3], ['', 'Grace', 9], [THREE, '', 1])
    expect([...voiceNames(shown)]).toEqual([
      [ONE, 'Lena'],
      [TWO, 'Lena'],
      [THREE, ''],
    ])
  })

  it('are missing while a voice only has its default name', () => {
    expect(unnamedVoices(segments([ONE, 'Lena', 5], [TWO, TWO, 2], [THREE, TWO, 1]))).toEqual([TWO])
    expect(unnamedVoices(segments([ONE, '', 5], ['Moderator', 'Moderator', 2]))).toEqual([])
  })
})

describe('renamed voices', () => {
  const before = segments([ONE, 'Lena', 5], [TWO, TWO, 2])

  it('have another name than before', () => {
    expect(renamedVoices(before, segments([ONE, 'Lena', 5], [TWO, 'Grace', 2]))).toEqual([{ voice: TWO, from: TWO, to: 'Grace' }])
    expect(renamedVoices(before, before)).toEqual([])
  })

  it('are empty after the speakers were separated again', () => {
    expect(renamedVoices(before, segments([ONE, 'Lena', 4], [TWO, 'Grace', 3]))).toEqual([])
    expect(renamedVoices(before, segments([ONE, 'Grace', 5]))).toEqual([])
  })
})

describe('names to replace in a summary', () => {
  it('are those of renamed and merged speakers', () => {
    const before = segments([ONE, 'Lena', 5], [TWO, TWO, 2], [THREE, THREE, 2])
    const after = segments([ONE, 'Dr. Brandt', 5], [TWO, 'Grace', 2], [THREE, 'Grace', 2])
    expect(renamesOf(before, after)).toEqual([
      { from: 'Lena', to: 'Dr. Brandt' },
      { from: TWO, to: 'Grace' },
      { from: THREE, to: 'Grace' },
    ])
  })

  it('leave out a name that another speaker keeps, or that two speakers shared', () => {
    const merged = segments([ONE, 'Lena', 5], [TWO, 'Lena', 2])
    expect(renamesOf(merged, segments([ONE, 'Lena', 5], [TWO, 'Grace', 2]))).toEqual([])
    expect(renamesOf(merged, segments([ONE, 'Anna', 5], [TWO, 'Grace', 2]))).toEqual([])
    expect(renamesOf(merged, segments([ONE, '', 5], [TWO, '', 2]))).toEqual([])
  })
})

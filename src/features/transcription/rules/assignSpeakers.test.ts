import { describe, expect, it } from 'vitest'
import type { Segment } from '#features/files/contract.ts'
import { assignSpeakers, keepSpeakerNames } from './assignSpeakers.ts'

const join = (words: readonly (readonly [number, number, string, number])[]) => words.map(([, , text]) => text).join(' ')

/** Creates a segment whose words begin every 500 ms from `start` and take 400 ms. */
function segment(start: number, text: string): Segment {
  const words = text
    .split(' ')
    .map((word, index): [number, number, string, number] => [start + index * 500, start + index * 500 + 400, word, 0.9])
  return {
    id: '1',
    start_time: start,
    end_time: words.at(-1)![1],
    content: text,
    speaker: '',
    original_speaker: '',
    language: 'en',
    words,
  }
}
const shown = (segments: readonly Segment[]) => segments.map(({ speaker, content }) => `${speaker}: ${content}`)
const assign = (segments: Segment[], turns: [number, number, number][]) =>
  assignSpeakers(
    segments,
    turns.map(([start, end, speaker]) => ({ start, end, speaker })),
    join,
  )

describe('assigning speakers to words', () => {
  it('cuts a segment where the speaker changes, and names speakers in the order in which they speak', () => {
    const { segments, labels } = assign(
      [segment(0, 'How are you today? I am fine, thank you.')],
      [
        [0, 1950, 7],
        [2000, 5000, 3],
      ],
    )
    expect(shown(segments)).toEqual(['Speaker 1: How are you today?', 'Speaker 2: I am fine, thank you.'])
    expect(labels).toEqual([7, 3])
    expect(segments.map(({ id, start_time, end_time }) => [id, start_time, end_time])).toEqual([
      ['1', 0, 1900],
      ['2', 2000, 4400],
    ])
  })

  it('moves a speaker change by a word or two to the end of the sentence', () => {
    const turns: [number, number, number][] = [
      [0, 2300, 0],
      [2300, 9000, 1],
    ]
    expect(shown(assign([segment(0, 'How are you today? I am fine.')], turns).segments)).toEqual([
      'Speaker 1: How are you today?',
      'Speaker 2: I am fine.',
    ])
  })

  it('ignores a single word of another speaker within a sentence, but not a one-word answer', () => {
    const turns: [number, number, number][] = [
      [0, 1000, 0],
      [1000, 1450, 1],
      [1450, 9000, 0],
    ]
    expect(assign([segment(0, 'We leave early tomorrow morning')], turns).labels).toEqual([0])
    expect(shown(assign([segment(0, 'Agreed then? Yes. Good, we leave early')], turns).segments)).toEqual([
      'Speaker 1: Agreed then?',
      'Speaker 2: Yes.',
      'Speaker 1: Good, we leave early',
    ])
  })

  it('joins a word that was cut off with the next segment of its speaker', () => {
    const segments = [segment(0, 'We met them. So'), segment(2100, 'we left early')]
    const turns: [number, number, number][] = [
      [0, 1450, 0],
      [1500, 9000, 1],
    ]
    expect(shown(assign(segments, turns).segments)).toEqual(['Speaker 1: We met them.', 'Speaker 2: So we left early'])
  })

  it('joins what one speaker says into a paragraph, unless it was edited', () => {
    const turns: [number, number, number][] = [
      [0, 1950, 0],
      [2000, 9000, 1],
    ]
    const segments = [segment(0, 'How are you today? I am fine.'), segment(3600, 'It is a good day for it.')]
    const paragraph = 'Speaker 2: I am fine. It is a good day for it.'
    expect(shown(assign(segments, turns).segments)).toEqual(['Speaker 1: How are you today?', paragraph])
    const edited = [segments[0]!, { ...segments[1]!, content: 'It is a very good day for it.' }]
    expect(shown(assign(edited, turns).segments).at(-1)).toBe('Speaker 2: It is a very good day for it.')
    const long = segment(3600, Array.from({ length: 90 }, () => 'on').join(' '))
    expect(assign([segments[0]!, long], [...turns, [9000, 90_000, 1]]).segments).toHaveLength(3)
  })

  it('assigns words outside of turns to the nearest turn, or, far from any, to the previous speaker', () => {
    const turns: [number, number, number][] = [
      [0, 900, 0],
      [2900, 3500, 1],
    ]
    const { segments } = assign([segment(0, 'One two three four five six seven eight')], turns)
    expect(shown(segments)).toEqual(['Speaker 1: One two three four', 'Speaker 2: five six seven eight'])
  })

  it('shows no name for a single speaker', () => {
    const { segments } = assign([segment(0, 'All by myself')], [[0, 9000, 0]])
    expect(segments).toMatchObject([{ speaker: '', original_speaker: 'Speaker 1', content: 'All by myself' }])
  })

  it('keeps everything when no speaker was found', () => {
    const { segments, labels } = assign([segment(0, 'All by myself')], [])
    expect(segments).toMatchObject([{ speaker: '', original_speaker: '', content: 'All by myself' }])
    expect(labels).toEqual([])
  })
})

describe('separating speakers again', () => {
  it('keeps names given by the user for the speakers who say most of the same', () => {
    const before = [
      { ...segment(0, 'How are you today?'), speaker: 'Lena', original_speaker: 'Speaker 1' },
      { ...segment(2000, 'I am fine, thank you.'), speaker: 'Speaker 2', original_speaker: 'Speaker 2' },
    ]
    const after = [
      { ...segment(0, 'How are you'), speaker: 'Speaker 1', original_speaker: 'Speaker 1' },
      { ...segment(1500, 'today? I am fine, thank you.'), speaker: 'Speaker 2', original_speaker: 'Speaker 2' },
    ]
    expect(keepSpeakerNames(before, after).map(({ speaker }) => speaker)).toEqual(['Lena', 'Speaker 2'])
  })
})

import { describe, expect, it } from 'vitest'
import { type AudioTrack, chooseTracks } from './chooseTracks.ts'

const track = (options: Partial<AudioTrack> = {}): AudioTrack => ({
  language: null,
  isDefault: false,
  isSecondary: false,
  ...options,
})

describe('chooseTracks', () => {
  it('uses all tracks of people who talk to each other', () => {
    expect(chooseTracks([track(), track()])).toEqual({ used: [0, 1], leftOut: [] })
    expect(
      chooseTracks([track({ language: 'eng', isDefault: true }), track({ language: 'eng' }), track({ language: 'und' })]),
    ).toEqual({
      used: [0, 1, 2],
      leftOut: [],
    })
  })

  it('leaves out simultaneous translations', () => {
    expect(
      chooseTracks([track({ language: 'eng' }), track({ language: 'deu', isDefault: true }), track({ language: 'fra' })]),
    ).toEqual({
      used: [1],
      leftOut: [0, 2],
    })
  })

  it('leaves out commentaries and descriptions, unless there is nothing else', () => {
    expect(chooseTracks([track({ isSecondary: true }), track()])).toEqual({ used: [1], leftOut: [0] })
    expect(chooseTracks([track({ isSecondary: true })])).toEqual({ used: [0], leftOut: [] })
  })

  it('uses at most 16 tracks', () => {
    expect(chooseTracks(Array.from({ length: 20 }, () => track())).used).toHaveLength(16)
    expect(chooseTracks([])).toEqual({ used: [], leftOut: [] })
  })
})

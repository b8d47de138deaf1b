import { describe, expect, it } from 'vitest'
import { FRAME_SECONDS } from './networks.ts'
import { findTurns } from './turns.ts'

type Part = readonly [speaker: number, start: number, end: number]

/** Frames in which two speakers speak in these spans, in seconds. */
function framesOf(parts: readonly Part[], seconds: number) {
  const active = new Uint8Array(2 * Math.ceil(seconds / FRAME_SECONDS))
  for (const [speaker, start, end] of parts)
    for (let frame = Math.round(start / FRAME_SECONDS); frame < Math.round(end / FRAME_SECONDS); frame++)
      active[2 * frame + speaker] = 1
  return { active, speakers: 2 }
}

/** Turns in tenths of a second. */
const turnsOf = (parts: readonly Part[], seconds = 10): Part[] =>
  findTurns(framesOf(parts, seconds), seconds).map(({ speaker, start, end }) => {
    return [speaker, Math.round(start / 100) / 10, Math.round(end / 100) / 10]
  })

describe('turns of speakers', () => {
  it('closes a pause of less than half a second', () => {
    expect(turnsOf([[0, 1, 2], [0, 2.4, 3], [0, 3.6, 5]])).toEqual([[0, 1, 3], [0, 3.6, 5]]) // prettier-ignore
  })

  it('closes only a quarter of a second where another speaker speaks', () => {
    const answer: Part = [1, 2, 2.4]
    expect(turnsOf([[0, 1, 2], answer, [0, 2.4, 3]])).toEqual([[0, 1, 2], answer, [0, 2.4, 3]])
    expect(turnsOf([[0, 1, 2], answer, [0, 2.2, 3]])).toEqual([[0, 1, 3], answer])
  })

  it('drops turns of less than a tenth of a second, and ends with the recording', () => {
    expect(turnsOf([[0, 0, 0.5], [1, 4, 4.05], [1, 9, 10]], 9.8)).toEqual([[0, 0, 0.5], [1, 9, 9.8]]) // prettier-ignore
    expect(turnsOf([])).toEqual([])
  })
})

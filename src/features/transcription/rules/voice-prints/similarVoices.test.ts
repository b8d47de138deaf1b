import { describe, expect, it } from 'vitest'
import { similarVoices } from './similarVoices.ts'

const voice = (name: string, embedding: number[], seconds: number) => ({ name, embedding, seconds })

describe('voices that sound alike', () => {
  it('are named after the one with more speech', () => {
    const voices = [voice('Speaker 1', [1, 0.1], 5), voice('Lena', [1, 0], 60), voice('Speaker 3', [0, 1], 30)]
    expect([...similarVoices(voices)]).toEqual([['Speaker 1', 'Lena']])
  })

  it('are those below the distance at which voice prints match', () => {
    const at = (degrees: number) => [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
    const isSimilar = (degrees: number) => similarVoices([voice('A', at(0), 9), voice('B', at(degrees), 3)]).size === 1
    expect([isSimilar(54), isSimilar(56)]).toEqual([true, false])
  })

  it('have different names', () => {
    expect(similarVoices([voice('Lena', [1, 0], 9), voice('Lena', [1, 0], 3)]).size).toBe(0)
  })
})

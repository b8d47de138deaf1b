import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import { rechunk } from '#platform/audio/audio.ts'
import { bundledModelsDir } from '../engine.ts'
import { openSilero, SILERO_FRAME, type Silero } from './silero.ts'

let silero: Silero
beforeAll(async () => {
  silero = await openSilero({ modelsDir: bundledModelsDir })
})
afterAll(async () => await silero.close())

async function classify(frames: AsyncIterable<Float32Array>): Promise<number[]> {
  const detect = silero.createDetector(1)
  const probabilities: number[] = []
  for await (const frame of frames) probabilities.push(...(await detect([frame])))
  return probabilities
}
async function* frames(count: number, sample: (i: number) => number) {
  for (let n = 0; n < count; n++) yield Float32Array.from({ length: SILERO_FRAME }, (_, i) => sample(n * SILERO_FRAME + i))
}

describe('the voice activity detector', () => {
  it('detects no speech in silence and in a hum', async () => {
    expect(Math.max(...(await classify(frames(60, () => 0))))).toBeLessThan(0.35)
    expect(Math.max(...(await classify(frames(60, (i) => 0.3 * Math.sin(i * 0.04)))))).toBeLessThan(0.35)
  })

  it('detects speech most of the time in a spoken sentence', async () => {
    const probabilities = await classify(rechunk(decodeAudio('test/fixtures/german.ogg'), SILERO_FRAME))
    expect(probabilities.filter((probability) => probability > 0.5).length / probabilities.length).toBeGreaterThan(0.5)
  })

  it('classifies each version of a recording by itself', async () => {
    const detect = silero.createDetector(2)
    const pairs: (readonly number[])[] = []
    for await (const frame of rechunk(decodeAudio('test/fixtures/german.ogg'), SILERO_FRAME))
      pairs.push(await detect([frame, new Float32Array(SILERO_FRAME)]))
    const alone = await classify(rechunk(decodeAudio('test/fixtures/german.ogg'), SILERO_FRAME))
    expect(Math.max(...pairs.map(([spoken], i) => Math.abs(spoken! - alone[i]!)))).toBeLessThan(0.001)
    expect(Math.max(...pairs.map(([, silent]) => silent!))).toBeLessThan(0.35)
  })

  it('resets its state for every recording', async () => {
    const hum = () => frames(20, (i) => 0.3 * Math.sin(i * 0.04))
    const first = await classify(hum())
    await classify(rechunk(decodeAudio('test/fixtures/german.ogg'), SILERO_FRAME))
    expect(await classify(hum())).toEqual(first)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeSound } from '#platform/sound/decodeSound.ts'
import { blocksOf } from '#platform/sound/blocksOf.ts'
import { bundledModelsDir } from './engine.ts'
import { openSilero, SILERO_FRAME, type Silero } from './silero.ts'

let silero: Silero
beforeAll(async () => {
  silero = await openSilero({ modelsDir: bundledModelsDir })
})
afterAll(async () => await silero.close())

async function judge(frames: AsyncIterable<Float32Array>): Promise<number[]> {
  const judgeFrame = silero.listen()
  const chances: number[] = []
  for await (const frame of frames) chances.push(await judgeFrame(frame))
  return chances
}
async function* frames(count: number, sample: (i: number) => number) {
  for (let n = 0; n < count; n++) yield Float32Array.from({ length: SILERO_FRAME }, (_, i) => sample(n * SILERO_FRAME + i))
}

describe('the voice activity detector', () => {
  it('detects no speech in silence and in a hum', async () => {
    expect(Math.max(...(await judge(frames(60, () => 0))))).toBeLessThan(0.35)
    expect(Math.max(...(await judge(frames(60, (i) => 0.3 * Math.sin(i * 0.04)))))).toBeLessThan(0.35)
  })

  it('detects speech most of the time in a spoken sentence', async () => {
    const chances = await judge(blocksOf(decodeSound('test/fixtures/german.ogg'), SILERO_FRAME))
    expect(chances.filter((chance) => chance > 0.5).length / chances.length).toBeGreaterThan(0.5)
  })

  it('resets its state for every recording', async () => {
    const hum = () => frames(20, (i) => 0.3 * Math.sin(i * 0.04))
    const first = await judge(hum())
    await judge(blocksOf(decodeSound('test/fixtures/german.ogg'), SILERO_FRAME))
    expect(await judge(hum())).toEqual(first)
  })
})

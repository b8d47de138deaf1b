import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { concat, readAll, readClips, streamOf } from '#test/fixtures/composites.ts'
import { bundledModelsDir } from '../engine.ts'
import { diarizeSound } from './diarize.ts'
import { loadSpeakerNetworks, type SpeakerNetworks } from './networks.ts'

const FIXTURES = join(import.meta.dirname, '../../../../test/fixtures')

let networks: SpeakerNetworks
beforeAll(async () => void (networks = await loadSpeakerNetworks({ modelsDir: bundledModelsDir, threads: 2 })))
afterAll(() => networks.close())

const diarize = (pcm: Float32Array) => diarizeSound(networks, streamOf(pcm), { onProgress: () => undefined })
const read = (name: string) => readAll(decodeAudio(join(FIXTURES, name)))

describe('one reader', () => {
  it('stays one speaker after a pause of a minute', async () => {
    const reading = await read('two-cities.wav')
    const [first, second] = [reading.subarray(0, 17.1 * SPEECH_SAMPLE_RATE), reading.subarray(17.1 * SPEECH_SAMPLE_RATE)]
    const { speakers, turns } = await diarize(concat([first, new Float32Array(60 * SPEECH_SAMPLE_RATE), second]))
    expect(speakers).toHaveLength(1)
    expect(turns.at(-1)!.end).toBeGreaterThan(100_000)
  })

  it('stays one speaker when the second half is 26 dB quieter', async () => {
    expect((await diarize(await read('sound/cases/31-one-reader-quieter-half.opus'))).speakers).toHaveLength(1)
  })

  it('stays one speaker in each clip when the second half is 20 dB quieter', async () => {
    const clips = (await readClips()).filter(({ pcm }) => pcm.length > 9 * SPEECH_SAMPLE_RATE)
    const counts = []
    for (const { language, pcm } of clips) {
      const quieter = pcm.map((sample, at) => (at < pcm.length / 2 ? sample : sample / 10))
      counts.push([language, (await diarize(quieter)).speakers.length])
    }
    expect(clips.length).toBeGreaterThan(10)
    expect(counts.filter(([, count]) => count !== 1)).toEqual([])
  })
})

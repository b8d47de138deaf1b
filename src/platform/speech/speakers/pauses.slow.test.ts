import { join } from 'node:path'
import { expect, it } from 'vitest'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { concat, readAll, streamOf } from '#test/fixtures/composites.ts'
import { bundledModelsDir } from '../engine.ts'
import { diarizeSound } from './diarize.ts'
import { loadSpeakerNetworks } from './networks.ts'

it('one reader stays one speaker after a pause of a minute', async () => {
  const networks = await loadSpeakerNetworks({ modelsDir: bundledModelsDir, threads: 2 })
  const reading = await readAll(decodeAudio(join(import.meta.dirname, '../../../../test/fixtures/two-cities.wav')))
  const [first, second] = [reading.subarray(0, 17.1 * SPEECH_SAMPLE_RATE), reading.subarray(17.1 * SPEECH_SAMPLE_RATE)]
  const pcm = concat([first, new Float32Array(60 * SPEECH_SAMPLE_RATE), second])
  const { speakers, turns } = await diarizeSound(networks, streamOf(pcm), { onProgress: () => undefined })
  await networks.close()
  expect(speakers).toHaveLength(1)
  expect(turns.at(-1)!.end).toBeGreaterThan(100_000)
})

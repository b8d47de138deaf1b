import { describe, expect, it } from 'vitest'
import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { streamOf } from '#test/fixtures/composites.ts'
import { diarizeSound } from './diarize.ts'
import { FBANK_BANDS } from './fbank.ts'
import { LOCAL_SPEAKERS, VOICE_CHANNELS, type SpeakerNetworks } from './networks.ts'

const FRAMES = 589

/** Networks that find one voice from second 2 to 4 of the first ten, with alternating probabilities in consecutive windows. */
function networksWith(certainties: readonly [number, number]) {
  const calls = { segment: 0, describedSeconds: 0 }
  const networks: SpeakerNetworks = {
    segment: async () => {
      const window = calls.segment++
      const certainty = certainties[window % 2]!
      const [activity, probability] = [new Uint8Array(FRAMES * LOCAL_SPEAKERS), new Uint8Array(FRAMES * LOCAL_SPEAKERS)]
      const [from, to] = [2, 4].map((second) => Math.max(0, Math.round(((second - 2 * window) * FRAMES) / 10)))
      for (let frame = from!; frame < to!; frame++) {
        probability[frame * LOCAL_SPEAKERS] = 255 * certainty
        activity[frame * LOCAL_SPEAKERS] = certainty > 0.5 ? 1 : 0
      }
      return { frames: FRAMES, activity, probability }
    },
    voiceFrames: async (rows) => {
      calls.describedSeconds += rows.length / FBANK_BANDS / 100
      return new Float32Array(Math.ceil(rows.length / FBANK_BANDS / 8) * VOICE_CHANNELS).fill(1)
    },
    embed: async (statistics) => statistics.map(() => Float32Array.of(1, 0)),
    close: async () => undefined,
  }
  return { networks, calls }
}

const diarize = async (certainties: readonly [number, number], seconds: number) => {
  const { networks, calls } = networksWith(certainties)
  const pcm = new Float32Array(seconds * SPEECH_SAMPLE_RATE)
  const { turns } = await diarizeSound(networks, streamOf(pcm), { onProgress: () => undefined })
  return { turns, ...calls }
}

describe('separating speakers', () => {
  it('finds a voice by its average probability in the windows that contain it', async () => {
    const { turns } = await diarize([0.95, 0.4], 20)
    expect(turns).toEqual([{ speaker: 0, start: expect.closeTo(2000, -2), end: expect.closeTo(4000, -2) }])
    expect((await diarize([0.6, 0.6], 20)).turns).toEqual([])
  })

  it('embeds no voices when all windows are silent', async () => {
    const { turns, describedSeconds } = await diarize([1, 1], 60)
    expect(turns).toHaveLength(1)
    expect(describedSeconds).toBeLessThan(10)
  })
})

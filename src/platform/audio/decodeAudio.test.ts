import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { decodeAudio } from './decodeAudio.ts'
import type { DecodeOptions } from './decodeAudio.ts'
import { probeAudio } from './probeAudio.ts'
import type { RangeSource, AudioSource } from './AudioSource.ts'
import { createWav, sineWave } from '#test/fixtures/sound/createWav.ts'

const root = join(import.meta.dirname, '../../..')
const fixture = (name: string) => join(root, 'test/fixtures/sound', name)
const welcome = join(root, 'assets/welcome/two-cities.mp3')

/** RMS of seconds 2 to 4, and of 2 to 3.2, of the WAV file the fixtures were made from. */
const RMS_2S = 0.01344
const RMS_1200MS = 0.01422

async function decodeAll(source: AudioSource, options: DecodeOptions = {}): Promise<Float32Array> {
  const chunks: Float32Array[] = []
  for await (const chunk of decodeAudio(source, options)) chunks.push(chunk)
  return Float32Array.from(chunks.flatMap((chunk) => [...chunk]))
}

/** Serves ranges in chunks of `chunkBytes` bytes. */
const sourceInChunks = (bytes: Buffer, chunkBytes: number): RangeSource => ({
  size: bytes.length,
  open: ({ start, end }) => {
    const count = Math.ceil((end + 1 - start) / chunkBytes)
    const pieces = Array.from({ length: count }, (_, i) =>
      bytes.subarray(start + i * chunkBytes, Math.min(end + 1, start + (i + 1) * chunkBytes)),
    )
    return Promise.resolve(Readable.from(pieces, { objectMode: false }))
  },
})

function maxDifference(a: Float32Array, b: Float32Array): number {
  expect(a.length).toBe(b.length)
  return a.reduce((worst, sample, i) => Math.max(worst, Math.abs(sample - b[i]!)), 0)
}

const rms = (samples: Float32Array) => Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length)

/** Returns the highest correlation of one second of two signals when one is shifted by up to `maxLag` samples. 1 means equal. */
function bestCorrelation(a: Float32Array, b: Float32Array, maxLag: number): { correlation: number; lag: number } {
  const middle = a.subarray(maxLag, maxLag + 16_000)
  const loudness = middle.length * rms(middle) * rms(b.subarray(maxLag, maxLag + 16_000))
  let best = { correlation: -1, lag: 0 }
  for (let lag = -maxLag; lag <= maxLag; lag += 2) {
    let dot = 0
    for (let i = 0; i < middle.length; i++) dot += middle[i]! * b[maxLag + i + lag]!
    if (dot / loudness > best.correlation) best = { correlation: dot / loudness, lag }
  }
  return best
}

describe('one channel of a recording', () => {
  const rms = (samples: Float32Array) => Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)

  it('is decoded alone', async () => {
    const [left, right] = [
      await decodeAll(fixture('stereo-44k.mp3'), { channel: 0 }),
      await decodeAll(fixture('stereo-44k.mp3'), { channel: 1 }),
    ]
    expect(rms(right) / rms(left)).toBeCloseTo(0.5, 1)
    const inverted = fixture('cases/01-antiphase.opus')
    const [a, b] = [await decodeAll(inverted, { channel: 0 }), await decodeAll(inverted, { channel: 1 })]
    expect(rms(a.map((sample, i) => sample + b[i]!)) / rms(a)).toBeLessThan(0.1)
    const wav = createWav(16_000, (frame, channel) => (channel === 0 ? Math.sin(frame) : 0), { sampleRate: 16_000, channels: 2 })
    expect(rms(await decodeAll(sourceInChunks(wav, 5000), { channel: 1 }))).toBe(0)
    expect(rms(await decodeAll(sourceInChunks(wav, 5000), { channel: 0 }))).toBeCloseTo(Math.SQRT1_2, 1)
  })

  it('is the whole recording when it has only one', async () => {
    expect(await decodeAll(fixture('cbr-16k-mono.mp3'), { channel: 1 })).toEqual(await decodeAll(fixture('cbr-16k-mono.mp3')))
    expect(await decodeAll(fixture('speech.ogg'), { channel: 1 })).toEqual(await decodeAll(fixture('speech.ogg')))
  })
})

describe('decodeAudio', () => {
  // RMS of the section of the original that each file was made from. Mixing to mono leaves three quarters of the level of stereo.
  it.each([
    ['cbr-16k-mono.mp3', RMS_2S],
    ['vbr-16k-mono.mp3', RMS_2S],
    ['stereo-44k.mp3', 0.75 * RMS_2S],
    ['cbr-8k-mono.mp3', RMS_2S],
    ['speech.ogg', RMS_2S],
    ['speech.asr', RMS_2S],
    ['speech-8k.wav', RMS_1200MS],
  ])('returns as many samples of %s as its duration says, as loud as the original', async (name, loudness) => {
    const declared = name.endsWith('.asr') ? 'OPUS' : undefined
    const { duration } = await probeAudio(fixture(name), { declared })
    const samples = await decodeAll(fixture(name), { declared })
    expect(Math.abs(samples.length - duration * 16)).toBeLessThanOrEqual(8)
    expect(rms(samples) / loudness).toBeGreaterThan(0.85)
    expect(rms(samples) / loudness).toBeLessThan(1.1)
    expect(samples.every((sample) => Math.abs(sample) <= 1.5)).toBe(true)
  })

  it('decodes the same speech from every format, at the same time except for the encoder delay', async () => {
    const reference = await decodeAll(fixture('cbr-16k-mono.mp3'))
    for (const [name, declared] of [['speech.ogg'], ['speech.asr', 'OPUS'], ['cbr-8k-mono.mp3'], ['stereo-44k.mp3']] as const) {
      const { correlation, lag } = bestCorrelation(reference, await decodeAll(fixture(name), { declared }), 1500)
      expect([name, correlation > 0.8]).toEqual([name, true])
      expect(Math.abs(lag)).toBeLessThan(1500)
    }
  })

  it('returns the same samples for an MP3 read in small chunks', async () => {
    for (const name of ['cbr-16k-mono.mp3', 'vbr-16k-mono.mp3', 'stereo-44k.mp3']) {
      const bytes = await readFile(fixture(name))
      const whole = await decodeAll(sourceInChunks(bytes, bytes.length))
      expect(maxDifference(await decodeAll(sourceInChunks(bytes, 100)), whole)).toBe(0)
      expect(maxDifference(await decodeAll(fixture(name)), whole)).toBe(0)
    }
  })

  it.each([0, 1, 999, 5000, 20_000, 31_337, 44_000])(
    'starts an MP3 at %i ms with the same samples as a full decode',
    async (from) => {
      const whole = await decodeAll(welcome)
      expect(maxDifference(await decodeAll(welcome, { from }), whole.slice(from * 16))).toBeLessThan(1e-6)
    },
  )

  it('starts at the same samples when the sample rate changes', async () => {
    const wav = createWav(44_100 * 5, sineWave(440, 44_100), { sampleRate: 44_100 })
    const source = sourceInChunks(wav, 10_000)
    const whole = await decodeAll(source)
    for (const from of [1, 1500, 3333, 4999])
      expect(maxDifference(await decodeAll(source, { from }), whole.slice(from * 16))).toBeLessThan(1e-6)
    const mp3 = await decodeAll(fixture('stereo-44k.mp3'))
    expect(maxDifference(await decodeAll(fixture('stereo-44k.mp3'), { from: 1800 }), mp3.slice(1800 * 16))).toBeLessThan(1e-6)
  })

  it('starts Opus in the middle without an audible difference', async () => {
    for (const [name, declared] of [['speech.ogg'], ['speech.asr', 'OPUS']] as const) {
      const whole = await decodeAll(fixture(name), { declared })
      const fromMiddle = await decodeAll(fixture(name), { declared, from: 1210 })
      const expected = whole.slice(1210 * 16)
      expect(fromMiddle.length).toBe(expected.length)
      expect(rms(fromMiddle.map((sample, i) => sample - expected[i]!))).toBeLessThan(0.02 * rms(expected))
    }
  })

  it('returns nothing when it starts after the end', async () => {
    expect((await decodeAll(fixture('cbr-16k-mono.mp3'), { from: 5000 })).length).toBe(0)
    expect((await decodeAll(fixture('speech.asr'), { from: 5000, declared: 'OPUS' })).length).toBe(0)
    expect((await decodeAll(fixture('speech.ogg'), { from: 5000 })).length).toBe(0)
    expect((await decodeAll(fixture('speech-8k.wav'), { from: 5000 })).length).toBe(0)
  })

  it.each([
    [8, false],
    [16, false],
    [24, false],
    [32, false],
    [32, true],
    [64, true],
  ] as const)(
    'reads WAV samples of %i bits (float: %s), mixes the channels and clamps values out of range',
    async (bits, float) => {
      const wav = createWav(16_000, (frame, channel) => (channel === 0 ? sineWave(440, 16_000)(frame) : 0), {
        sampleRate: 16_000,
        channels: 2,
        bits,
        float,
      })
      const expectedSamples = Float32Array.from({ length: 16_000 }, (_, i) => sineWave(440, 16_000)(i) / 2)
      expect(maxDifference(await decodeAll(sourceInChunks(wav, 1001)), expectedSamples)).toBeLessThan(bits === 8 ? 0.01 : 0.001)
      if (!float) return
      const nonFinite = createWav(3, (frame) => [Number.NaN, Number.POSITIVE_INFINITY, -7][frame]!, {
        sampleRate: 16_000,
        bits,
        float,
      })
      expect([...(await decodeAll(sourceInChunks(nonFinite, 5)))]).toEqual([0, 1, -1])
    },
  )

  it('replaces a packet that cannot be decoded with silence', async () => {
    const bytes = await readFile(fixture('speech.asr'))
    bytes.fill(0xff, 61 * 80, 63 * 80)
    const samples = await decodeAll(sourceInChunks(bytes, 999), { declared: 'OPUS' })
    expect(samples.length).toBe(2020 * 16)
    const undamaged = await decodeAll(fixture('speech.asr'), { declared: 'OPUS' })
    const afterDamage = 75 * 320
    expect(bestCorrelation(undamaged.subarray(afterDamage), samples.subarray(afterDamage), 0).correlation).toBeGreaterThan(0.9)
  })

  it('throws when no Opus packet can be decoded', async () => {
    // Each packet declares 20 ms, but has more padding than bytes.
    const bytes = Buffer.alloc(80 * 2000, 0xff)
    for (let packet = 0; packet < 2000; packet++) bytes.set([0x4b, 0x41], packet * 80)
    await expect(decodeAll(sourceInChunks(bytes, 8000), { declared: 'OPUS' })).rejects.toMatchObject({
      name: 'AudioError',
      kind: 'damaged',
    })
  })

  it('yields chunks of one second and stops when the signal is aborted', async () => {
    const lengths: number[] = []
    for await (const chunk of decodeAudio(fixture('cbr-16k-mono.mp3'))) lengths.push(chunk.length)
    expect(lengths).toEqual([16_000, 16_000, 2088 * 16 - 32_000])

    const stop = new AbortController()
    let sampleCount = 0
    const decoding = (async () => {
      for await (const chunk of decodeAudio(welcome, { signal: stop.signal })) {
        sampleCount += chunk.length
        if (sampleCount === 48_000) stop.abort(new Error('enough'))
      }
    })()
    await expect(decoding).rejects.toThrow('enough')
    expect(sampleCount).toBe(48_000)
  })

  it('reads no more of its source than it needs and closes it when the consumer stops', async () => {
    const { size } = await stat(welcome)
    const opened: Readable[] = []
    const source: RangeSource = {
      size,
      open: (range) => {
        const stream = createReadStream(welcome, { ...range, highWaterMark: 4096 })
        opened.push(stream)
        return Promise.resolve(stream)
      },
    }
    for await (const chunk of decodeAudio(source)) {
      expect(chunk.length).toBe(16_000)
      break
    }
    expect(opened.every((stream) => stream.destroyed)).toBe(true)
    expect(opened.reduce((sum, stream) => sum + (stream as ReturnType<typeof createReadStream>).bytesRead, 0)).toBeLessThan(
      size / 3,
    )
  })
})

describe('sound of other programs', () => {
  const sound = (name: string) => fixture(`cases/${name}`)
  const joined = (parts: readonly Buffer[]) => sourceInChunks(Buffer.concat(parts), 5000)
  const bytesOf = (name: string) => readFile(fixture(name))

  it('keeps a voice whose left channel is the inverted right one', async () => {
    expect(rms(await decodeAll(sound('01-antiphase.opus')))).toBeGreaterThan(0.01)
    const sine = sineWave(220, 16_000)
    const wav = createWav(16_000, (frame, channel) => sine(frame) * (channel === 0 ? 0.5 : -0.5), {
      channels: 2,
      sampleRate: 16_000,
    })
    expect(rms(await decodeAll(sourceInChunks(wav, 5000)))).toBeGreaterThan(0.1)
  })

  it('reads Ogg files that were joined, skipping and trimming the padding of each', async () => {
    const pcm = await decodeAll(sound('06-chained.opus'))
    const { duration } = await probeAudio(sound('06-chained.opus'))
    expect(duration).toBeGreaterThan(9900)
    expect(pcm.length).toBe(Math.floor(duration * 16))
    expect(rms(pcm.subarray(7 * 16_000))).toBeGreaterThan(0.01)
    const speech = await bytesOf('speech.ogg')
    const alone = await decodeAll(fixture('speech.ogg'))
    const twice = await decodeAll(joined([speech, speech]))
    expect(twice.length).toBe(2 * alone.length)
    // Both files have the same serial number, as some programs write it, and the second one starts over.
    expect(maxDifference(twice.subarray(alone.length), alone)).toBeLessThan(1e-6)
    expect(maxDifference(await decodeAll(joined([speech, speech]), { from: 2500 }), twice.slice(2500 * 16))).toBeLessThan(1e-3)
  })

  it('reads an MP3 whose sample rate changes, from any position', async () => {
    const parts = ['cbr-16k-mono.mp3', 'cbr-8k-mono.mp3', 'stereo-44k.mp3']
    const alone = await Promise.all(parts.map((name) => decodeAll(fixture(name))))
    const source = joined(await Promise.all(parts.map(bytesOf)))
    const whole = await decodeAll(source)
    expect(maxDifference(whole, Float32Array.from(alone.flatMap((part) => [...part])))).toBeLessThan(1e-6)
    for (const from of [1200, alone[0]!.length / 16 + 500, 4000])
      expect(maxDifference(await decodeAll(source, { from }), whole.slice(Math.round(from * 16)))).toBeLessThan(1e-6)
    expect((await probeAudio(sound('15-rate-changes.mp3'))).duration).toBeGreaterThan(9900)
    expect(rms((await decodeAll(sound('15-rate-changes.mp3'))).subarray(7 * 16_000))).toBeGreaterThan(0.01)
  })
})

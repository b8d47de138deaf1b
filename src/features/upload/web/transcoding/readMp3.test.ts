import { describe, expect, it } from 'vitest'
import { isTranscodeTarget, readMp3 } from './readMp3.ts'

/** A silent frame: MPEG-2 layer III, 16 kHz, mono, 48 kbit/s, 216 bytes, 36 ms. */
const TARGET_FRAME = { header: [0xff, 0xf3, 0x68, 0xc0], bytes: 216 }
/** The same with 32 kbit/s, 144 bytes. */
const LOW_BITRATE_FRAME = { header: [0xff, 0xf3, 0x48, 0xc0], bytes: 144 }
/** MPEG-1, 44.1 kHz, stereo, 128 kbit/s, 417 bytes, 26 ms; and the same with a padding byte. */
const CD_FRAME = { header: [0xff, 0xfb, 0x90, 0x00], bytes: 417 }
const PADDED_CD_FRAME = { header: [0xff, 0xfb, 0x92, 0x00], bytes: 418 }

const frames = (frame: { header: number[]; bytes: number }, count: number) =>
  Array.from({ length: count }, () => Uint8Array.from({ length: frame.bytes }, (_, at) => frame.header[at] ?? 0x55))
const id3v2Tag = (length: number) =>
  Uint8Array.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, length >> 7, length & 127, ...Array<number>(length).fill(0xff)])
const id3v1Tag = new Uint8Array(128).map((_, at) => 'TAG'.charCodeAt(at) || 32)

describe('reading the frame headers of an MP3', () => {
  it('returns sample rate, channels, bitrate and duration', async () => {
    const mp3 = await readMp3(new Blob(frames(TARGET_FRAME, 100)))
    expect(mp3).toEqual({ sampleRate: 16_000, channels: 1, bitsPerSecond: 48_000, duration: 3600 })
    expect(isTranscodeTarget(mp3!)).toBe(true)
  })

  it('returns the same result for any read size', async () => {
    for (const slice of [10, 217, 1000])
      expect(await readMp3(new Blob(frames(TARGET_FRAME, 40)), slice)).toMatchObject({ duration: 1440, bitsPerSecond: 48_000 })
  })

  it('detects a variable bitrate, which requires transcoding', async () => {
    const mp3 = await readMp3(new Blob([...frames(TARGET_FRAME, 5), ...frames(LOW_BITRATE_FRAME, 5)]))
    expect(mp3).toEqual({ sampleRate: 16_000, channels: 1, bitsPerSecond: null, duration: 360 })
    expect(isTranscodeTarget(mp3!)).toBe(false)
  })

  it('reads 44.1 kHz stereo with padded frames, which requires transcoding', async () => {
    const mp3 = await readMp3(new Blob([...frames(CD_FRAME, 2), ...frames(PADDED_CD_FRAME, 2)]))
    expect(mp3).toMatchObject({ sampleRate: 44_100, channels: 2, bitsPerSecond: 128_000 })
    expect(isTranscodeTarget(mp3!)).toBe(false)
  })

  it('skips tags before and after the audio, and a truncated last frame', async () => {
    expect(await readMp3(new Blob([id3v2Tag(300), ...frames(TARGET_FRAME, 10), id3v1Tag]))).toMatchObject({ duration: 360 })
    expect(await readMp3(new Blob([...frames(TARGET_FRAME, 10), new Uint8Array(3)]))).toMatchObject({ duration: 360 })
  })

  it('returns null for other formats and for an MP3 with other bytes between its frames', async () => {
    expect(await readMp3(new Blob([]))).toBeNull()
    expect(await readMp3(new Blob(['RIFF....WAVEfmt and so on']))).toBeNull()
    expect(await readMp3(new Blob([...frames(TARGET_FRAME, 3), new Uint8Array(500), ...frames(TARGET_FRAME, 3)]))).toBeNull()
  })
})

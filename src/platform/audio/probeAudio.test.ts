import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { probeAudio } from './probeAudio.ts'
import type { RangeSource } from './AudioSource.ts'
import { createWav, sineWave } from '#test/fixtures/sound/createWav.ts'

const fixture = (name: string) => join(import.meta.dirname, '../../../test/fixtures/sound', name)
const bytesOf = (name: string) => readFile(fixture(name))
const inMemory = (bytes: Uint8Array): RangeSource => ({
  size: bytes.length,
  open: ({ start, end }) => Promise.resolve(Readable.from([Buffer.from(bytes.subarray(start, end + 1))], { objectMode: false })),
})
const probe = (bytes: Uint8Array, declared?: 'OPUS' | 'MP3') => probeAudio(inMemory(bytes), { declared })

let dir = ''
beforeAll(async () => void (dir = await mkdtemp(join(tmpdir(), 'probe-'))))
afterAll(() => rm(dir, { recursive: true }))

describe('probing an MP3', () => {
  it('reads every frame: 58 frames of 576 samples at 16 kHz last 2088 ms', async () => {
    expect(await probeAudio(fixture('cbr-16k-mono.mp3'))).toEqual({
      kind: 'mp3',
      duration: 2088,
      sampleRate: 16_000,
      channels: 1,
      constantBitrate: 48_000,
      bytes: 12_528,
    })
  })

  it('reads MPEG 2.5 and MPEG 1 stereo', async () => {
    expect(await probeAudio(fixture('cbr-8k-mono.mp3'))).toMatchObject({
      duration: 2160,
      sampleRate: 8000,
      constantBitrate: 16_000,
    })
    expect(await probeAudio(fixture('stereo-44k.mp3'))).toMatchObject({
      sampleRate: 44_100,
      channels: 2,
      constantBitrate: 64_000,
    })
  })

  it("skips tags and the encoder's frame, and detects a variable bitrate", async () => {
    const { duration, constantBitrate } = await probeAudio(fixture('vbr-16k-mono.mp3'))
    expect(constantBitrate).toBeNull()
    expect(duration % 36).toBe(0)
    expect(duration).toBeGreaterThanOrEqual(2016)
    expect(duration).toBeLessThanOrEqual(2124)
  })

  it('finds the audio after a tag of one megabyte', async () => {
    const tag = Buffer.alloc(10 + (1 << 20), 0xff)
    tag.write('ID3\x04\x00\x00', 'latin1')
    tag.set([0, 0x40, 0, 0], 6)
    expect(await probe(Buffer.concat([tag, await bytesOf('cbr-16k-mono.mp3')]))).toMatchObject({ duration: 2088 })
  })

  it('counts the complete frames of a truncated file', async () => {
    const sound = await bytesOf('cbr-16k-mono.mp3')
    expect(await probe(sound.subarray(0, 40 * 216 + 100))).toMatchObject({ duration: 40 * 36 })
  })

  it('continues after junk in the middle', async () => {
    const sound = await bytesOf('cbr-16k-mono.mp3')
    const junk = Buffer.from(`\xff\xfb\x90 ${'junk '.repeat(2000)}`, 'latin1')
    expect(await probe(Buffer.concat([sound.subarray(0, 20 * 216), junk, sound.subarray(20 * 216)]))).toMatchObject({
      duration: 2088,
    })
  })

  it('refuses 20 MB of zeros declared as MP3', async () => {
    const path = join(dir, 'zeros.mp3')
    await writeFile(path, Buffer.alloc(20 * 1024 * 1024))
    await expect(probeAudio(path, { declared: 'MP3' })).rejects.toMatchObject({ name: 'AudioError', kind: 'not-sound' })
  })

  it.each([
    ['random bytes', () => randomBytes(1 << 20)],
    ['nothing but ones', () => Buffer.alloc(1 << 20, 0xff)],
    ['a web page', () => Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(100))],
    ['a program', () => Buffer.concat([Buffer.from('\x7fELF', 'latin1'), randomBytes(5000)])],
    ['frames of free format', () => Buffer.from('fff30064'.padEnd(432, '0').repeat(100), 'hex')],
    ['layer II', () => Buffer.from('fffd4004'.padEnd(2 * 192, '0').repeat(100), 'hex')],
    ['a single frame', () => Buffer.from('fff36864'.padEnd(432, '0'), 'hex')],
    ['a cut tag', () => Buffer.from('ID3\x04\x00\x00\x7f\x7f\x7f\x7f', 'latin1')],
  ])('refuses %s', async (_, make) => {
    await expect(probe(make())).rejects.toMatchObject({ kind: 'not-sound' })
  })

  it('measures a file whose sample rate changes, whose positions cannot be computed from byte offsets', async () => {
    const parts = [await bytesOf('cbr-16k-mono.mp3'), await bytesOf('cbr-8k-mono.mp3')]
    const [first, second] = await Promise.all(parts.map((part) => probe(part)))
    const both = await probe(Buffer.concat(parts))
    expect(both.duration).toBe(first!.duration + second!.duration)
    expect(both.constantBitrate).toBeNull()
  })
})

describe('probing a WAV', () => {
  it.each([8, 16, 24, 32] as const)('reads %i-bit samples', async (bits) => {
    const wav = createWav(24_000, sineWave(440, 16_000), { sampleRate: 16_000, bits })
    expect(await probe(wav)).toMatchObject({
      kind: 'wav',
      duration: 1500,
      sampleRate: 16_000,
      channels: 1,
      constantBitrate: null,
    })
  })

  it('reads floating point stereo and skips unknown chunks', async () => {
    const before = Buffer.from('LIST\x05\x00\x00\x00odd!!\x00', 'latin1')
    const wav = createWav(96_000, sineWave(440, 48_000), {
      sampleRate: 48_000,
      channels: 2,
      bits: 32,
      float: true,
      extraChunks: before,
    })
    expect(await probe(wav)).toMatchObject({ duration: 2000, sampleRate: 48_000, channels: 2 })
  })

  it.each([0xffffffff, 0, 2_000_000_000])('trusts a declared length of %i only as far as there are bytes', async (saysBytes) => {
    expect(await probe(createWav(32_000, sineWave(440, 16_000), { sampleRate: 16_000, headerBytes: saysBytes }))).toMatchObject({
      duration: 2000,
    })
  })

  it('refuses unknown sample formats, impossible headers and a header without data', async () => {
    const wav = createWav(32_000, sineWave(440, 16_000), { sampleRate: 16_000 })
    const withValueAt = (at: number, value: number) => {
      const copy = Buffer.from(wav)
      copy.writeUInt16LE(value, at)
      return copy
    }
    await expect(probe(withValueAt(20, 7))).rejects.toMatchObject({ kind: 'not-sound' })
    await expect(probe(withValueAt(22, 0))).rejects.toMatchObject({ kind: 'damaged' })
    await expect(probe(withValueAt(22, 60_000))).rejects.toMatchObject({ kind: 'damaged' })
    await expect(probe(wav.subarray(0, 36))).rejects.toMatchObject({ kind: 'damaged' })
    await expect(probe(wav.subarray(0, 44))).rejects.toMatchObject({ kind: 'too-short' })
  })
})

describe('probing Opus', () => {
  it('measures an Ogg file by its packets and its end position', async () => {
    expect(await probeAudio(fixture('speech.ogg'))).toMatchObject({
      kind: 'ogg-opus',
      duration: 2000,
      channels: 1,
      sampleRate: 48_000,
    })
  })

  it('does not trust an Ogg file that claims days', async () => {
    const ogg = await bytesOf('speech.ogg')
    const lastPage = ogg.lastIndexOf('OggS')
    ogg.writeBigInt64LE(48_000n * 86_400n * 5n, lastPage + 6)
    const { duration } = await probe(ogg)
    expect(duration).toBeGreaterThanOrEqual(2000)
    expect(duration).toBeLessThan(2040)
  })

  it('counts the complete pages of a truncated Ogg file and refuses one without Opus', async () => {
    const ogg = await bytesOf('speech.ogg')
    // The pages end at 48,000, 96,000 and 96,312 samples. The first 312 are not audible.
    expect(await probe(ogg.subarray(0, ogg.length - 10))).toMatchObject({ duration: Math.round((96_000 - 312) / 48) })
    await expect(probe(ogg.subarray(0, ogg.length - 100))).rejects.toMatchObject({ kind: 'too-short' })
    await expect(probe(ogg.subarray(0, 40))).rejects.toMatchObject({ kind: 'not-sound' })
    await expect(probe(Buffer.from(ogg.toString('latin1').replace('OpusHead', 'NopeHead'), 'latin1'))).rejects.toMatchObject({
      kind: 'not-sound',
    })
  })

  it('measures bare packets as size / 80 * 20 ms when they are declared as OPUS (B§5)', async () => {
    expect(await probeAudio(fixture('speech.asr'), { declared: 'OPUS' })).toEqual({
      kind: 'asr',
      duration: 2020,
      sampleRate: 16_000,
      channels: 1,
      constantBitrate: null,
      bytes: 8080,
    })
  })

  it('refuses bare packets that are not declared', async () => {
    await expect(probeAudio(fixture('speech.asr'))).rejects.toMatchObject({ kind: 'not-sound' })
  })

  it('refuses bytes declared as OPUS that are not packets', async () => {
    for (const bytes of [Buffer.alloc(8000), randomBytes(80_000), Buffer.from('<html>'.repeat(1000)), Buffer.alloc(79, 0x48)])
      await expect(probe(bytes, 'OPUS')).rejects.toMatchObject({ kind: 'not-sound' })
  })

  it('trusts the bytes over the declared format', async () => {
    expect(await probeAudio(fixture('speech.ogg'), { declared: 'MP3' })).toMatchObject({ kind: 'ogg-opus' })
    expect(await probeAudio(fixture('speech-8k.wav'), { declared: 'OPUS' })).toMatchObject({ kind: 'wav', duration: 1200 })
  })
})

describe('the duration of a recording', () => {
  it('is refused for an empty file', async () => {
    const path = join(dir, 'empty.mp3')
    await writeFile(path, '')
    await expect(probeAudio(path)).rejects.toMatchObject({ kind: 'empty', message: 'This file is empty.' })
  })

  it('is at least one second (B§5)', async () => {
    const silence = (frames: number) => createWav(frames, () => 0, { sampleRate: 8000 })
    expect(await probe(silence(8000))).toMatchObject({ duration: 1000 })
    await expect(probe(silence(7999))).rejects.toMatchObject({ kind: 'too-short' })
  })

  it('is at most five hours, counted in whole seconds (B§5)', async () => {
    const packet = (await bytesOf('speech.asr')).subarray(0, 80)
    const recordingOf = (packets: number): RangeSource => ({
      size: packets * 80,
      open: ({ start, end }) =>
        Promise.resolve(
          Readable.from([Buffer.concat(new Array(52).fill(packet)).subarray(start % 80, (start % 80) + end - start + 1)]),
        ),
    })
    expect(await probeAudio(recordingOf(5 * 3600 * 50), { declared: 'OPUS' })).toMatchObject({ duration: 18_000_000 })
    await expect(probeAudio(recordingOf((5 * 3600 + 1) * 50), { declared: 'OPUS' })).rejects.toMatchObject({ kind: 'too-long' })
  })
})

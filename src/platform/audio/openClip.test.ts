import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createBareOpus } from '#test/fixtures/sound/createBareOpus.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import type { AudioKind } from './audio.ts'
import type { RangeSource } from './AudioSource.ts'
import { decodeAudio } from './decodeAudio.ts'
import { openClip } from './openClip.ts'
import { readAsrAsOgg } from './opus/asr.ts'
import { probeAudio } from './probeAudio.ts'

const sourceOf = (bytes: Uint8Array): RangeSource => ({
  size: bytes.length,
  open: ({ start, end }) => Promise.resolve(Readable.from([Buffer.from(bytes.subarray(start, end + 1))], { objectMode: false })),
})
const readAll = async (source: RangeSource) => buffer(await source.open({ start: 0, end: source.size - 1 }))
const fixture = (name: string) => readFileSync(resolve(import.meta.dirname, '../../../test/fixtures/sound', name))

const SOURCES: readonly [AudioKind, () => Promise<Uint8Array>][] = [
  ['wav', () => Promise.resolve(createToneWav(8))],
  ['mp3', () => Promise.resolve(fixture('cbr-16k-mono.mp3'))],
  ['asr', () => Promise.resolve(createBareOpus('a', 32_000))],
  ['ogg-opus', async () => buffer(readAsrAsOgg(sourceOf(createBareOpus('a', 32_000))))],
]

describe('openClip', () => {
  it.each(SOURCES)('cuts %s into a file of its own', async (kind, create) => {
    const bytes = await create()
    const { duration: whole } = await probeAudio(sourceOf(bytes), kind === 'asr' ? { declared: 'OPUS' } : {})
    const span = { start: whole * 0.25, end: whole * 0.75 }
    const clip = await openClip(sourceOf(bytes), kind, span)
    const file = await readAll(clip)
    expect(file.length).toBe(clip.size)
    const { duration } = await probeAudio(sourceOf(file))
    expect(duration).toBeLessThanOrEqual(span.end - span.start)
    expect(duration).toBeGreaterThan(span.end - span.start - 100)
    expect(clip.size).toBeLessThan(bytes.length * 0.6)
    let samples = 0
    for await (const chunk of decodeAudio(sourceOf(file))) samples += chunk.length
    expect(samples / 16).toBeGreaterThan(span.end - span.start - 150)
  })

  it.each(SOURCES)('reads any range of a clip of %s', async (kind, create) => {
    const clip = await openClip(sourceOf(await create()), kind, { start: 500, end: 1500 })
    const file = await readAll(clip)
    for (const [start, end] of [
      [0, 0],
      [10, 60],
      [43, 44],
      [44, clip.size - 1],
      [clip.size - 1, clip.size - 1],
    ] as const)
      expect((await buffer(await clip.open({ start, end }))).equals(file.subarray(start, end + 1))).toBe(true)
  })

  it('creates the same pages of a long Ogg file from the middle as from the start, without keeping them in memory', async () => {
    const bytes = await buffer(readAsrAsOgg(sourceOf(createBareOpus('a', 12_000_000))))
    let read = 0
    const source: RangeSource = {
      size: bytes.length,
      open: async (range) => {
        const counted = async function* () {
          // Like a file: in chunks, until the reader has enough.
          for (let at = range.start; at <= range.end; at += 65_536) {
            const piece = bytes.subarray(at, Math.min(range.end + 1, at + 65_536))
            read += piece.length
            yield piece
          }
        }
        return Readable.from(counted(), { objectMode: false })
      },
    }
    expect(bytes.length).toBeGreaterThan(1_000_000)
    const clip = await openClip(source, 'ogg-opus', { start: 30_000, end: 720_000 })
    const file = await readAll(clip)
    expect(file.length).toBe(clip.size)
    for (const start of [0, 47, 300_000, Math.floor(clip.size / 2), clip.size - 5000]) {
      read = 0
      const part = await buffer(await clip.open({ start, end: Math.min(clip.size - 1, start + 4999) }))
      expect(part.equals(file.subarray(start, start + 5000))).toBe(true)
      expect(read).toBeLessThan(700_000)
    }
  })

  it('contains exactly the frames of an MP3 that lie within the span', async () => {
    const bytes = fixture('cbr-16k-mono.mp3')
    const clip = await openClip(sourceOf(bytes), 'mp3', { start: 1000, end: 2000 })
    const file = await readAll(clip)
    expect(bytes.indexOf(file)).toBeGreaterThan(0)
  })

  it.each(SOURCES)('rejects a span of %s without a frame', async (kind, create) => {
    const source = sourceOf(await create())
    await expect(openClip(source, kind, { start: 1001, end: 1001 })).rejects.toMatchObject({ kind: 'too-short' })
    await expect(openClip(source, kind, { start: 900_000, end: 901_000 })).rejects.toMatchObject({ kind: 'too-short' })
  })
})

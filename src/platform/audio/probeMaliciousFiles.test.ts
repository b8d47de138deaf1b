import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { MiB } from '#shared/units.ts'
import { probeAudio } from './probeAudio.ts'
import type { RangeSource } from './AudioSource.ts'

/** Returns 500 MB of repeated bytes after a header, and a counter of the bytes that were read. */
function repeatingSource(prefix: Uint8Array, repeated: Uint8Array): { source: RangeSource; read: () => number } {
  let read = 0
  const block = Buffer.concat(Array.from({ length: Math.max(1, Math.floor((64 * 1024) / repeated.length)) }, () => repeated))
  async function* bytes(start: number, end: number) {
    for (let position = start; position <= end;) {
      const from = position < prefix.length ? prefix : block
      const offset = position < prefix.length ? position : (position - prefix.length) % block.length
      const chunk = Buffer.from(from.subarray(offset, offset + end - position + 1))
      position += chunk.length
      read += chunk.length
      yield chunk
    }
  }
  const open: RangeSource['open'] = ({ start, end }) => Promise.resolve(Readable.from(bytes(start, end), { objectMode: false }))
  return { source: { size: 500 * MiB, open }, read: () => read }
}

function oggPage(segments: readonly number[], content: Uint8Array, serial = 1): Buffer {
  const head = Buffer.alloc(27 + segments.length)
  head.write('OggS', 0, 'latin1')
  head.writeUInt32LE(serial, 14)
  head[26] = segments.length
  head.set(segments, 27)
  return Buffer.concat([head, content])
}

const opusHead = oggPage([19], Buffer.concat([Buffer.from('OpusHead\x01\x01', 'latin1'), Buffer.alloc(9)]))
const empty = new Uint8Array(0)
const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0xe4, 0x00]), Buffer.alloc(956)])

describe('probing a 500 MB file made to waste time and memory stops early', () => {
  it.each([
    [
      'an Ogg of empty pages without any sound',
      empty,
      oggPage(
        Array.from({ length: 255 }, () => 0),
        empty,
      ),
      'not-sound',
      1,
    ],
    [
      'an Opus file of packets that hold nothing',
      opusHead,
      oggPage(
        Array.from({ length: 255 }, () => 0),
        empty,
      ),
      'damaged',
      25,
    ],
    [
      'an Opus file of days',
      opusHead,
      oggPage(
        Array.from({ length: 255 }, () => 1),
        Buffer.alloc(255, 0x18),
      ),
      'too-long',
      3,
    ],
    ['an MP3 of days', empty, Buffer.concat([Buffer.from([0xff, 0xe3, 0x18, 0xc0]), Buffer.alloc(68)]), 'too-long', 80],
    [
      'an MP3 of a second and nothing but what might be frames',
      Buffer.concat(Array.from({ length: 50 }, () => frame)),
      Buffer.alloc(4096, 0xff),
      'damaged',
      40,
    ],
    ['tags within tags', empty, Buffer.from('49443304000000000000', 'hex'), 'not-sound', 1],
  ] as const)('%s', async (_, prefix, repeated, kind, most) => {
    const { source, read } = repeatingSource(prefix, repeated)
    await expect(probeAudio(source, { declared: 'MP3' })).rejects.toMatchObject({ name: 'AudioError', kind })
    expect(read()).toBeLessThan(most * MiB)
  })
})

import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { MiB } from '#kit/units.ts'
import { probeSound } from './probeSound.ts'
import type { RangeSource } from './SoundSource.ts'

/** Returns 500 MB of repeated bytes after a header, and a counter of the bytes that were read. */
function endless(begin: Uint8Array, again: Uint8Array): { source: RangeSource; read: () => number } {
  let read = 0
  const block = Buffer.concat(Array.from({ length: Math.max(1, Math.floor((64 * 1024) / again.length)) }, () => again))
  async function* bytes(start: number, end: number) {
    for (let at = start; at <= end;) {
      const from = at < begin.length ? begin : block
      const offset = at < begin.length ? at : (at - begin.length) % block.length
      const piece = Buffer.from(from.subarray(offset, offset + end - at + 1))
      at += piece.length
      read += piece.length
      yield piece
    }
  }
  const open: RangeSource['open'] = ({ start, end }) => Promise.resolve(Readable.from(bytes(start, end), { objectMode: false }))
  return { source: { size: 500 * MiB, open }, read: () => read }
}

function page(segments: readonly number[], content: Uint8Array, serial = 1): Buffer {
  const head = Buffer.alloc(27 + segments.length)
  head.write('OggS', 0, 'latin1')
  head.writeUInt32LE(serial, 14)
  head[26] = segments.length
  head.set(segments, 27)
  return Buffer.concat([head, content])
}

const opusHead = page([19], Buffer.concat([Buffer.from('OpusHead\x01\x01', 'latin1'), Buffer.alloc(9)]))
const nothing = new Uint8Array(0)
const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0xe4, 0x00]), Buffer.alloc(956)])

describe('probing 500 MB that are made to waste time and memory stops early', () => {
  it.each([
    [
      'an Ogg of empty pages without any sound',
      nothing,
      page(
        Array.from({ length: 255 }, () => 0),
        nothing,
      ),
      'not-sound',
      1,
    ],
    [
      'an Opus file of packets that hold nothing',
      opusHead,
      page(
        Array.from({ length: 255 }, () => 0),
        nothing,
      ),
      'damaged',
      25,
    ],
    [
      'an Opus file of days',
      opusHead,
      page(
        Array.from({ length: 255 }, () => 1),
        Buffer.alloc(255, 0x18),
      ),
      'too-long',
      3,
    ],
    ['an MP3 of days', nothing, Buffer.concat([Buffer.from([0xff, 0xe3, 0x18, 0xc0]), Buffer.alloc(68)]), 'too-long', 80],
    [
      'an MP3 of a second and nothing but what might be frames',
      Buffer.concat(Array.from({ length: 50 }, () => frame)),
      Buffer.alloc(4096, 0xff),
      'damaged',
      40,
    ],
    ['tags within tags', nothing, Buffer.from('49443304000000000000', 'hex'), 'not-sound', 1],
  ] as const)('%s', async (_, begin, again, kind, most) => {
    const { source, read } = endless(begin, again)
    await expect(probeSound(source, { declared: 'MP3' })).rejects.toMatchObject({ name: 'SoundError', kind })
    expect(read()).toBeLessThan(most * MiB)
  })
})

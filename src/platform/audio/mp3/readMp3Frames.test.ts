import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { MiB } from '#shared/units.ts'
import { createSilentMp3 } from '#test/fixtures/sound/createToneWav.ts'
import { probeAudio } from '../probeAudio.ts'
import type { RangeSource } from '../AudioSource.ts'

/** A source in memory that counts how often it is opened. */
function countingSource(bytes: Uint8Array): RangeSource & { opened: () => number } {
  let opened = 0
  const open = async ({ start, end }: { start: number; end: number }) => {
    opened++
    const chunks = []
    for (let offset = start; offset <= end; offset += 65_536)
      chunks.push(bytes.subarray(offset, Math.min(end + 1, offset + 65_536)))
    return Readable.from(chunks)
  }
  return { size: bytes.length, open, opened: () => opened }
}

describe('probing a malicious MP3', () => {
  it('stops after a few of a hundred thousand empty tags', async () => {
    const source = countingSource(Buffer.from('ID3\u0004\0\0\0\0\0\0'.repeat(100_000), 'latin1'))
    await expect(probeAudio(source)).rejects.toMatchObject({ kind: 'not-sound' })
    expect(source.opened()).toBeLessThan(30)
  })

  it('stops when every byte looks like the start of a frame, whatever the size', async () => {
    const bytes = new Uint8Array(48 * MiB).fill(0xff)
    bytes.set(createSilentMp3(10))
    await expect(probeAudio(countingSource(bytes))).rejects.toMatchObject({ kind: 'damaged' })
  })
})

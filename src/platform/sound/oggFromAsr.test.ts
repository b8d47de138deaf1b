import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { decodeSound } from './decodeSound.ts'
import { oggSize, readOgg } from './oggFromAsr.ts'
import { probeSound } from './probeSound.ts'
import type { RangeSource, SoundSource } from './SoundSource.ts'

const asr = await readFile(join(import.meta.dirname, '../../../test/fixtures/sound/speech.asr'))

/** `packets` packets, the fixture's over and over, in pieces that fall anywhere. */
function recording(packets: number): RangeSource & { asked: number } {
  const bytes = Buffer.concat(Array.from({ length: Math.ceil(packets / 101) }, () => asr)).subarray(0, packets * 80)
  const source = {
    size: bytes.length,
    asked: 0,
    open: ({ start, end }: { start: number; end: number }) => {
      const wanted = bytes.subarray(start, end + 1)
      source.asked += wanted.length
      const pieces = Array.from({ length: Math.ceil(wanted.length / 999) }, (_, i) => wanted.subarray(i * 999, (i + 1) * 999))
      return Promise.resolve(Readable.from(pieces, { objectMode: false }))
    },
  }
  return source
}

const inMemory = (bytes: Buffer): SoundSource => ({
  size: bytes.length,
  open: ({ start, end }) => Promise.resolve(Readable.from([bytes.subarray(start, end + 1)], { objectMode: false })),
})

async function decoded(source: SoundSource, declared?: 'OPUS') {
  const all: number[] = []
  for await (const chunk of decodeSound(source, { declared })) all.push(...chunk)
  return all
}

describe('the Ogg computed from a recording of bare packets', () => {
  it.each([0, 1, 49, 50, 51, 100, 101, 1234])('is as long as announced, for %i packets', async (packets) => {
    const source = recording(packets)
    const ogg = await buffer(readOgg(source))
    expect(ogg.length).toBe(oggSize(source.size))
  })

  it("sounds the same as the packets, less the encoder's lead of 104 samples", async () => {
    const ogg = inMemory(await buffer(readOgg(recording(101))))
    expect(await probeSound(ogg)).toMatchObject({ kind: 'ogg-opus', duration: 2014, channels: 1 })
    const whole = await decoded(recording(101), 'OPUS')
    expect(await decoded(ogg)).toEqual(whole.slice(104))
  })

  it('gives any range as it lies in the whole, and reads no more packets for it than it must', async () => {
    const source = recording(1234)
    const whole = await buffer(readOgg(source))
    const ends = [0, 1, 46, 47, 90, 91, 92, 4167, 4168, 4169, 50_000, whole.length - 2, whole.length - 1]
    for (const start of ends)
      for (const end of ends.filter((each) => each >= start))
        expect((await buffer(readOgg(source, { start, end }))).equals(whole.subarray(start, end + 1)), `${start}-${end}`).toBe(
          true,
        )
    const late = recording(1234)
    await buffer(readOgg(late, { start: whole.length - 100, end: whole.length - 1 }))
    expect(late.asked).toBeLessThan(5000)
  })

  it('does not count a last packet that is cut short', async () => {
    const cut = inMemory(Buffer.concat([asr, Buffer.alloc(79, 0x48)])) as RangeSource
    expect(oggSize(cut.size)).toBe(oggSize(asr.length))
    expect((await buffer(readOgg(cut))).equals(await buffer(readOgg(recording(101))))).toBe(true)
  })

  it('has the checksum of Ogg on every page, as a file made by ffmpeg has', async () => {
    const made = await readFile(join(import.meta.dirname, '../../../test/fixtures/sound/speech.ogg'))
    const computed = await buffer(readOgg(recording(101)))
    expect(pagesOf(computed)).toHaveLength(2 + 3)
    for (const page of [...pagesOf(made), ...pagesOf(computed)]) {
      const told = page.readUInt32LE(22)
      page.writeUInt32LE(0, 22)
      expect(remainder(page)).toBe(told)
    }
  })
})

/** Pages cut by their own segment tables. */
function pagesOf(ogg: Buffer): Buffer[] {
  const pages = []
  for (let at = 0; at < ogg.length;) {
    const segments = ogg[at + 26]!
    const length = 27 + segments + ogg.subarray(at + 27, at + 27 + segments).reduce((sum, each) => sum + each, 0)
    pages.push(Buffer.from(ogg.subarray(at, at + length)))
    at += length
  }
  return pages
}

/** The remainder of the polynomial division, bit by bit and without a table. */
function remainder(bytes: Uint8Array): number {
  let sum = 0n
  for (const byte of bytes) {
    sum ^= BigInt(byte) << 24n
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000n ? (sum << 1n) ^ 0x104c11db7n : sum << 1n
  }
  return Number(sum)
}

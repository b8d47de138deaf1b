import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { decodeAudio } from '../decodeAudio.ts'
import { asrOggSize, readAsrAsOgg } from './asr.ts'
import { probeAudio } from '../probeAudio.ts'
import type { RangeSource, AudioSource } from '../AudioSource.ts'

const asr = await readFile(join(import.meta.dirname, '../../../../test/fixtures/sound/speech.asr'))

/** Returns a recording of that many packets, repeated from the fixture, in chunks of odd sizes. */
function recording(packets: number): RangeSource & { bytesRead: number } {
  const bytes = Buffer.concat(Array.from({ length: Math.ceil(packets / 101) }, () => asr)).subarray(0, packets * 80)
  const source = {
    size: bytes.length,
    bytesRead: 0,
    open: ({ start, end }: { start: number; end: number }) => {
      const slice = bytes.subarray(start, end + 1)
      source.bytesRead += slice.length
      const pieces = Array.from({ length: Math.ceil(slice.length / 999) }, (_, i) => slice.subarray(i * 999, (i + 1) * 999))
      return Promise.resolve(Readable.from(pieces, { objectMode: false }))
    },
  }
  return source
}

const inMemory = (bytes: Buffer): AudioSource => ({
  size: bytes.length,
  open: ({ start, end }) => Promise.resolve(Readable.from([bytes.subarray(start, end + 1)], { objectMode: false })),
})

async function decodeAll(source: AudioSource, declared?: 'OPUS') {
  const all: number[] = []
  for await (const chunk of decodeAudio(source, { declared })) all.push(...chunk)
  return all
}

describe('readAsrAsOgg', () => {
  it.each([0, 1, 49, 50, 51, 100, 101, 1234])('returns as many bytes as asrOggSize for %i packets', async (packets) => {
    const source = recording(packets)
    const ogg = await buffer(readAsrAsOgg(source))
    expect(ogg.length).toBe(asrOggSize(source.size))
  })

  it("decodes to the same samples as the packets, without the encoder's delay of 104 samples", async () => {
    const ogg = inMemory(await buffer(readAsrAsOgg(recording(101))))
    expect(await probeAudio(ogg)).toMatchObject({ kind: 'ogg-opus', duration: 2014, channels: 1 })
    const whole = await decodeAll(recording(101), 'OPUS')
    expect(await decodeAll(ogg)).toEqual(whole.slice(104))
  })

  it('returns any range with the same bytes as the whole file and reads only the packets it needs', async () => {
    const source = recording(1234)
    const whole = await buffer(readAsrAsOgg(source))
    const ends = [0, 1, 46, 47, 90, 91, 92, 4167, 4168, 4169, 50_000, whole.length - 2, whole.length - 1]
    for (const start of ends)
      for (const end of ends.filter((each) => each >= start))
        expect(
          (await buffer(readAsrAsOgg(source, { start, end }))).equals(whole.subarray(start, end + 1)),
          `${start}-${end}`,
        ).toBe(true)
    const late = recording(1234)
    await buffer(readAsrAsOgg(late, { start: whole.length - 100, end: whole.length - 1 }))
    expect(late.bytesRead).toBeLessThan(5000)
  })

  it('ignores an incomplete last packet', async () => {
    const cut = inMemory(Buffer.concat([asr, Buffer.alloc(79, 0x48)])) as RangeSource
    expect(asrOggSize(cut.size)).toBe(asrOggSize(asr.length))
    expect((await buffer(readAsrAsOgg(cut))).equals(await buffer(readAsrAsOgg(recording(101))))).toBe(true)
  })

  it('writes the Ogg checksum on every page, as ffmpeg does', async () => {
    const made = await readFile(join(import.meta.dirname, '../../../../test/fixtures/sound/speech.ogg'))
    const computed = await buffer(readAsrAsOgg(recording(101)))
    expect(pagesOf(computed)).toHaveLength(2 + 3)
    for (const page of [...pagesOf(made), ...pagesOf(computed)]) {
      const storedCrc = page.readUInt32LE(22)
      page.writeUInt32LE(0, 22)
      expect(crcRemainder(page)).toBe(storedCrc)
    }
  })
})

/** Splits a file into pages by their segment tables. */
function pagesOf(ogg: Buffer): Buffer[] {
  const pages = []
  for (let offset = 0; offset < ogg.length;) {
    const segments = ogg[offset + 26]!
    const length = 27 + segments + ogg.subarray(offset + 27, offset + 27 + segments).reduce((sum, each) => sum + each, 0)
    pages.push(Buffer.from(ogg.subarray(offset, offset + length)))
    offset += length
  }
  return pages
}

/** Returns the remainder of the polynomial division, computed bit by bit without a table. */
function crcRemainder(bytes: Uint8Array): number {
  let sum = 0n
  for (const byte of bytes) {
    sum ^= BigInt(byte) << 24n
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000n ? (sum << 1n) ^ 0x104c11db7n : sum << 1n
  }
  return Number(sum)
}

import { describe, expect, it } from 'vitest'
import { readEdits } from './readEdits.ts'

const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, n) => bytes.writeInt32BE(value, 4 * n))
  return bytes
}
const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content)
  return Buffer.concat([u32(8 + body.length), Buffer.from(type, 'latin1'), body])
}
const mvhd = (timescale: number) => box('mvhd', u32(0, 0, 0, timescale, 0))
const trak = (id: number, ...edits: [duration: number, mediaTime: number, rate?: number][]) =>
  box(
    'trak',
    box('tkhd', u32(0, 0, 0, id)),
    box(
      'edts',
      box('elst', u32(0, edits.length), ...edits.map(([duration, time, rate = 1]) => u32(duration, time, rate * 0x10000))),
    ),
  )
const read = (...boxes: Buffer[]) => readEdits(new Blob(boxes as Buffer<ArrayBuffer>[]))

describe('readEdits', () => {
  it('reads what is played of each track, wherever the index is', async () => {
    const moov = box('moov', mvhd(1000), trak(1, [4100, 5900]), trak(2, [5000, -1], [2500, 0]))
    const edits = await read(box('ftyp'), box('mdat', u32(1, 2, 3)), moov)
    expect([...edits]).toEqual([
      [1, { isComplex: false, start: 0, end: 4.1 }],
      [2, { isComplex: false, start: 5, end: 7.5 }],
    ])
  })

  it('marks lists of several parts, of none or another speed', async () => {
    const moov = box(
      'moov',
      mvhd(1000),
      trak(1, [1000, 0], [1000, 5000]),
      trak(2, [1000, 0, 2]),
      trak(3, [1000, -1]),
      trak(4, [1000, -2], [1000, 0]),
    )
    const edits = await read(box('ftyp'), moov)
    expect([...edits.values()].map(({ isComplex }) => isComplex)).toEqual([true, true, true, true])
  })

  it('takes a duration of zero or an unknown one for the whole track', async () => {
    expect((await read(box('moov', mvhd(1000), trak(1, [0, 1024])))).get(1)?.end).toBeNull()
    expect((await read(box('moov', mvhd(1000), trak(1, [-1, 1024])))).get(1)?.end).toBeNull()
  })

  it('returns nothing for files without an edit list, other files and damaged ones', async () => {
    expect(await read(box('ftyp'), box('moov', mvhd(1000)))).toEqual(new Map())
    expect(await read(Buffer.from('RIFF0000WAVEfmt '))).toEqual(new Map())
    expect(await read(box('moov', u32(400_000_000), Buffer.from('trak')))).toEqual(new Map())
    expect(await read()).toEqual(new Map())
  })
})

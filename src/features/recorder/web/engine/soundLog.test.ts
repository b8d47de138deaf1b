import { describe, expect, it } from 'vitest'
import { type Note, durationOf, joinBytes, noteRecord, readLog, soundIn, soundRecord } from './soundLog.ts'

const stretch = (byte: number, frames: number) => new Uint8Array(216 * frames).fill(byte)
const blobOf = (...parts: Uint8Array<ArrayBuffer>[]) => new Blob([joinBytes(parts)])
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

describe('log of a recording', () => {
  const about: Note = { recordingId: 'a', filename: 'Standup', startedAt: 1 }
  const whole = [
    noteRecord(about),
    soundRecord(1, stretch(1, 30)),
    soundRecord(1, stretch(2, 81)),
    noteRecord({ markers: [{ at: 5, text: 'é' }] }),
    soundRecord(2, stretch(3, 10)),
    noteRecord({ filename: 'Standup, Monday' }),
  ]

  it('returns the last value of each metadata key and the audio of every piece', async () => {
    const file = blobOf(...whole)
    const { note, pieces, bytes } = await readLog(file)
    expect(note).toEqual({ ...about, filename: 'Standup, Monday', markers: [{ at: 5, text: 'é' }] })
    expect(bytes).toBe(file.size)
    expect(await bytesOf(soundIn(file, pieces.get(1)!))).toEqual(joinBytes([stretch(1, 30), stretch(2, 81)]))
    expect(await bytesOf(soundIn(file, pieces.get(2)!))).toEqual(stretch(3, 10))
  })

  it('can be read after being cut at any position, up to the last complete record', async () => {
    const all = joinBytes(whole)
    const ends = whole.map((_, n) => joinBytes(whole.slice(0, n + 1)).length)
    for (let cut = 0; cut <= all.length; cut += 97) {
      const { bytes } = await readLog(new Blob([all.slice(0, cut)]))
      expect(bytes).toBe(ends.findLast((end) => end <= cut) ?? 0)
    }
  })

  it('ends at the first damaged record', async () => {
    const all = joinBytes(whole)
    all[whole[0]!.length + 200]! ^= 1
    const { note, pieces } = await readLog(new Blob([all]))
    expect(note).toEqual(about)
    expect(pieces.size).toBe(0)
  })

  it('reads large logs in chunks, with records across their borders', async () => {
    const many = Array.from({ length: 1200 }, (_, n) => soundRecord(n + 1, stretch(n % 250, 20)))
    const { pieces } = await readLog(blobOf(...many))
    expect(pieces.size).toBe(1200)
  })

  it('counts time in frames of 36 ms', () => {
    expect(durationOf(216 * 111)).toBe(3996)
    expect(durationOf(215)).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import {
  durationOfBytes,
  concatBytes,
  encodeMetadataRecord,
  readRecordingLog,
  audioBlobOf,
  encodeAudioRecord,
} from './recordingLog.ts'
import type { RecordingMetadata } from './recorderProtocol.ts'

const framesOf = (byte: number, frames: number) => new Uint8Array(216 * frames).fill(byte)
const blobOf = (...parts: Uint8Array<ArrayBuffer>[]) => new Blob([concatBytes(parts)])
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

describe('log of a recording', () => {
  const metadata: RecordingMetadata = { recordingId: 'a', filename: 'Standup', startedAt: 1 }
  const records = [
    encodeMetadataRecord(metadata),
    encodeAudioRecord(1, framesOf(1, 30)),
    encodeAudioRecord(1, framesOf(2, 81)),
    encodeMetadataRecord({ markers: [{ at: 5, text: 'é' }] }),
    encodeAudioRecord(2, framesOf(3, 10)),
    encodeMetadataRecord({ filename: 'Standup, Monday' }),
  ]

  it('returns the last value of each metadata key and the audio of every piece', async () => {
    const file = blobOf(...records)
    const { metadata: logMetadata, pieces, bytes } = await readRecordingLog(file)
    expect(logMetadata).toEqual({ ...metadata, filename: 'Standup, Monday', markers: [{ at: 5, text: 'é' }] })
    expect(bytes).toBe(file.size)
    expect(await bytesOf(audioBlobOf(file, pieces.get(1)!))).toEqual(concatBytes([framesOf(1, 30), framesOf(2, 81)]))
    expect(await bytesOf(audioBlobOf(file, pieces.get(2)!))).toEqual(framesOf(3, 10))
  })

  it('can be read after being cut at any position, up to the last complete record', async () => {
    const logBytes = concatBytes(records)
    const ends = records.map((_, n) => concatBytes(records.slice(0, n + 1)).length)
    for (let cut = 0; cut <= logBytes.length; cut += 97) {
      const { bytes } = await readRecordingLog(new Blob([logBytes.slice(0, cut)]))
      expect(bytes).toBe(ends.findLast((end) => end <= cut) ?? 0)
    }
  })

  it('ends at the first damaged record', async () => {
    const logBytes = concatBytes(records)
    logBytes[records[0]!.length + 200]! ^= 1
    const { metadata: logMetadata, pieces } = await readRecordingLog(new Blob([logBytes]))
    expect(logMetadata).toEqual(metadata)
    expect(pieces.size).toBe(0)
  })

  it('reads large logs in chunks, with records across their borders', async () => {
    const manyRecords = Array.from({ length: 1200 }, (_, n) => encodeAudioRecord(n + 1, framesOf(n % 250, 20)))
    const { pieces } = await readRecordingLog(blobOf(...manyRecords))
    expect(pieces.size).toBe(1200)
  })

  it('counts time in frames of 36 ms', () => {
    expect(durationOfBytes(216 * 111)).toBe(3996)
    expect(durationOfBytes(215)).toBe(0)
  })
})

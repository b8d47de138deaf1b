import type { Bytes } from '#shared/units.ts'

/** The edit list of a track of an MP4 or MOV file: which part of the track is played. */
export type TrackEdits = {
  /** Not exactly one part, or another speed. */
  readonly isComplex: boolean
  /** Where it begins in the file, in seconds. */
  readonly start: number
  /** Where it ends in the file, in seconds, or null when everything to the end is played. */
  readonly end: number | null
}

/** A longer index belongs to more than five hours of audio. */
const MAX_MOOV_BYTES: Bytes = 256 * 1024 * 1024
/** Longer than any recording in any time scale. */
const UNKNOWN_DURATION = 0xffff_ffff
const CONTAINERS = ['moov', 'trak', 'edts']

/** Returns the edit lists by the ids of the tracks (ISO 14496-12 §8.6.6). Empty when the file has none or is no MP4. */
export async function readEdits(file: Blob): Promise<ReadonlyMap<number, TrackEdits>> {
  const moov = await findMoov(file)
  const tracks: { id: number; edits: Edit[] }[] = []
  let timescale = 1
  if (moov)
    walkBoxes(moov, (type, box) => {
      if (type === 'trak') tracks.push({ id: 0, edits: [] })
      const track = tracks.at(-1)
      if (type === 'mvhd') timescale = box.getUint32(box.getUint8(0) === 1 ? 20 : 12)
      if (type === 'tkhd' && track) track.id = box.getUint32(box.getUint8(0) === 1 ? 20 : 12)
      if (type === 'elst' && track) track.edits = readEditList(box)
    })
  return new Map(tracks.filter(({ edits }) => edits.length > 0).map(({ id, edits }) => [id, toTrackEdits(edits, timescale)]))
}

/** `mediaTime` is -1 for an empty edit. */
type Edit = { readonly duration: number; readonly mediaTime: number; readonly rate: number }

function toTrackEdits(edits: readonly Edit[], timescale: number): TrackEdits {
  const played = edits.filter(({ mediaTime }) => mediaTime >= 0)
  const first = edits.findIndex(({ mediaTime }) => mediaTime >= 0)
  const delay = edits.slice(0, Math.max(0, first)).reduce((sum, { duration }) => sum + duration, 0)
  const duration = played[0]?.duration ?? 0
  return {
    isComplex: played.length !== 1 || edits.some(({ mediaTime, rate }) => mediaTime < -1 || rate !== 1),
    start: delay / timescale,
    // Zero stands for the whole, in files that are written while they are recorded, and the highest values for an unknown length.
    end: duration > 0 && duration < UNKNOWN_DURATION ? (delay + duration) / timescale : null,
  }
}

function readEditList(box: DataView): Edit[] {
  const isLong = box.getUint8(0) === 1
  const size = isLong ? 20 : 12
  const count = Math.min(box.getUint32(4), Math.floor((box.byteLength - 8) / size))
  return Array.from({ length: count }, (_, n) => {
    const at = 8 + n * size
    return isLong
      ? {
          duration: Number(box.getBigUint64(at)),
          mediaTime: Number(box.getBigInt64(at + 8)),
          rate: box.getInt16(at + 16) + box.getUint16(at + 18) / 0x10000,
        }
      : {
          duration: box.getUint32(at),
          mediaTime: box.getInt32(at + 4),
          rate: box.getInt16(at + 8) + box.getUint16(at + 10) / 0x10000,
        }
  })
}

/** Reads the box with the index of the file, wherever it is. */
async function findMoov(file: Blob): Promise<DataView | null> {
  for (let offset = 0; offset + 8 <= file.size;) {
    const header = new DataView(await file.slice(offset, offset + 16).arrayBuffer())
    const { type, headerSize, size } = readBoxHeader(header, 0, file.size - offset)
    if (size < headerSize || !/^[ -~©]{4}$/.test(type)) return null
    if (type === 'moov' && size <= MAX_MOOV_BYTES) return new DataView(await file.slice(offset, offset + size).arrayBuffer())
    offset += size
  }
  return null
}

/** Calls `onBox` with the content of each box, those that contain others first. */
function walkBoxes(bytes: DataView, onBox: (type: string, content: DataView) => void): void {
  for (let offset = 0; offset + 8 <= bytes.byteLength;) {
    const { type, headerSize, size } = readBoxHeader(bytes, offset, bytes.byteLength - offset)
    if (size < headerSize || offset + size > bytes.byteLength) return
    const content = new DataView(bytes.buffer, bytes.byteOffset + offset + headerSize, size - headerSize)
    onBox(type, content)
    if (CONTAINERS.includes(type)) walkBoxes(content, onBox)
    offset += size
  }
}

/** A size of 0 stands for the rest, and 1 for a size of eight bytes after the type. */
function readBoxHeader(bytes: DataView, offset: number, rest: number): { type: string; headerSize: number; size: number } {
  const type = String.fromCharCode(...new Uint8Array(bytes.buffer, bytes.byteOffset + offset + 4, 4))
  const size = bytes.getUint32(offset)
  if (size === 1 && offset + 16 <= bytes.byteLength) return { type, headerSize: 16, size: Number(bytes.getBigUint64(offset + 8)) }
  return { type, headerSize: 8, size: size === 0 ? rest : size }
}

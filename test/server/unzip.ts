import { crc32, inflateRawSync } from 'node:zlib'
import { GiB } from '#shared/units.ts'

/** Returns the files of a ZIP archive by name, read from its central directory, including ZIP64. Throws on any error. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - 22
  if (end < 0 || zip.readUInt32LE(end) !== 0x06_05_4b_50) throw new Error('no end of central directory record')
  const { count, offset: directoryOffset } = readDirectoryEnd(zip, end)
  const files = new Map<string, Buffer>()
  let offset = directoryOffset
  for (let index = 0; index < count; index++) {
    if (zip.readUInt32LE(offset) !== 0x02_01_4b_50) throw new Error(`no entry at ${offset}`)
    const entry = readEntry(zip, offset)
    if (files.has(entry.name)) throw new Error(`two files with the name ${entry.name}`)
    const bytes = readEntryBytes(zip, entry)
    if (crcOf(bytes) !== entry.crc) throw new Error(`${entry.name} is damaged`)
    files.set(entry.name, bytes)
    offset = entry.nextOffset
  }
  return files
}

function readDirectoryEnd(zip: Buffer, end: number): { count: number; offset: number } {
  const smallValue = { count: zip.readUInt16LE(end + 10), offset: zip.readUInt32LE(end + 16) }
  if (smallValue.count < 0xff_ff && smallValue.offset < 0xff_ff_ff_ff) return smallValue
  const zip64Offset = Number(zip.readBigUInt64LE(end - 20 + 8))
  return { count: Number(zip.readBigUInt64LE(zip64Offset + 32)), offset: Number(zip.readBigUInt64LE(zip64Offset + 48)) }
}

type DirectoryEntry = { name: string; crc: number; size: number; isDeflated: boolean; offset: number; nextOffset: number }

function readEntry(zip: Buffer, at: number): DirectoryEntry {
  const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
    number,
    number,
    number,
  ]
  const extra = zip64Extra(zip.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength))
  let extraOffset = 0
  const wideValue = (smallValue: number) => {
    if (smallValue !== 0xff_ff_ff_ff) return smallValue
    extraOffset += 8
    return Number(extra.readBigUInt64LE(extraOffset - 8))
  }
  const fullSize = wideValue(zip.readUInt32LE(at + 24))
  const size = wideValue(zip.readUInt32LE(at + 20))
  const isDeflated = zip.readUInt16LE(at + 10) === 8
  if (!isDeflated && fullSize !== size) throw new Error('stored, but with a different length')
  return {
    name: zip.toString('utf8', at + 46, at + 46 + nameLength),
    crc: zip.readUInt32LE(at + 16),
    size,
    isDeflated,
    offset: wideValue(zip.readUInt32LE(at + 42)),
    nextOffset: at + 46 + nameLength + extraLength + commentLength,
  }
}

/** Returns the CRC of all bytes. Node's `crc32` is wrong for more than 4 GB at once. */
function crcOf(bytes: Buffer): number {
  let crc = 0
  for (let at = 0; at < bytes.length; at += GiB) crc = crc32(bytes.subarray(at, at + GiB), crc)
  return crc
}

/** Returns the ZIP64 field of an entry's extra fields, empty when there is none. */
function zip64Extra(extra: Buffer): Buffer {
  for (let at = 0; at < extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === 1) return extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
  }
  return Buffer.alloc(0)
}

function readEntryBytes(zip: Buffer, { offset, size, isDeflated, name }: DirectoryEntry): Buffer {
  if (zip.readUInt32LE(offset) !== 0x04_03_4b_50) throw new Error(`${name} does not begin at its offset`)
  const dataOffset = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28)
  const hasDescriptor = (zip.readUInt16LE(offset + 6) & 8) !== 0
  if (hasDescriptor && zip.readUInt32LE(dataOffset + size) !== 0x08_07_4b_50)
    throw new Error(`${name} does not end at its offset`)
  const bytes = zip.subarray(dataOffset, dataOffset + size)
  return isDeflated ? inflateRawSync(bytes) : bytes
}

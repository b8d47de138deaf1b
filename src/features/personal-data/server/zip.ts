import { crc32 } from 'node:zlib'
import type { Bytes } from '#shared/units.ts'

/** One file of an archive. `size` is its exact or maximum length; without it, the file must be smaller than 4 GB. */
export type ZipEntry = {
  readonly name: string
  readonly startTime: Date
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>
  readonly size?: Bytes
}

type WrittenEntry = { name: Buffer; at: number; crc: number; size: Bytes; offset: Bytes; isLarge: boolean }

const MAX_UINT32 = 0xff_ff_ff_ff
const MAX_UINT16 = 0xff_ff
/** Bit 3: the sizes follow the content. Bit 11: names are UTF-8. */
const FLAGS = (1 << 3) | (1 << 11)
const STORED = 0
const VERSION = 20
const VERSION_ZIP64 = 45
/** Above this size an entry uses ZIP64. It is below the 32-bit limit to leave a margin. */
const ZIP64_THRESHOLD = MAX_UINT32 - 0xff_ff

/**
 * Generates a ZIP archive while it is read. Entries are not compressed, because audio does not get smaller, and each is followed
 * by its sizes. Larger than 4 GB or 65,535 entries, it uses ZIP64. Only the central directory is kept in memory.
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: WrittenEntry[] = []
  let at = 0
  for await (const entry of entries) {
    const record: WrittenEntry = { ...startEntry(entry), offset: at }
    const header = localHeader(record)
    at += header.length
    yield header
    for await (const chunk of entry.bytes instanceof Uint8Array ? [entry.bytes] : entry.bytes) {
      record.crc = crc32(chunk, record.crc)
      record.size += chunk.length
      if (!record.isLarge && record.size > MAX_UINT32) throw new RangeError(`${entry.name} is larger than was said`)
      yield chunk
    }
    const descriptor = dataDescriptor(record)
    at += record.size + descriptor.length
    yield descriptor
    written.push(record)
  }
  const directory = at
  for (const record of written) {
    const directoryHeader = directoryRecord(record)
    at += directoryHeader.length
    yield directoryHeader
  }
  yield endOfDirectory(written.length, directory, at - directory)
}

function startEntry({ name, startTime: at, bytes, size }: ZipEntry): Omit<WrittenEntry, 'offset'> {
  const length = bytes instanceof Uint8Array ? bytes.length : (size ?? 0)
  return { name: Buffer.from(name, 'utf8'), at: dosTime(at), crc: 0, size: 0, isLarge: length > ZIP64_THRESHOLD }
}

/** Returns the local header. The sizes are not known yet; an entry that may be large reserves a ZIP64 field. */
function localHeader({ name, at, isLarge }: WrittenEntry): Buffer {
  const extra = isLarge ? zip64Extra([0, 0]) : Buffer.alloc(0)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04_03_4b_50, 0)
  header.writeUInt16LE(isLarge ? VERSION_ZIP64 : VERSION, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt16LE(STORED, 8)
  header.writeUInt32LE(at, 10)
  if (isLarge) header.fill(0xff, 18, 26)
  header.writeUInt16LE(name.length, 26)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, name, extra])
}

function dataDescriptor({ crc, size, isLarge }: WrittenEntry): Buffer {
  const descriptor = Buffer.alloc(isLarge ? 24 : 16)
  descriptor.writeUInt32LE(0x08_07_4b_50, 0)
  descriptor.writeUInt32LE(crc, 4)
  if (isLarge) {
    descriptor.writeBigUInt64LE(BigInt(size), 8)
    descriptor.writeBigUInt64LE(BigInt(size), 16)
  } else {
    descriptor.writeUInt32LE(size, 8)
    descriptor.writeUInt32LE(size, 12)
  }
  return descriptor
}

function directoryRecord({ name, at, crc, size, offset, isLarge }: WrittenEntry): Buffer {
  const large = [...(isLarge ? [size, size] : []), ...(offset >= MAX_UINT32 ? [offset] : [])]
  const extra = large.length > 0 ? zip64Extra(large) : Buffer.alloc(0)
  const directoryHeader = Buffer.alloc(46)
  directoryHeader.writeUInt32LE(0x02_01_4b_50, 0)
  directoryHeader.writeUInt16LE(VERSION_ZIP64, 4)
  directoryHeader.writeUInt16LE(large.length > 0 ? VERSION_ZIP64 : VERSION, 6)
  directoryHeader.writeUInt16LE(FLAGS, 8)
  directoryHeader.writeUInt16LE(STORED, 10)
  directoryHeader.writeUInt32LE(at, 12)
  directoryHeader.writeUInt32LE(crc, 16)
  directoryHeader.writeUInt32LE(isLarge ? MAX_UINT32 : size, 20)
  directoryHeader.writeUInt32LE(isLarge ? MAX_UINT32 : size, 24)
  directoryHeader.writeUInt16LE(name.length, 28)
  directoryHeader.writeUInt16LE(extra.length, 30)
  directoryHeader.writeUInt32LE(Math.min(offset, MAX_UINT32), 42)
  return Buffer.concat([directoryHeader, name, extra])
}

function zip64Extra(numbers: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + numbers.length * 8)
  extra.writeUInt16LE(0x00_01, 0)
  extra.writeUInt16LE(numbers.length * 8, 2)
  numbers.forEach((number, index) => extra.writeBigUInt64LE(BigInt(number), 4 + index * 8))
  return extra
}

function endOfDirectory(count: number, offset: Bytes, size: Bytes): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  end.writeUInt16LE(Math.min(count, MAX_UINT16), 8)
  end.writeUInt16LE(Math.min(count, MAX_UINT16), 10)
  end.writeUInt32LE(Math.min(size, MAX_UINT32), 12)
  end.writeUInt32LE(Math.min(offset, MAX_UINT32), 16)
  if (count < MAX_UINT16 && size < MAX_UINT32 && offset < MAX_UINT32) return end
  const large = Buffer.alloc(56 + 20)
  large.writeUInt32LE(0x06_06_4b_50, 0)
  large.writeBigUInt64LE(44n, 4)
  large.writeUInt16LE(VERSION_ZIP64, 12)
  large.writeUInt16LE(VERSION_ZIP64, 14)
  large.writeBigUInt64LE(BigInt(count), 24)
  large.writeBigUInt64LE(BigInt(count), 32)
  large.writeBigUInt64LE(BigInt(size), 40)
  large.writeBigUInt64LE(BigInt(offset), 48)
  large.writeUInt32LE(0x07_06_4b_50, 56)
  large.writeBigUInt64LE(BigInt(offset + size), 64)
  large.writeUInt32LE(1, 72)
  return Buffer.concat([large, end])
}

/** Returns a DOS time in UTC. The format has a resolution of two seconds and years from 1980 to 2107. */
function dosTime(at: Date): number {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107) - 1980
  const date = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return ((date << 16) | time) >>> 0
}

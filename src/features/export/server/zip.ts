import { crc32 } from 'node:zlib'
import type { Bytes } from '#kit/units.ts'

/** One file of an archive. `size` is its exact or maximum length; without it, the file must be smaller than 4 GB. */
export type ZipEntry = {
  readonly name: string
  readonly at: Date
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>
  readonly size?: Bytes
}

type Written = { name: Buffer; at: number; crc: number; size: Bytes; offset: Bytes; isLarge: boolean }

const MOST_32 = 0xff_ff_ff_ff
const MOST_16 = 0xff_ff
/** Bit 3: the sizes follow the content. Bit 11: names are UTF-8. */
const FLAGS = (1 << 3) | (1 << 11)
const STORED = 0
const VERSION = 20
const VERSION_64 = 45
/** Above this size an entry uses ZIP64. It is below the 32-bit limit to leave a margin. */
const LARGE_FROM = MOST_32 - 0xff_ff

/**
 * Generates a ZIP archive while it is read. Entries are not compressed, because audio does not get smaller, and each is followed
 * by its sizes. Larger than 4 GB or 65,535 entries, it uses ZIP64. Only the central directory is kept in memory.
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let at = 0
  for await (const entry of entries) {
    const one: Written = { ...begun(entry), offset: at }
    const head = localHead(one)
    at += head.length
    yield head
    for await (const chunk of entry.bytes instanceof Uint8Array ? [entry.bytes] : entry.bytes) {
      one.crc = crc32(chunk, one.crc)
      one.size += chunk.length
      if (!one.isLarge && one.size > MOST_32) throw new RangeError(`${entry.name} is larger than was said`)
      yield chunk
    }
    const tail = descriptor(one)
    at += one.size + tail.length
    yield tail
    written.push(one)
  }
  const directory = at
  for (const one of written) {
    const line = directoryLine(one)
    at += line.length
    yield line
  }
  yield ending(written.length, directory, at - directory)
}

function begun({ name, at, bytes, size }: ZipEntry): Omit<Written, 'offset'> {
  const length = bytes instanceof Uint8Array ? bytes.length : (size ?? 0)
  return { name: Buffer.from(name, 'utf8'), at: dosTime(at), crc: 0, size: 0, isLarge: length > LARGE_FROM }
}

/** Returns the local header. The sizes are not known yet; an entry that may be large reserves a ZIP64 field. */
function localHead({ name, at, isLarge }: Written): Buffer {
  const extra = isLarge ? zip64Extra([0, 0]) : Buffer.alloc(0)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04_03_4b_50, 0)
  head.writeUInt16LE(isLarge ? VERSION_64 : VERSION, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(STORED, 8)
  head.writeUInt32LE(at, 10)
  if (isLarge) head.fill(0xff, 18, 26)
  head.writeUInt16LE(name.length, 26)
  head.writeUInt16LE(extra.length, 28)
  return Buffer.concat([head, name, extra])
}

function descriptor({ crc, size, isLarge }: Written): Buffer {
  const tail = Buffer.alloc(isLarge ? 24 : 16)
  tail.writeUInt32LE(0x08_07_4b_50, 0)
  tail.writeUInt32LE(crc, 4)
  if (isLarge) {
    tail.writeBigUInt64LE(BigInt(size), 8)
    tail.writeBigUInt64LE(BigInt(size), 16)
  } else {
    tail.writeUInt32LE(size, 8)
    tail.writeUInt32LE(size, 12)
  }
  return tail
}

function directoryLine({ name, at, crc, size, offset, isLarge }: Written): Buffer {
  const large = [...(isLarge ? [size, size] : []), ...(offset >= MOST_32 ? [offset] : [])]
  const extra = large.length > 0 ? zip64Extra(large) : Buffer.alloc(0)
  const line = Buffer.alloc(46)
  line.writeUInt32LE(0x02_01_4b_50, 0)
  line.writeUInt16LE(VERSION_64, 4)
  line.writeUInt16LE(large.length > 0 ? VERSION_64 : VERSION, 6)
  line.writeUInt16LE(FLAGS, 8)
  line.writeUInt16LE(STORED, 10)
  line.writeUInt32LE(at, 12)
  line.writeUInt32LE(crc, 16)
  line.writeUInt32LE(isLarge ? MOST_32 : size, 20)
  line.writeUInt32LE(isLarge ? MOST_32 : size, 24)
  line.writeUInt16LE(name.length, 28)
  line.writeUInt16LE(extra.length, 30)
  line.writeUInt32LE(Math.min(offset, MOST_32), 42)
  return Buffer.concat([line, name, extra])
}

function zip64Extra(numbers: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + numbers.length * 8)
  extra.writeUInt16LE(0x00_01, 0)
  extra.writeUInt16LE(numbers.length * 8, 2)
  numbers.forEach((number, nth) => extra.writeBigUInt64LE(BigInt(number), 4 + nth * 8))
  return extra
}

function ending(count: number, offset: Bytes, size: Bytes): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  end.writeUInt16LE(Math.min(count, MOST_16), 8)
  end.writeUInt16LE(Math.min(count, MOST_16), 10)
  end.writeUInt32LE(Math.min(size, MOST_32), 12)
  end.writeUInt32LE(Math.min(offset, MOST_32), 16)
  if (count < MOST_16 && size < MOST_32 && offset < MOST_32) return end
  const large = Buffer.alloc(56 + 20)
  large.writeUInt32LE(0x06_06_4b_50, 0)
  large.writeBigUInt64LE(44n, 4)
  large.writeUInt16LE(VERSION_64, 12)
  large.writeUInt16LE(VERSION_64, 14)
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

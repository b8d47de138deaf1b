import { crc32 } from 'node:zlib'

/** Returns the stored files of a ZIP archive by name, read from its central directory, including ZIP64. Throws on any error. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end < 0 || end + 22 !== zip.length) throw new Error('no end of a directory')
  const { count, offset } = directoryAt(zip, end)
  const files = new Map<string, Buffer>()
  let at = offset
  for (let n = 0; n < count; n++) {
    if (zip.readUInt32LE(at) !== 0x02_01_4b_50) throw new Error(`no entry at ${at}`)
    const line = lineAt(zip, at)
    if (files.has(line.name)) throw new Error(`two files called ${line.name}`)
    const bytes = bytesOf(zip, line)
    if (crc32(bytes) !== line.crc) throw new Error(`${line.name} is damaged`)
    files.set(line.name, bytes)
    at = line.next
  }
  return files
}

function directoryAt(zip: Buffer, end: number): { count: number; offset: number } {
  const small = { count: zip.readUInt16LE(end + 10), offset: zip.readUInt32LE(end + 16) }
  if (small.count < 0xff_ff && small.offset < 0xff_ff_ff_ff) return small
  const large = Number(zip.readBigUInt64LE(end - 20 + 8))
  return { count: Number(zip.readBigUInt64LE(large + 32)), offset: Number(zip.readBigUInt64LE(large + 48)) }
}

type Line = { name: string; crc: number; size: number; offset: number; next: number }

function lineAt(zip: Buffer, at: number): Line {
  const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
    number,
    number,
    number,
  ]
  const extra = zip.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength)
  let used = 4
  const whole = (small: number) => {
    if (small !== 0xff_ff_ff_ff) return small
    used += 8
    return Number(extra.readBigUInt64LE(used - 8))
  }
  const size = whole(zip.readUInt32LE(at + 24))
  if (whole(zip.readUInt32LE(at + 20)) !== size) throw new Error('stored, but of another length')
  return {
    name: zip.toString('utf8', at + 46, at + 46 + nameLength),
    crc: zip.readUInt32LE(at + 16),
    size,
    offset: whole(zip.readUInt32LE(at + 42)),
    next: at + 46 + nameLength + extraLength + commentLength,
  }
}

function bytesOf(zip: Buffer, { offset, size, name }: Line): Buffer {
  if (zip.readUInt32LE(offset) !== 0x04_03_4b_50) throw new Error(`${name} does not begin where it is said to`)
  const begin = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28)
  if (zip.readUInt32LE(begin + size) !== 0x08_07_4b_50) throw new Error(`${name} does not end where it is said to`)
  return zip.subarray(begin, begin + size)
}

import type { PlacedGlyph } from './shapeText.ts'

type Tables = Map<string, Buffer>
type Box = { xMin: number; yMin: number; xMax: number; yMax: number }

const COMPOSITE = -1
const ARGUMENTS_ARE_WORDS = 0x1
const ARGUMENTS_ARE_PLACES = 0x2
const MORE_COMPONENTS = 0x20
const OVERLAPS = 0x4_00

/** Returns the number of glyphs in a TrueType font, which is the index of the first added glyph. */
export const countGlyphs = (font: Buffer): number => (readTables(font).get('maxp') ?? Buffer.alloc(6)).readUInt16BE(4)

/**
 * Returns a TrueType font with an additional composite glyph for each list of placed glyphs, so that a PDF can assign the text of a
 * syllable to one glyph. `advances` are their widths.
 */
export function addCompositeGlyphs(
  font: Buffer,
  composites: readonly (readonly PlacedGlyph[])[],
  advances: readonly number[],
): Buffer {
  const tables = readTables(font)
  const [head, maxp, hhea] = ['head', 'maxp', 'hhea'].map((tag) => Buffer.from(tables.get(tag) ?? '')) as [Buffer, Buffer, Buffer]
  const glyf = tables.get('glyf') ?? Buffer.alloc(0)
  const count = maxp.readUInt16BE(4)
  const offsets = readOffsets(tables.get('loca') ?? Buffer.alloc(0), count, head.readInt16BE(50) === 1)
  const boxOf = (id: number): Box | undefined => readBox(glyf, offsets[id] ?? 0, offsets[id + 1] ?? 0)
  const added: Buffer[] = []
  const metrics: [advance: number, left: number][] = []
  let end = offsets[count] ?? 0
  for (const [index, glyphs] of composites.entries()) {
    const drawn = glyphs.flatMap((glyph) => {
      const box = boxOf(glyph.id)
      return box ? [{ ...glyph, box }] : []
    })
    const bytes = writeComposite(drawn)
    added.push(bytes)
    offsets.push((end += bytes.length))
    metrics.push([advances[index] ?? 0, drawn.length > 0 ? bytes.readInt16BE(2) : 0])
  }
  const total = count + composites.length
  head.writeInt16BE(1, 50)
  maxp.writeUInt16BE(total, 4)
  // An upper bound for all glyphs. Programs reserve memory according to it.
  maxp.writeUInt16BE(Math.max(maxp.readUInt16BE(28), ...composites.map(({ length }) => length), 1), 28)
  maxp.writeUInt16BE(maxp.readUInt16BE(30) + 1, 30)
  const longMetrics = hhea.readUInt16BE(34)
  hhea.writeUInt16BE(total, 34)
  tables.set('head', head).set('maxp', maxp).set('hhea', hhea)
  tables.set('glyf', Buffer.concat([glyf.subarray(0, offsets[count] ?? 0), ...added]))
  tables.set('loca', writeNumbers(offsets, 4))
  tables.set('hmtx', writeMetrics(tables.get('hmtx') ?? Buffer.alloc(0), { longMetrics, count, metrics }))
  return writeTables(tables)
}

function readTables(font: Buffer): Tables {
  const tables: Tables = new Map()
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const at = 12 + index * 16
    const start = font.readUInt32BE(at + 8)
    tables.set(font.toString('latin1', at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12)))
  }
  return tables
}

const readOffsets = (loca: Buffer, count: number, isLong: boolean): number[] =>
  Array.from({ length: count + 1 }, (_, id) => (isLong ? loca.readUInt32BE(id * 4) : loca.readUInt16BE(id * 2) * 2))

function readBox(glyf: Buffer, start: number, end: number): Box | undefined {
  if (end - start < 10) return undefined
  const [xMin, yMin, xMax, yMax] = [2, 4, 6, 8].map((at) => glyf.readInt16BE(start + at)) as [number, number, number, number]
  return { xMin, yMin, xMax, yMax }
}

/** Glyphs without an outline draw nothing. */
function writeComposite(glyphs: readonly (PlacedGlyph & { box: Box })[]): Buffer {
  if (glyphs.length === 0) return Buffer.alloc(0)
  const bytes = Buffer.alloc(10 + glyphs.length * 8)
  const numbers = [
    COMPOSITE,
    Math.min(...glyphs.map(({ x, box }) => box.xMin + x)),
    Math.min(...glyphs.map(({ y, box }) => box.yMin + y)),
    Math.max(...glyphs.map(({ x, box }) => box.xMax + x)),
    Math.max(...glyphs.map(({ y, box }) => box.yMax + y)),
  ]
  for (const [index, number] of numbers.entries()) bytes.writeInt16BE(toInt16(number), index * 2)
  for (const [index, { id, x, y }] of glyphs.entries()) {
    const at = 10 + index * 8
    const flags = ARGUMENTS_ARE_WORDS | ARGUMENTS_ARE_PLACES | OVERLAPS | (index < glyphs.length - 1 ? MORE_COMPONENTS : 0)
    bytes.writeUInt16BE(flags, at)
    bytes.writeUInt16BE(id, at + 2)
    bytes.writeInt16BE(toInt16(x), at + 4)
    bytes.writeInt16BE(toInt16(y), at + 6)
  }
  return bytes
}

const toInt16 = (n: number): number => Math.max(-32_768, Math.min(32_767, Math.round(n)))

type Metrics = { readonly longMetrics: number; readonly count: number; readonly metrics: readonly (readonly [number, number])[] }

/** Returns the table with a width for every glyph. In the old table, the last width applies to all later glyphs. */
function writeMetrics(hmtx: Buffer, { longMetrics, count, metrics }: Metrics): Buffer {
  const bytes = Buffer.alloc((count + metrics.length) * 4)
  for (let id = 0; id < count; id++) {
    const advance = hmtx.readUInt16BE(Math.min(id, longMetrics - 1) * 4)
    const left = id < longMetrics ? hmtx.readInt16BE(id * 4 + 2) : hmtx.readInt16BE(longMetrics * 4 + (id - longMetrics) * 2)
    bytes.writeUInt16BE(advance, id * 4)
    bytes.writeInt16BE(left, id * 4 + 2)
  }
  for (const [index, [advance, left]] of metrics.entries()) {
    bytes.writeUInt16BE(Math.max(0, Math.min(65_535, Math.round(advance))), (count + index) * 4)
    bytes.writeInt16BE(left, (count + index) * 4 + 2)
  }
  return bytes
}

function writeNumbers(numbers: readonly number[], size: number): Buffer {
  const bytes = Buffer.alloc(numbers.length * size)
  for (const [index, number] of numbers.entries()) bytes.writeUIntBE(number, index * size, size)
  return bytes
}

/** Returns the file, with each table aligned to four bytes and with its checksum. */
function writeTables(tables: Tables): Buffer {
  const entries = [...tables].sort(([a], [b]) => (a < b ? -1 : 1))
  const power = Math.floor(Math.log2(entries.length))
  const header = Buffer.alloc(12 + entries.length * 16)
  header.writeUInt32BE(0x1_00_00, 0)
  for (const [index, number] of [entries.length, 16 << power, power, entries.length * 16 - (16 << power)].entries())
    header.writeUInt16BE(number, 4 + index * 2)
  const parts: Buffer[] = [header]
  let at = header.length
  for (const [index, [tag, table]] of entries.entries()) {
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)])
    header.write(tag, 12 + index * 16, 'latin1')
    for (const [n, number] of [sumOf(padded), at, table.length].entries()) header.writeUInt32BE(number, 16 + index * 16 + n * 4)
    parts.push(padded)
    at += padded.length
  }
  return Buffer.concat(parts)
}

function sumOf(table: Buffer): number {
  let sum = 0
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0
  return sum
}

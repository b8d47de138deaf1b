import { describe, expect, it } from 'vitest'
import { findJoinedFiles, splitJoinedFiles } from './splitJoinedFiles.ts'

const bytes = (...parts: (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))
const page = (flags: number, body: string) =>
  bytes(
    'OggS',
    [0, flags],
    Array.from({ length: 20 }, () => 0),
    [1, body.length],
    body,
  )
const box = (type: string, body = '') => bytes([0, 0, 0, 8 + body.length], type, body)
const ebml = bytes([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84], 'webm')
const startsOf = (...files: Buffer[]) => findJoinedFiles(new Blob([Buffer.concat(files) as Buffer<ArrayBuffer>]))

describe('findJoinedFiles', () => {
  it('finds consecutive streams of an Ogg file, but not parallel ones', async () => {
    const file = [page(2, 'head'), page(2, 'video'), page(0, 'sound'), page(4, 'sound')]
    const length = Buffer.concat(file).length
    expect(await startsOf(...file, ...file)).toEqual([length])
    expect(await startsOf(...file)).toEqual([])
    expect(await startsOf(...file, bytes('between'), ...file)).toEqual([length + 7])
  })

  it('finds Matroska files by their header, even after one of unknown length, but not inside audio data', async () => {
    const first = bytes(ebml.toString('latin1'), [0x18, 0x53, 0x80, 0x67, 0xff], 'sound', [0x1a, 0x45, 0xdf, 0xa3], 'noise')
    expect(await startsOf(first, ebml, bytes('more'))).toEqual([first.length])
    const long = Buffer.concat([ebml, Buffer.alloc(4 * 1024 * 1024 - 2 - ebml.length, 7)])
    expect(await startsOf(long, ebml, ebml)).toEqual([long.length, long.length + ebml.length])
  })

  it('finds MP4 files after the index of another one', async () => {
    const file = [box('ftyp', 'M4A '), box('moov', 'index'), box('mdat', 'sound')]
    const length = Buffer.concat(file).length
    expect(await startsOf(...file, ...file, ...file)).toEqual([length, 2 * length])
    expect(await startsOf(box('ftyp', 'M4A '), box('ftyp', 'M4A '), box('moov', 'index'))).toEqual([])
    expect(await startsOf(...file, bytes([0, 0, 0, 0], 'free'))).toEqual([])
  })

  it('finds nothing in other files', async () => {
    expect(await startsOf(bytes('ID3 something OggS'))).toEqual([])
    expect(await startsOf(bytes())).toEqual([])
    expect(await startsOf(bytes('OggS'))).toEqual([])
  })

  it('splits into blobs of the same bytes', async () => {
    const file = Buffer.concat([page(2, 'head'), page(0, 'sound')])
    const parts = await splitJoinedFiles(new Blob([file, file]))
    expect(await Promise.all(parts.map(async (part) => Buffer.from(await part.arrayBuffer())))).toEqual([file, file])
  })
})

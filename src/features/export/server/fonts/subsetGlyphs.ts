import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Font, WEIGHTS } from './FontFace.ts'

/** The used functions of HarfBuzz as exported by its package. Numbers are addresses in its memory. */
type HarfBuzz = {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly [name: `hb_${string}`]: (...parameters: number[]) => number
  readonly malloc: (size: number) => number
  readonly free: (address: number) => void
  readonly _initialize: () => void
}

// Constants of hb-subset.h and hb-blob.h.
const WRITABLE = 2
const DROPPED_TABLES = 3
const NO_HINTING = 0x1
const RETAIN_GLYPH_IDS = 0x2
/** Contours of a variable font overlap. */
const SET_OVERLAPS = 0x10
/** Tables that a PDF does not need, because it addresses glyphs by their index. */
const NOT_IN_PDF = [
  'GSUB',
  'GPOS',
  'GDEF',
  'cmap',
  'name',
  'OS/2',
  'post',
  'STAT',
  'DSIG',
  'BASE',
  'meta',
  'gasp',
  'kern',
  'vhea',
  'vmtx',
]

/** The types of Node lack it. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => object
    readonly Instance: new (module: object) => { readonly exports: unknown }
  }
}

let loaded: HarfBuzz | undefined

function load(): HarfBuzz {
  if (loaded) return loaded
  const path = fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'))
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)))
  loaded = exports as HarfBuzz
  loaded._initialize()
  return loaded
}

const tagOf = (text: string): number => [...text].reduce((tag, character) => (tag << 8) + character.charCodeAt(0), 0)

/** Returns the font in its weight with only these glyphs, which keep their indexes. */
export function subsetGlyphs({ face, weight }: Font, glyphs: Iterable<number>): Buffer {
  const hb = load()
  const { length } = face.bytes
  const address = hb.malloc(length)
  new Uint8Array(hb.memory.buffer).set(face.bytes, address)
  const blob = hb.hb_blob_create!(address, length, WRITABLE, 0, 0)
  const source = hb.hb_face_create!(blob, 0)
  hb.hb_blob_destroy!(blob)
  const input = hb.hb_subset_input_create_or_fail!()
  let subset = 0
  try {
    hb.hb_subset_input_set_flags!(input, NO_HINTING | RETAIN_GLYPH_IDS | SET_OVERLAPS)
    const kept = hb.hb_subset_input_glyph_set!(input)
    for (const glyph of glyphs) hb.hb_set_add!(kept, glyph)
    const dropped = hb.hb_subset_input_set!(input, DROPPED_TABLES)
    for (const table of NOT_IN_PDF) hb.hb_set_add!(dropped, tagOf(table))
    if (face.hasWeights) hb.hb_subset_input_pin_axis_location!(input, source, tagOf('wght'), WEIGHTS[weight])
    subset = hb.hb_subset_or_fail!(source, input)
    if (subset === 0) throw new Error(`${face.family} could not be reduced to its glyphs`)
    const result = hb.hb_face_reference_blob!(subset)
    const start = hb.hb_blob_get_data!(result, 0)
    const bytes = Buffer.from(new Uint8Array(hb.memory.buffer, start, hb.hb_blob_get_length!(result)))
    hb.hb_blob_destroy!(result)
    return bytes
  } finally {
    if (subset !== 0) hb.hb_face_destroy!(subset)
    hb.hb_subset_input_destroy!(input)
    hb.hb_face_destroy!(source)
    hb.free(address)
  }
}

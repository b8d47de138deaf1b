import { readFile } from 'node:fs/promises'
import { convert } from 'fontverter'
import * as hb from 'harfbuzzjs'
import type { FontFile } from './families.ts'

export type Weight = 'regular' | 'bold'
export const WEIGHTS: Readonly<Record<Weight, number>> = { regular: 400, bold: 650 }

/** An open font file. */
export type FontFace = {
  readonly family: string
  /** The font file in TrueType format. */
  readonly bytes: Uint8Array
  readonly characters: ReadonlySet<number>
  readonly hasWeights: boolean
  /** The font in both weights. Without a weight axis, both are the same. */
  readonly fonts: Readonly<Record<Weight, Font>>
}

/** A font file in one weight. */
export type Font = {
  readonly face: FontFace
  readonly weight: Weight
  readonly shaper: hb.Font
  readonly unitsPerEm: number
}

/** Open faces, shared by all documents, because most of them need the same files. */
const opening = new Map<string, Promise<FontFace>>()
const opened = new Map<string, FontFace>()

/** Opens a face. Returns it synchronously when it is already open. */
export function openFace(file: FontFile): FontFace | Promise<FontFace> {
  const known = opened.get(file.path) ?? opening.get(file.path)
  if (known) return known
  const face = readFace(file).finally(() => opening.delete(file.path))
  opening.set(file.path, face)
  return face
}

async function readFace({ family, path }: FontFile): Promise<FontFace> {
  const bytes = new Uint8Array(await convert(await readFile(path), 'sfnt'))
  const source = new hb.Face(new hb.Blob(bytes))
  const hasWeights = 'wght' in source.getAxisInfos()
  const open = (weight: Weight): Font => {
    const shaper = new hb.Font(source)
    if (hasWeights) shaper.setVariations([new hb.Variation('wght', WEIGHTS[weight])])
    return { face, weight, shaper, unitsPerEm: source.upem }
  }
  const fonts: Record<Weight, Font> = {} as Record<Weight, Font>
  const face: FontFace = { family, bytes, hasWeights, characters: new Set(source.collectUnicodes()), fonts }
  for (const weight of ['regular', 'bold'] as const) fonts[weight] = open(weight)
  opened.set(path, face)
  return face
}

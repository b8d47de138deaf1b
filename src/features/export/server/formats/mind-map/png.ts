import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { ExportDocument } from '../../document/ExportDocument.ts'
import type * as Renderer from '@resvg/resvg-wasm'
import { openFonts } from '../../fonts/FontSet.ts'
import { createOutliner } from './outlineText.ts'
import { writeSvg } from './svg.ts'

/** For high-density screens, within a maximum number of pixels. */
const SCALE = 2
const MAX_PIXELS = 40_000_000

let ready: Promise<typeof Renderer> | undefined

/** Renders the mind map as a PNG. */
export async function writePng(document: ExportDocument): Promise<Uint8Array> {
  const { Resvg } = await (ready ??= openRenderer())
  const fonts = await openFonts(textsOf(document), document.language)
  // Letters are drawn as outlines, because the renderer finds no fonts for lines in several scripts.
  const svg = writeSvg(document, createOutliner(fonts, document.language))
  const [, width = '1', height = '1'] = /width="(\d+(?:\.\d+)?)" height="(\d+(?:\.\d+)?)"/.exec(svg) ?? []
  const scale = Math.min(SCALE, Math.sqrt(MAX_PIXELS / (Number(width) * Number(height))))
  const drawing = new Resvg(svg, { fitTo: { mode: 'zoom', value: scale } })
  try {
    return drawing.render().asPng()
  } finally {
    drawing.free()
  }
}

const textsOf = ({ title, mindMap }: ExportDocument): string =>
  [title, ...mindMap.flatMap((branch) => [branch.title, ...branch.leaves.map(({ text }) => text)])].join('\n')

async function openRenderer() {
  const renderer = await import('@resvg/resvg-wasm')
  await renderer.initWasm(await readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))))
  return renderer
}

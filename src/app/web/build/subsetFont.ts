import type { Plugin } from 'vite'
import subset from 'subset-font'
import { findFirstFont } from './preloadFont.ts'

/** The weights used by the styles. */
const WEIGHTS = { min: 400, max: 700 }
/** Kerning, colons between digits, and tabular figures. The styles use no fractions, and accented letters have their own glyphs. */
const FEATURES = ['kern', 'locl', 'calt', 'tnum']
/** All characters except surrogates. The font has fewer, and keeps all of them. */
const CHARACTERS = Array.from({ length: 0xd800 - 0x20 }, (_, n) => String.fromCharCode(0x20 + n)).join('')

/**
 * Reduces the preloaded text font from 48 to 27 KB. It keeps all characters, and the weights and features used by the styles. @NOTE
 * The file name stays the same, so browsers that have cached the font see a change made here only with the next version of the
 * font.
 */
export function subsetFont(): Plugin {
  return {
    name: 'earshot:subset-font',
    async generateBundle(_, bundle) {
      const font = bundle[findFirstFont(bundle)]
      if (font?.type !== 'asset') return
      font.source = await subset(Buffer.from(font.source), CHARACTERS, {
        targetFormat: 'woff2',
        variationAxes: { wght: WEIGHTS },
        keepFeatures: FEATURES,
      })
    },
  }
}

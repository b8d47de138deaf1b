declare module 'subset-font' {
  /** Returns the font with only the characters of `text`, the given features and the given ranges or values of its axes. */
  export default function subset(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2' | 'sfnt'
      variationAxes: Record<string, number | { min: number; max: number }>
      keepFeatures?: string[]
    },
  ): Promise<Uint8Array>
}

declare module 'fontkit' {
  type Glyph = { readonly path: { readonly toSVG: () => string } }
  type Position = { readonly xAdvance: number; readonly xOffset: number; readonly yOffset: number }
  export type OpenFont = {
    readonly characterSet: readonly number[]
    readonly unitsPerEm: number
    /** Returns the glyphs of a text in the order of the eye. */
    readonly layout: (text: string) => {
      readonly glyphs: readonly Glyph[]
      readonly positions: readonly Position[]
      readonly advanceWidth: number
    }
  }
  /** Opens a font in the format of TrueType or OpenType. */
  export function create(font: Uint8Array): OpenFont
}

declare module 'subset-font' {
  /** Returns the font reduced to the characters of `text`, the given features and the given ranges or values of its axes. */
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

declare module 'fontverter' {
  /** Converts a font to another format; `sfnt` is that of TrueType and OpenType files. */
  export function convert(font: Uint8Array, format: 'sfnt'): Promise<Uint8Array>
}

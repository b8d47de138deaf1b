declare module 'subset-font' {
  /** Returns the font with only the characters of `text`, the given features and the given ranges of its axes. */
  export default function subset(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'woff2'; variationAxes: Record<string, { min: number; max: number }>; keepFeatures: string[] },
  ): Promise<Uint8Array>
}

/** Returns a CSS colour: the four of the palette, then hues spaced by the golden angle at the same lightness (B§9). */
export function speakerColour(nth: number): string {
  if (nth < 4) return `var(--s${nth + 1})`
  return `hsl(${Math.round((nth * 137.508) % 360)} var(--speaker-saturation) var(--speaker-lightness))`
}

/** Returns the named speakers in the order in which they first speak. */
export function speakersOf(segments: readonly { speaker: string }[]): string[] {
  return [...new Set(segments.map(({ speaker }) => speaker))].filter((speaker) => speaker !== '')
}

/** Returns a CSS colour: the four of the palette, then hues spaced by the golden angle at the same lightness (B§9). */
export function speakerColour(index: number): string {
  if (index < 4) return `var(--s${index + 1})`
  return `hsl(${Math.round((index * 137.508) % 360)} var(--speaker-saturation) var(--speaker-lightness))`
}

/** Returns the named speakers in the order in which they first speak. */
export function listSpeakers(segments: readonly { speaker: string }[]): string[] {
  return [...new Set(segments.map(({ speaker }) => speaker))].filter((speaker) => speaker !== '')
}

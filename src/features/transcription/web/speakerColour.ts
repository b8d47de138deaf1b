/** The four colours of the palette, then hues by the golden angle at the same lightness (B§9). A CSS colour. */
export function speakerColour(nth: number): string {
  if (nth < 4) return `var(--s${nth + 1})`
  return `hsl(${Math.round((nth * 137.508) % 360)} var(--speaker-saturation) var(--speaker-lightness))`
}

/** Speakers in the order in which they first speak; those without a name are left out. */
export function speakersOf(segments: readonly { speaker: string }[]): string[] {
  return [...new Set(segments.map(({ speaker }) => speaker))].filter((speaker) => speaker !== '')
}

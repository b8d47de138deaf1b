import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Segment } from '#features/files/contract.ts'
import type { PlayerLane } from '#features/files/web.tsx'
import { days } from '#shared/units.ts'
import { getString, setItem } from '#browser/storage/storage.ts'
import { useLocale } from '#browser/i18n/useTranslations.ts'
import { transcription } from './transcription.ts'

/** Returns a CSS colour: the four of the palette, then hues spaced by the golden angle at the same lightness (B§9). */
export function speakerColour(index: number): string {
  if (index < 4) return `var(--s${index + 1})`
  return `hsl(${Math.round((index * 137.508) % 360)} var(--speaker-saturation) var(--speaker-lightness))`
}

/** Returns the named speakers in the order in which they first speak. */
export function listSpeakers(segments: readonly { speaker: string }[]): string[] {
  return [...new Set(segments.map(({ speaker }) => speaker))].filter((speaker) => speaker !== '')
}

/** Returns when each named speaker speaks, in the order of `listSpeakers`. */
export function speakerLanes(segments: readonly Segment[]): PlayerLane[] {
  return listSpeakers(segments).map((name, index) => ({
    colour: speakerColour(index),
    spans: segments
      .filter(({ speaker }) => speaker === name)
      .map(({ start_time, end_time }) => ({ start: start_time, end: end_time })),
  }))
}

/** Matches the default name of a speaker, such as `Speaker 1`. */
const DEFAULT_NAME = /^Speaker (\d+)$/
/** How long a label is stored in the browser (A§7, B§9). */
const LABEL_LIFETIME = days(1)

/** Returns a function that translates default names, such as "Sprecher 1". Requests the label only when `segments` need it. */
export function useSpeakerLabels(segments: readonly { speaker: string }[]): (speaker: string) => string {
  const locale = useLocale()
  const isNeeded = locale !== 'en_US' && segments.some(({ speaker }) => DEFAULT_NAME.test(speaker))
  const { data: label } = useQuery({
    queryKey: transcription.label.key({ body: { language: locale } }),
    queryFn: ({ signal }) => fetchLabel(locale, signal),
    enabled: isNeeded,
    staleTime: LABEL_LIFETIME,
  })
  return useCallback((speaker) => (isNeeded && label ? speaker.replace(DEFAULT_NAME, `${label} $1`) : speaker), [isNeeded, label])
}

async function fetchLabel(language: string, signal: AbortSignal): Promise<string> {
  const key = `label_${language}`
  const cached = getString(key)
  if (cached !== undefined) return cached
  const { label_text } = (await transcription.label({ body: { language } }, { signal })).data
  setItem(key, label_text, { lifetime: LABEL_LIFETIME })
  return label_text
}

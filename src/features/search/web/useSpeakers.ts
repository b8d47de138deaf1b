import { speakerColour, useSpeakerLabels } from '#features/transcription/web.tsx'
import type { FoundRecording, SearchFacets } from '../contract.ts'

/** The number in a default name, such as `Speaker 2`. */
const DEFAULT_NAME = /^Speaker (\d+)$/

/**
 * Returns a function that gives the label and the colour of a speaker. A person has the same colour in all recordings: that of the
 * place among all speakers of the library. Default names have the colour of their number, as in the transcript.
 */
export function useSpeakers(recordings: readonly FoundRecording[], facets: SearchFacets | undefined) {
  const found = recordings.flatMap(({ moments }) => moments.flatMap(({ speaker }) => speaker ?? []))
  const names = [...new Set([...(facets?.speakers ?? []).map(({ value }) => value), ...found])].filter(
    (name) => !DEFAULT_NAME.test(name),
  )
  const label = useSpeakerLabels(found.map((speaker) => ({ speaker })))
  return (name: string) => {
    const number = DEFAULT_NAME.exec(name)?.[1]
    const index = number === undefined ? Math.max(0, names.indexOf(name)) : Number(number) - 1
    return { label: label(name), colour: speakerColour(index) }
  }
}

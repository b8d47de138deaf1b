import { type Embedding, MATCH_DISTANCE, voiceDistance } from './matchVoices.ts'

export type SpokenVoice = { readonly name: string; readonly embedding: Embedding; readonly seconds: number }

/**
 * Returns pairs of voices that may be the same speaker: maps the name of the voice with less speech to that of the nearest voice
 * with more.
 */
export function similarVoices(voices: readonly SpokenVoice[]): ReadonlyMap<string, string> {
  const similar = new Map<string, string>()
  const bySpeech = voices.toSorted((a, b) => b.seconds - a.seconds)
  bySpeech.forEach((voice, index) => {
    const distances = bySpeech
      .slice(0, index)
      .filter(({ name }) => name !== voice.name)
      .map(({ name, embedding }) => ({ name, distance: voiceDistance(voice.embedding, embedding) }))
      .filter(({ distance }) => distance < MATCH_DISTANCE)
      .toSorted((a, b) => a.distance - b.distance)
    if (distances[0]) similar.set(voice.name, distances[0].name)
  })
  return similar
}

/** A numeric description of a voice (B§3 `data`). Its length has no meaning. */
export type Embedding = readonly number[]
/** A voice to be named. `id` identifies it. */
export type UnnamedVoice = { readonly id: string; readonly embedding: Embedding }
/** A stored voice print of a named speaker. */
export type NamedSample = { readonly name: string; readonly embedding: Embedding; readonly updateTime: number }
export type VoiceMatch = { readonly id: string; readonly name: string; readonly distance: number }

/** Voices are the same speaker when they are nearer than this (B§4, B§9). */
export const MATCH_DISTANCE = 0.46
/** The latest samples of a speaker that count (B§4, B§9). */
export const MAX_SAMPLES = 5

/**
 * Returns the names of voices (B§4). A voice is compared with the mean of the latest samples of each name. The nearest pairs win: a
 * name goes to one voice at most, and a voice gets one name at most.
 */
export function matchVoices(voices: readonly UnnamedVoice[], samples: readonly NamedSample[]): VoiceMatch[] {
  const speakers = [...Map.groupBy(samples, ({ name }) => name)].map(([name, own]) => ({ name, mean: meanVoice(own) }))
  const pairs = voices
    .flatMap(({ id, embedding }) => speakers.map(({ name, mean }) => ({ id, name, distance: voiceDistance(embedding, mean) })))
    .filter(({ distance }) => distance < MATCH_DISTANCE)
    .toSorted((a, b) => a.distance - b.distance)
  const matches: VoiceMatch[] = []
  for (const pair of pairs) {
    if (!matches.some(({ id, name }) => id === pair.id || name === pair.name)) matches.push(pair)
  }
  return matches
}

/** Returns half the distance of two voices on the unit sphere: 0 for the same, 1 for opposite ones; 1 when they cannot be compared. */
export function voiceDistance(a: Embedding, b: Embedding): number {
  if (a.length !== b.length) return 1
  const [u, v] = [normalize(a), normalize(b)]
  const isComparable = u.some((value) => value !== 0) && v.some((value) => value !== 0)
  return isComparable ? Math.hypot(...u.map((value, index) => value - v[index]!)) / 2 : 1
}

/** Returns the mean of the latest samples of one speaker. Samples of another length than the latest one do not count. */
function meanVoice(samples: readonly NamedSample[]): Embedding {
  const [latest, ...others] = samples.toSorted((a, b) => b.updateTime - a.updateTime).map(({ embedding }) => normalize(embedding))
  if (!latest) return []
  const used = [latest, ...others.filter(({ length }) => length === latest.length)].slice(0, MAX_SAMPLES)
  return latest.map((_, index) => used.reduce((sum, embedding) => sum + embedding[index]!, 0) / used.length)
}

/** Returns the vector with length 1; all zeros when it has no usable length. */
function normalize(embedding: Embedding): Embedding {
  const length = Math.hypot(...embedding)
  return embedding.map((value) => (length > 0 && Number.isFinite(length) ? value / length : 0))
}

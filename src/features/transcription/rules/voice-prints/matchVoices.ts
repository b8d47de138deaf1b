/** The embedding of a voice (B§3 `data`). Its length has no meaning. */
export type Embedding = readonly number[]
/** A voice without a name. `id` identifies it. */
export type UnnamedVoice = { readonly id: string; readonly embedding: Embedding }
/** A stored voice print of a named speaker. */
export type NamedSample = { readonly name: string; readonly embedding: Embedding; readonly updateTime: number }
export type VoiceMatch = { readonly id: string; readonly name: string; readonly distance: number }

/** Maximum distance of voices of the same speaker (B§4, B§9). */
export const MATCH_DISTANCE = 0.46
/** How many of a speaker's latest samples are used (B§4, B§9). */
export const MAX_SAMPLES = 5

/**
 * Returns the names of voices (B§4). Each voice is compared with the mean of the latest samples of each name. The nearest pairs
 * win: a name is assigned to at most one voice, and a voice gets at most one name.
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

/** Returns half the distance of two voices on the unit sphere: 0 for equal, 1 for opposite ones; 1 when they cannot be compared. */
export function voiceDistance(a: Embedding, b: Embedding): number {
  if (a.length !== b.length) return 1
  const [u, v] = [normalize(a), normalize(b)]
  const isComparable = u.some((value) => value !== 0) && v.some((value) => value !== 0)
  return isComparable ? Math.hypot(...u.map((value, index) => value - v[index]!)) / 2 : 1
}

/** Returns the mean of a speaker's latest samples. Samples with another number of dimensions than the latest are ignored. */
function meanVoice(samples: readonly NamedSample[]): Embedding {
  const [latest, ...others] = samples.toSorted((a, b) => b.updateTime - a.updateTime).map(({ embedding }) => normalize(embedding))
  if (!latest) return []
  const used = [latest, ...others.filter(({ length }) => length === latest.length)].slice(0, MAX_SAMPLES)
  return latest.map((_, index) => used.reduce((sum, embedding) => sum + embedding[index]!, 0) / used.length)
}

/** Returns the vector with length 1; all zeros if that is impossible. */
function normalize(embedding: Embedding): Embedding {
  const length = Math.hypot(...embedding)
  return embedding.map((value) => (length > 0 && Number.isFinite(length) ? value / length : 0))
}

import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import type { Millis } from '#shared/units.ts'
import { centroidsOf, clusterVoices, countLabels, similarity, type VoiceItem } from './cluster.ts'
import { FRAME_SECONDS, LOCAL_SPEAKERS, type SpeakerNetworks } from './networks.ts'
import { revoice, type RevoiceResult, type SpeakerFrames } from './revoice.ts'
import { findTurns } from './turns.ts'
import type { Diarization, DiarizedSpeaker } from '../speakers.ts'
import { analyzeSound, type AnalyzedSound, type LocalVoice } from './windows.ts'

/** Voices of windows count as one speaker below this cosine distance. */
const SPEAKER_THRESHOLD = 0.67
/** The number of speakers is decided only by voices with this many seconds of speaking alone. */
const MIN_TRAINING_SECONDS = 0.7
/** The weight of the probability when choosing the speakers of a frame. */
const PROBABILITY_SHARE = 0.1
/** Fraction of the expected number of speakers, above a whole number, that adds one more speaker. */
const ONE_MORE = 0.65
/** A speaker with a smaller share of the speech and fewer seconds is merged into the nearest one. */
const MIN_SHARE = 0.02
const MIN_SECONDS = 3
/** Seconds of a window. */
const WINDOW_SECONDS = 10

export type DiarizerOptions = { readonly atMost?: number | undefined; readonly onProgress: (done: Millis) => void }

/** Returns who speaks when in a recording (16 kHz mono). */
export async function diarizeSound(
  networks: SpeakerNetworks,
  pcm: AsyncIterable<Float32Array>,
  { atMost, onProgress }: DiarizerOptions,
): Promise<Diarization> {
  const sound = await analyzeSound(networks, pcm, (samples) => onProgress(Math.floor((samples * 1000) / SPEECH_SAMPLE_RATE)))
  if (sound.voices.length === 0) return { turns: [], speakers: [] }
  const centroids = findSpeakers(sound.voices, atMost)
  const frames = assignSpeakers(sound, centroids)
  const revoiced = foldSmallSpeakers(await revoice(networks, sound.frames, frames, atMost))
  return toDiarization(revoiced, sound.samples / SPEECH_SAMPLE_RATE)
}

/** Returns the centroid of each speaker. */
function findSpeakers(voices: readonly LocalVoice[], atMost: number | undefined): Float64Array[] {
  const clear = voices.filter(({ cleanFrames }) => cleanFrames * FRAME_SECONDS >= MIN_TRAINING_SECONDS)
  const items = (clear.length > 0 ? clear : voices).map(({ embedding, cleanFrames, window }): VoiceItem => {
    return { embedding, weight: Math.max(cleanFrames, 1), window }
  })
  const labels = clusterVoices(items, { threshold: SPEAKER_THRESHOLD, atMost })
  return centroidsOf(items, labels, countLabels(labels))
}

/** Decides how many people speak in each frame, by their probabilities in all windows, and who. */
function assignSpeakers({ starts, activities, voices }: AnalyzedSound, centroids: readonly Float64Array[]): SpeakerFrames {
  const speakers = centroids.length
  const frames = Math.ceil((starts.at(-1)! / SPEECH_SAMPLE_RATE + WINDOW_SECONDS) / FRAME_SECONDS) + 1
  const scores = new Float32Array(frames * speakers)
  const [expectedCounts, windowCounts] = [new Float32Array(frames), new Float32Array(frames)]
  const voicesByWindow = Map.groupBy(voices, ({ window }) => window)
  starts.forEach((start, window) => {
    const { frames: length, activity, probability } = activities[window]!
    const first = Math.round(start / SPEECH_SAMPLE_RATE / FRAME_SECONDS)
    const assigned = assignWindow(voicesByWindow.get(window) ?? [], centroids)
    for (let frame = 0; frame < Math.min(length, frames - first); frame++) {
      windowCounts[first + frame]! += 1
      for (let local = 0; local < LOCAL_SPEAKERS; local++) {
        const at = frame * LOCAL_SPEAKERS + local
        expectedCounts[first + frame]! += probability[at]! / 255
        const speaker = assigned.get(local)
        if (speaker !== undefined)
          scores[(first + frame) * speakers + speaker]! += activity[at]! + (PROBABILITY_SHARE * probability[at]!) / 255
      }
    }
  })
  const active = new Uint8Array(frames * speakers)
  for (let frame = 0; frame < frames; frame++) {
    const expected = expectedCounts[frame]! / Math.max(windowCounts[frame]!, 1)
    const count = Math.min(speakers, Math.floor(expected + 1 - ONE_MORE))
    const scoreOf = (speaker: number) => scores[frame * speakers + speaker]!
    const ranked = Array.from({ length: speakers }, (_, speaker) => speaker).sort((a, b) => scoreOf(b) - scoreOf(a))
    for (const speaker of ranked.slice(0, count)) active[frame * speakers + speaker] = 1
  }
  return { active, speakers }
}

/** Returns the speaker of each local voice of a window: distinct speakers with the highest total similarity. */
function assignWindow(voices: readonly LocalVoice[], centroids: readonly Float64Array[]): Map<number, number> {
  const candidates = voices.map(({ embedding }) =>
    centroids
      .map((centroid, speaker) => ({ speaker, score: similarity(embedding, centroid) }))
      .sort((a, b) => b.score - a.score)
      // With three voices, the best assignment always uses one of the three best speakers of each.
      .slice(0, LOCAL_SPEAKERS),
  )
  let best: { score: number; count: number; speakers: (number | undefined)[] } = { score: 0, count: 0, speakers: [] }
  const extend = (index: number, speakers: (number | undefined)[], score: number) => {
    if (index === voices.length) {
      const count = speakers.filter((speaker) => speaker !== undefined).length
      if (count > best.count || (count === best.count && score > best.score)) best = { score, count, speakers }
      return
    }
    for (const candidate of candidates[index]!)
      if (!speakers.includes(candidate.speaker)) extend(index + 1, [...speakers, candidate.speaker], score + candidate.score)
    if (voices.length > centroids.length) extend(index + 1, [...speakers, undefined], score)
  }
  extend(0, [], 0)
  return new Map(
    voices.flatMap(({ speaker: local }, index) => {
      const speaker = best.speakers[index]
      return speaker === undefined ? [] : [[local, speaker]]
    }),
  )
}

/** Merges tiny speakers into the speaker with the most similar voice. */
function foldSmallSpeakers(result: RevoiceResult): RevoiceResult {
  const { speakers, items, labels } = result
  const active = result.active.slice()
  const seconds = Array.from({ length: speakers }, () => 0)
  for (let at = 0; at < active.length; at++) seconds[at % speakers]! += active[at]! * FRAME_SECONDS
  const total = seconds.reduce((sum, value) => sum + value, 0)
  const centroids = centroidsOf(items, labels, speakers)
  const isSmall = seconds.map((value) => value > 0 && value < MIN_SECONDS && value < MIN_SHARE * total)
  const targets = seconds.map((_, speaker) => {
    const others = centroids.flatMap((centroid, other) => (isSmall[other] || seconds[other] === 0 ? [] : [{ other, centroid }]))
    const own = Float32Array.from(centroids[speaker] ?? [])
    return others.toSorted((a, b) => similarity(own, b.centroid) - similarity(own, a.centroid))[0]?.other
  })
  isSmall.forEach((small, speaker) => {
    const target = targets[speaker]
    if (!small || target === undefined) return
    for (let at = speaker; at < active.length; at += speakers) {
      if (active[at] === 1) active[at - speaker + target] = 1
      active[at] = 0
    }
  })
  return { ...result, active }
}

/** Converts frames to turns, and numbers the speakers by their first turn. */
function toDiarization({ active, speakers, items, labels }: RevoiceResult, duration: number): Diarization {
  const turns = findTurns({ active, speakers }, duration)
  const order = [...new Set(turns.map(({ speaker }) => speaker))]
  const centroids = centroidsOf(items, labels, speakers)
  return {
    turns: turns.map((turn) => ({ ...turn, speaker: order.indexOf(turn.speaker) })),
    speakers: order.map((speaker): DiarizedSpeaker => {
      const weight = items.reduce((sum, item, index) => sum + (labels[index] === speaker ? item.weight : 0), 0)
      return {
        embedding: Float32Array.from(centroids[speaker] ?? []),
        clearSeconds: weight * FRAME_SECONDS,
      }
    }),
  }
}

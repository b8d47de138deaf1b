import { centroidsOf, clusterVoices, similarity, type VoiceItem } from './cluster.ts'
import { FRAME_SECONDS, type SpeakerNetworks } from './networks.ts'
import { VOICE_FRAMES_PER_SECOND, type VoiceFrames } from './VoiceFrames.ts'

/** Which speakers speak in each frame: `speakers` values per frame, 1 or 0. */
export type SpeakerFrames = { readonly active: Uint8Array; readonly speakers: number }

/** Seconds from the start of the recording to the start of the first frame of a window. */
export const FIRST_FRAME = (991 / 2 - 135) / 16_000

const PIECE_SECONDS = 2
const MIN_PIECE_SECONDS = 0.4
/** A second voice within a speaker becomes its own speaker with at least this many seconds and this cosine distance. */
const NEW_SPEAKER_SECONDS = 4
const NEW_SPEAKER_THRESHOLD = 0.58
/** A piece moves to another voice when that is more similar by at least this cosine similarity. */
const MARGIN = 0.05
const ROUNDS = 3
/** Pieces that are embedded at once. */
const BATCH = 32

type Piece = { from: number; to: number; speaker: number; voiceFrom: number; voiceTo: number }
export type RevoiceResult = SpeakerFrames & {
  /** What each speaker says alone in pieces of about two seconds, and the speaker of each piece. */
  readonly items: readonly VoiceItem[]
  readonly labels: readonly number[]
}

/**
 * Cuts what one speaker says alone into pieces of about two seconds and moves each to another voice that it clearly resembles more.
 * A second voice of at least four seconds becomes its own speaker, unless there are already `atMost`.
 */
export async function revoice(
  networks: SpeakerNetworks,
  voiceFrames: VoiceFrames,
  before: SpeakerFrames,
  atMost: number | undefined,
): Promise<RevoiceResult> {
  const pieces = cutPieces(before, voiceFrames.count)
  const items = await embedPieces(networks, voiceFrames, pieces)
  const old = pieces.map(({ speaker }) => speaker)
  if (pieces.length < 2) return { ...before, items, labels: old }
  const found = findNewSpeakers(items, old, before.speakers, atMost)
  const labels = moveToNearest(items, old, found.labels, found.speakers)
  const active = new Uint8Array((before.active.length / before.speakers) * found.speakers)
  for (let frame = 0; frame < before.active.length / before.speakers; frame++) {
    for (let speaker = 0; speaker < before.speakers; speaker++)
      active[frame * found.speakers + speaker] = before.active[frame * before.speakers + speaker]!
  }
  pieces.forEach(({ from, to, speaker }, index) => {
    if (labels[index] === speaker) return
    for (let frame = from; frame < to; frame++) {
      active[frame * found.speakers + speaker] = 0
      active[frame * found.speakers + labels[index]!] = 1
    }
  })
  return { active, speakers: found.speakers, items, labels }
}

function cutPieces({ active, speakers }: SpeakerFrames, voiceCount: number): Piece[] {
  const frames = active.length / speakers
  const onlySpeakerOf = (frame: number): number => {
    let only = -1
    for (let speaker = 0; speaker < speakers; speaker++) {
      if (active[frame * speakers + speaker] === 0) continue
      if (only >= 0) return -1
      only = speaker
    }
    return only
  }
  const toVoiceFrame = (frame: number) =>
    Math.round((frame * FRAME_SECONDS + FIRST_FRAME + FRAME_SECONDS / 2) * VOICE_FRAMES_PER_SECOND)
  const pieces: Piece[] = []
  let start = 0
  for (let frame = 1; frame <= frames; frame++) {
    const speaker = onlySpeakerOf(start)
    if (frame < frames && onlySpeakerOf(frame) === speaker) continue
    if (speaker >= 0) {
      const parts = Math.max(1, Math.round(((frame - start) * FRAME_SECONDS) / PIECE_SECONDS))
      for (let part = 0; part < parts; part++) {
        const from = Math.floor(start + ((frame - start) * part) / parts)
        const to = Math.floor(start + ((frame - start) * (part + 1)) / parts)
        const voiceFrom = toVoiceFrame(from)
        const voiceTo = Math.min(Math.max(voiceFrom + 1, toVoiceFrame(to)), voiceCount)
        if ((to - from) * FRAME_SECONDS >= MIN_PIECE_SECONDS && voiceFrom < voiceCount)
          pieces.push({ from, to, speaker, voiceFrom, voiceTo })
      }
    }
    start = frame
  }
  return pieces
}

async function embedPieces(networks: SpeakerNetworks, frames: VoiceFrames, pieces: readonly Piece[]): Promise<VoiceItem[]> {
  const items: VoiceItem[] = []
  for (let at = 0; at < pieces.length; at += BATCH) {
    const batch = pieces.slice(at, at + BATCH)
    const statistics = batch.map(({ voiceFrom, voiceTo }) => frames.statistics(voiceFrom, voiceTo))
    const embeddings = await networks.embed(statistics)
    batch.forEach(({ from, to }, index) => items.push({ embedding: embeddings[index]!, weight: to - from }))
  }
  return items
}

function findNewSpeakers(items: readonly VoiceItem[], old: readonly number[], count: number, atMost: number | undefined) {
  const clusters = clusterVoices(items, { threshold: NEW_SPEAKER_THRESHOLD })
  const weights = new Map<number, number>()
  items.forEach(({ weight }, index) => weights.set(clusters[index]!, (weights.get(clusters[index]!) ?? 0) + weight))
  const labels = [...old]
  const used = new Set<number>()
  let speakers = count
  for (const [cluster, weight] of [...weights].toSorted((a, b) => b[1] - a[1])) {
    const members = clusters.flatMap((label, index) => (label === cluster ? [index] : []))
    const shares = new Float64Array(count)
    for (const member of members) shares[old[member]!]! += items[member]!.weight
    const main = shares.indexOf(Math.max(...shares))
    if (!used.has(main)) used.add(main)
    else if (weight * FRAME_SECONDS >= NEW_SPEAKER_SECONDS && (atMost === undefined || speakers < atMost)) {
      for (const member of members) labels[member] = speakers
      speakers++
    }
  }
  return { labels, speakers }
}

function moveToNearest(
  items: readonly VoiceItem[],
  old: readonly number[],
  first: readonly number[],
  speakers: number,
): number[] {
  let labels = [...first]
  for (let round = 0; round < ROUNDS; round++) {
    const centroids = centroidsOf(items, labels, speakers)
    const next = items.map(({ embedding }, index) => {
      const similarities = centroids.map((centroid) => similarity(embedding, centroid))
      const best = similarities.indexOf(Math.max(...similarities))
      return similarities[best]! - similarities[old[index]!]! > MARGIN ? best : old[index]!
    })
    if (next.every((label, index) => label === labels[index])) break
    labels = next
  }
  return labels
}

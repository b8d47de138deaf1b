import type { Millis } from '#shared/units.ts'
import type { Segment } from '#features/files/contract.ts'
import { countWords } from './Segmenter.ts'
import { SENTENCE_END } from './textPatterns.ts'

type Word = readonly [startMs: Millis, endMs: Millis, text: string, confidence: number]
/** A span in which a speaker speaks. Turns of different speakers may overlap. Speakers are numbered from 0. */
export type SpeakerTurn = { readonly start: Millis; readonly end: Millis; readonly speaker: number }
type JoinWords = (words: readonly Word[], language: string) => string

/** A word outside of all turns belongs to the nearest turn within this time, otherwise to the previous word's speaker. */
const MAX_DISTANCE: Millis = 1_000
/** A speaker change moves to the end of a sentence at most this many words and this much time away. */
const MAX_SHIFT_WORDS = 2
const MAX_SHIFT: Millis = 700
/** Fewer words of a speaker between words of another are treated as an error of the turns, unless they are a sentence. */
const MIN_RUN_WORDS = 2
/** A part with fewer words is joined with a neighbour of the same speaker. */
const MIN_PART_WORDS = 3
const MAX_JOIN_PAUSE: Millis = 2_500
/** A speaker who continues after a part with fewer words, without a pause of two seconds, continues in the same paragraph. */
const MIN_PARAGRAPH_WORDS = 30
const MAX_PARAGRAPH_WORDS = 90
const PARAGRAPH_PAUSE: Millis = 2_000

/** The default name of a speaker, as used by the specification and other clients. */
export const defaultSpeakerName = (speaker: number): string => `Speaker ${speaker + 1}`

/** A transcript with speakers. `labels` are the speaker numbers of the turns in the order of the names Speaker 1, Speaker 2. */
export type AssignedSpeakers = { readonly segments: Segment[]; readonly labels: readonly number[] }

/**
 * Returns the segments with the speaker of each word, cut where the speaker changes. Speakers are named in the order in which they
 * first speak; `original_speaker` is that name. A single speaker has no displayed name. Segments get new ids.
 */
export function assignSpeakers(segments: readonly Segment[], turns: readonly SpeakerTurn[], join: JoinWords): AssignedSpeakers {
  const findSpeaker = createSpeakerFinder(turns)
  const parts = segments.flatMap((segment) => splitBySpeaker(segment, findSpeaker, join))
  const joined = joinSmallParts(parts, join)
  const labels = [...new Set(joined.map(({ speaker }) => speaker))].filter((speaker) => speaker >= 0)
  return {
    labels,
    segments: joined.map(({ segment, speaker }, index) => {
      const name = speaker < 0 ? '' : defaultSpeakerName(labels.indexOf(speaker))
      return { ...segment, id: String(index + 1), speaker: labels.length > 1 ? name : '', original_speaker: name }
    }),
  }
}

/** A segment or part of one. `speaker` is -1 when unknown. */
type Part = { segment: Segment; speaker: number }

function splitBySpeaker(segment: Segment, findSpeaker: FindSpeaker, join: JoinWords): Part[] {
  const words = segment.words ?? []
  if (words.length === 0) return [{ segment, speaker: findSpeaker(segment.start_time, segment.end_time) ?? -1 }]
  const speakers = speakersOfWords(words, findSpeaker)
  const starts = words.flatMap((_, index) => (index === 0 || speakers[index] !== speakers[index - 1] ? [index] : []))
  if (starts.length === 1) return [{ segment, speaker: speakers[0]! }]
  return starts.map((start, part) => {
    const partWords = words.slice(start, starts[part + 1] ?? words.length)
    return { segment: withWords(segment, partWords, join), speaker: speakers[start]! }
  })
}

const withWords = (segment: Segment, words: NonNullable<Segment['words']>, join: JoinWords): Segment => ({
  ...segment,
  start_time: words[0]![0],
  end_time: words.at(-1)![1],
  content: join(words, segment.language ?? ''),
  words,
})

function speakersOfWords(words: readonly Word[], findSpeaker: FindSpeaker): number[] {
  const found = words.map(([start, end]) => findSpeaker(start, end))
  const first = found.find((speaker) => speaker !== undefined) ?? -1
  let previous = first
  const speakers = found.map((speaker) => (previous = speaker ?? previous))
  return moveToSentenceEnds(words, dropShortRuns(words, speakers))
}

/** Returns the speaker with the most speech in a span, or that of the nearest turn, or undefined. */
type FindSpeaker = (start: Millis, end: Millis) => number | undefined

/** Turns are indexed by ten-second buckets, because a long recording has thousands. */
const BUCKET: Millis = 10_000

function createSpeakerFinder(turns: readonly SpeakerTurn[]): FindSpeaker {
  const buckets = new Map<number, SpeakerTurn[]>()
  const bucketOf = (time: Millis) => Math.floor(time / BUCKET)
  for (const turn of turns.toSorted((a, b) => a.start - b.start)) {
    for (let bucket = bucketOf(turn.start - MAX_DISTANCE); bucket <= bucketOf(turn.end + MAX_DISTANCE); bucket++)
      buckets.set(bucket, [...(buckets.get(bucket) ?? []), turn])
  }
  return (start, end) => {
    let [best, bestOverlap]: [number | undefined, number] = [undefined, 0 - MAX_DISTANCE]
    for (let bucket = bucketOf(start); bucket <= bucketOf(end); bucket++) {
      for (const turn of buckets.get(bucket) ?? []) {
        const overlap = Math.min(end, turn.end) - Math.max(start, turn.start)
        if (overlap > bestOverlap) [best, bestOverlap] = [turn.speaker, overlap]
      }
    }
    return best
  }
}

/** Assigns runs that are too short to the surrounding speaker. */
function dropShortRuns(words: readonly Word[], speakers: readonly number[]): number[] {
  const kept = [...speakers]
  for (let start = 0; start < kept.length;) {
    let end = start
    while (end < kept.length && kept[end] === kept[start]) end++
    const isBetween = start > 0 && end < kept.length && kept[start - 1] === kept[end]
    const isSentence = start > 0 && endsSentence(words[start - 1]) && endsSentence(words[end - 1])
    if (isBetween && end - start < MIN_RUN_WORDS && !isSentence) kept.fill(kept[end]!, start, end)
    start = end
  }
  return kept
}

/** Moves speaker changes to the nearest end of a sentence, because the times of words and turns are inexact. */
function moveToSentenceEnds(words: readonly Word[], speakers: readonly number[]): number[] {
  const moved = [...speakers]
  for (let change = 1; change < words.length; change++) {
    if (speakers[change] === speakers[change - 1] || endsSentence(words[change - 1])) continue
    const target = nearestSentenceStart(words, change)
    if (target === undefined) continue
    if (target > change) moved.fill(speakers[change - 1]!, change, target)
    else moved.fill(speakers[change]!, target, change)
  }
  return moved
}

function nearestSentenceStart(words: readonly Word[], change: number): number | undefined {
  for (let distance = 1; distance <= MAX_SHIFT_WORDS; distance++) {
    for (const start of [change - distance, change + distance]) {
      if (start < 1 || start >= words.length || !endsSentence(words[start - 1])) continue
      const [from, to] = [Math.min(start, change), Math.max(start, change)]
      if (words[to - 1]![1] - words[from]![0] <= MAX_SHIFT) return start
    }
  }
  return undefined
}

const endsSentence = (word: Word | undefined): boolean => SENTENCE_END.test(word?.[2] ?? '')

/**
 * Joins a part of a few words with the part of the same speaker before or after it, unless a long pause is between them, and parts
 * that make a paragraph together. Edited texts are not joined, because that would restore the recognised words.
 */
function joinSmallParts(parts: readonly Part[], join: JoinWords): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    const continues = isSmall(part) && !endsSentence(last?.segment.words?.at(-1))
    if (last && canJoin(last, part) && (isSmall(last) || continues || isOneParagraph(last, part, join)))
      joined[joined.length - 1] = {
        speaker: part.speaker,
        segment: withWords(last.segment, [...last.segment.words!, ...part.segment.words!], join),
      }
    else joined.push(part)
  }
  return joined
}

const isSmall = ({ segment }: Part): boolean => (segment.words?.length ?? 0) < MIN_PART_WORDS

function isOneParagraph({ segment: first }: Part, { segment: second }: Part, join: JoinWords): boolean {
  const [count, added] = [countWords(first.words ?? []), countWords(second.words ?? [])]
  const isEdited = [first, second].some(({ words = [], language = '', content }) => content !== join(words, language))
  return (
    count < MIN_PARAGRAPH_WORDS &&
    count + added <= MAX_PARAGRAPH_WORDS &&
    second.start_time - first.end_time < PARAGRAPH_PAUSE &&
    !isEdited
  )
}

const canJoin = (a: Part, b: Part): boolean =>
  a.speaker === b.speaker &&
  a.segment.language === b.segment.language &&
  (a.segment.words?.length ?? 0) > 0 &&
  (b.segment.words?.length ?? 0) > 0 &&
  b.segment.start_time - a.segment.end_time < MAX_JOIN_PAUSE

/**
 * Returns the new segments with the names that users gave to speakers: each old speaker's name goes to the new speaker who says
 * most of the same.
 */
export function keepSpeakerNames(before: readonly Segment[], after: readonly Segment[]): Segment[] {
  const names = new Map<string, string>()
  const used = new Set<string>()
  for (const { from, to, isNamed } of commonSpeech(before, after)) {
    if (names.has(to) || used.has(from)) continue
    used.add(from)
    names.set(to, isNamed ? from : '')
  }
  return after.map((segment) => ({ ...segment, speaker: names.get(segment.original_speaker) || segment.speaker }))
}

/** Returns the pairs of old and new speakers who speak at the same time, the longest overlap first. */
function commonSpeech(before: readonly Segment[], after: readonly Segment[]) {
  const pairs = new Map<string, { from: string; to: string; isNamed: boolean; time: Millis }>()
  let first = 0
  for (const { start_time, end_time, original_speaker: to } of after) {
    while (first < before.length && before[first]!.end_time <= start_time) first++
    for (let at = first; at < before.length && before[at]!.start_time < end_time; at++) {
      const { speaker: from, original_speaker } = before[at]!
      const time = Math.max(0, Math.min(end_time, before[at]!.end_time) - Math.max(start_time, before[at]!.start_time))
      const key = JSON.stringify([from, to])
      const isNamed = from !== '' && from !== original_speaker
      pairs.set(key, { from, to, isNamed, time: (pairs.get(key)?.time ?? 0) + time })
    }
  }
  return [...pairs.values()].toSorted((a, b) => b.time - a.time)
}

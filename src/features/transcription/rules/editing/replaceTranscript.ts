import type { Segment } from '#features/files/contract.ts'
import { withText } from './segmentEdits.ts'

/** A transcript written by another program. */
export type ReplaceTranscript = { readonly kind: 'replace_transcript'; readonly segments: readonly Segment[] }

/**
 * Returns the transcript of another program, completed with the words and recognised texts of the segments that it kept. Many
 * programs support neither words nor ids, so segments are matched by id and start, or by start alone.
 */
export function replaceTranscript(before: readonly Segment[], { segments }: ReplaceTranscript): Segment[] {
  const byStart = new Map(before.map((segment) => [segment.start_time, segment]))
  const byId = new Map(before.map((segment) => [segment.id, segment]))
  const used = new Set<string>()
  const matched = segments.map((segment) => {
    const sameId = byId.get(segment.id)
    const known = sameId?.start_time === segment.start_time ? sameId : byStart.get(segment.start_time)
    if (!known || used.has(known.id)) return { segment, known: undefined }
    used.add(known.id)
    return { segment, known }
  })
  let last = 0
  const freeId = (id: string): string => {
    let free = id
    while (used.has(free) || byId.has(free)) free = `${id}.${++last}`
    used.add(free)
    return free
  }
  return matched.map(({ segment, known }) => (known ? withKnown(segment, known) : { ...segment, id: freeId(segment.id) }))
}

/** Applies the other program's changes to a known segment. Returns the same object when there are none. */
function withKnown(segment: Segment, known: Segment): Segment {
  const { content, end_time, speaker } = segment
  const words = segment.words && segment.words.length > 0 ? segment.words : undefined
  const hasText = content === known.content
  if (hasText && end_time === known.end_time && speaker === known.speaker) return known
  const changed = hasText ? known : { ...withText(known, content), ...(words && { words }) }
  return { ...changed, end_time, speaker }
}

/**
 * Returns the operations that turn the current transcript into another program's: renamed speakers if it changed nothing else,
 * otherwise the whole transcript.
 */
export function toTranscriptOperations(
  before: readonly Segment[],
  segments: readonly Segment[],
): (ReplaceTranscript | { kind: 'rename_speaker'; from: string; to: string })[] {
  const operation: ReplaceTranscript = { kind: 'replace_transcript', segments }
  const after = replaceTranscript(before, operation)
  const names = new Map<string, string>()
  const isRenamed =
    before.length === after.length &&
    before.every((segment, index) => {
      const { speaker, ...rest } = after[index]!
      const name = names.get(segment.speaker) ?? speaker
      names.set(segment.speaker, name)
      return name === speaker && (after[index] === segment || isSameBut(segment, rest))
    })
  const renames = [...names].filter(([from, to]) => from !== to)
  // Renaming to a name that another speaker has or had would merge the two.
  if (!isRenamed || renames.some(([, to]) => names.has(to) && names.get(to) !== to)) return [operation]
  return renames.map(([from, to]) => ({ kind: 'rename_speaker', from, to }))
}

const isSameBut = (segment: Segment, { content, start_time, end_time, id }: Omit<Segment, 'speaker'>): boolean =>
  segment.id === id && segment.content === content && segment.start_time === start_time && segment.end_time === end_time

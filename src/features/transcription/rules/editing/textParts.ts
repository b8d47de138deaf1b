import type { Segment } from '#features/files/contract.ts'
import type { EditOperation } from '../../contract.ts'

/** A range of a segment's text, from `from` to before `to`. */
export type TextPart = { readonly id: string; readonly from: number; readonly to: number }

/** Returns the operations that assign ranges to a speaker. `newId` generates the ids of split segments. */
export function assignParts(
  segments: readonly Segment[],
  parts: readonly TextPart[],
  speaker: string,
  newId: () => string,
): EditOperation[] {
  const cuts: EditOperation[] = []
  const assigned = located(segments, parts).map(({ segment, from, to }) => {
    const { id, content } = segment
    if (content.slice(to).trim() !== '') cuts.push({ kind: 'split', segment: id, at: to, new_id: `${id}.${newId()}` })
    if (content.slice(0, from).trim() === '') return id
    const new_id = `${id}.${newId()}`
    cuts.push({ kind: 'split', segment: id, at: from, new_id })
    return new_id
  })
  return assigned.length === 0 ? [] : [...cuts, { kind: 'set_speaker', segments: assigned, speaker }]
}

/** Returns the operations that delete ranges. A segment without other text is deleted as a whole. */
export function deleteParts(segments: readonly Segment[], parts: readonly TextPart[]): EditOperation[] {
  const rests = located(segments, parts).map(({ segment, from, to }) => ({
    segment: segment.id,
    content: `${segment.content.slice(0, from)}${segment.content.slice(to)}`.replaceAll(/ {2,}/g, ' ').trim(),
  }))
  const whole = rests.filter(({ content }) => content === '').map(({ segment }) => segment)
  return [
    ...(whole.length > 0 ? [{ kind: 'delete' as const, segments: whole }] : []),
    ...rests.filter(({ content }) => content !== '').map((rest) => ({ kind: 'set_text' as const, ...rest })),
  ]
}

const located = (segments: readonly Segment[], parts: readonly TextPart[]) =>
  parts.flatMap(({ id, from, to }) => {
    const segment = segments.find((candidate) => candidate.id === id)
    return segment ? [{ segment, from, to }] : []
  })

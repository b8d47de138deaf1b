import type { Llm } from '#platform/llm/llm.ts'
import { textCost } from './splitIntoParts.ts'
import { toPlainText } from '../plainText.ts'
import type { Segment } from '../summary.ts'
import { condenseInstructions, wrapInFence, mergeInstructions, condensedSchema, mergedSchema } from './prompts.ts'
import type { CitedText } from './prompts.ts'

/** A statement about the recording and the segments that support it. */
export type NoteLine = { readonly text: string; readonly segments: readonly Segment[] }

export type CallOptions = { readonly language: string; readonly signal: AbortSignal; readonly partChars: number }

const MAX_LINES = 200

/**
 * Returns headline, category, overview and points, created from the notes of all parts. Notes that do not fit one call are
 * condensed first.
 */
export async function mergeNotes(llm: Llm, notes: readonly NoteLine[], options: CallOptions) {
  const lines = await condenseNotes(llm, notes, options)
  const { value } = await llm.generate({
    purpose: 'merge',
    instructions: mergeInstructions(options.language),
    prompt: prompt(lines),
    schema: mergedSchema(numbers(lines)),
    maxOutputTokens: 2500,
    signal: options.signal,
  })
  return {
    ...value,
    overview: resolveLine(value.overview, lines),
    points: value.points.map((point) => resolveLine(point, lines)),
  }
}

/** Condenses the notes group by group until they fit one call or their number no longer decreases. */
async function condenseNotes(llm: Llm, notes: readonly NoteLine[], options: CallOptions): Promise<readonly NoteLine[]> {
  const groups = groupByCost(notes, options.partChars)
  if (groups.length <= 1) return notes
  const result: NoteLine[] = []
  for (const group of groups) {
    const { value } = await llm.generate({
      purpose: 'condense',
      instructions: condenseInstructions(options.language),
      prompt: prompt(group),
      schema: condensedSchema(numbers(group)),
      maxOutputTokens: 2500,
      signal: options.signal,
    })
    const condensed = value.points.map((point) => resolveLine(point, group))
    // A response without text would lose a part of the recording, so the original notes are kept.
    result.push(...(condensed.some((line) => toPlainText(line.text) !== '') ? condensed : group))
  }
  return result.length < notes.length ? await condenseNotes(llm, result, options) : notes
}

function groupByCost(notes: readonly NoteLine[], maxChars: number): NoteLine[][] {
  const groups: { lines: NoteLine[]; cost: number }[] = []
  for (const note of notes) {
    const cost = textCost(note.text) + 8
    const last = groups.at(-1)
    if (last && last.cost + cost <= maxChars && last.lines.length < MAX_LINES) {
      last.lines.push(note)
      last.cost += cost
    } else groups.push({ lines: [note], cost })
  }
  return groups.map((group) => group.lines)
}

const prompt = (lines: readonly NoteLine[]) =>
  wrapInFence(lines.map(({ text }, i) => `[${i + 1}] ${toPlainText(text)}`).join('\n'))
const numbers = (lines: readonly NoteLine[]) => lines.map((_, i) => i + 1)

/** Returns a line that is supported by all segments of the notes it cites. */
const resolveLine = ({ text, rests_on }: CitedText, lines: readonly NoteLine[]): NoteLine => ({
  text,
  segments: rests_on.flatMap((number) => lines[number - 1]?.segments ?? []),
})

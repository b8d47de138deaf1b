import type { Llm } from '#platform/llm/llm.ts'
import { costOf } from './partsOf.ts'
import { plainText } from './plainText.ts'
import type { Segment } from './summary.ts'
import { condenseInstructions, fenced, mergeInstructions } from './summaryPrompts.ts'
import { condensedSchema, mergedSchema } from './summarySchemas.ts'
import type { CitedText } from './summarySchemas.ts'

/** A statement about the recording and the segments that support it. */
export type NoteLine = { readonly text: string; readonly segments: readonly Segment[] }

export type CallOptions = { readonly language: string; readonly signal: AbortSignal; readonly partChars: number }

const MOST_LINES = 200

/**
 * Returns headline, category, overview and points, created from the notes of all parts. Notes that do not fit one call are
 * condensed first.
 */
export async function mergeNotes(llm: Llm, notes: readonly NoteLine[], options: CallOptions) {
  const lines = await shortened(llm, notes, options)
  const { value } = await llm.generate({
    purpose: 'merge',
    instructions: mergeInstructions(options.language),
    prompt: prompt(lines),
    schema: mergedSchema(numbers(lines)),
    maxOutputTokens: 2500,
    signal: options.signal,
  })
  return { ...value, overview: lineOf(value.overview, lines), points: value.points.map((point) => lineOf(point, lines)) }
}

/** Condenses the notes group by group until they fit one call or their number no longer decreases. */
async function shortened(llm: Llm, notes: readonly NoteLine[], options: CallOptions): Promise<readonly NoteLine[]> {
  const groups = groupsOf(notes, options.partChars)
  if (groups.length <= 1) return notes
  const fewer: NoteLine[] = []
  for (const group of groups) {
    const { value } = await llm.generate({
      purpose: 'condense',
      instructions: condenseInstructions(options.language),
      prompt: prompt(group),
      schema: condensedSchema(numbers(group)),
      maxOutputTokens: 2500,
      signal: options.signal,
    })
    const condensed = value.points.map((point) => lineOf(point, group))
    // A response without text would lose a part of the recording, so the original notes are kept.
    fewer.push(...(condensed.some((line) => plainText(line.text) !== '') ? condensed : group))
  }
  return fewer.length < notes.length ? await shortened(llm, fewer, options) : notes
}

function groupsOf(notes: readonly NoteLine[], maxChars: number): NoteLine[][] {
  const groups: { lines: NoteLine[]; cost: number }[] = []
  for (const note of notes) {
    const cost = costOf(note.text) + 8
    const last = groups.at(-1)
    if (last && last.cost + cost <= maxChars && last.lines.length < MOST_LINES) {
      last.lines.push(note)
      last.cost += cost
    } else groups.push({ lines: [note], cost })
  }
  return groups.map((group) => group.lines)
}

const prompt = (lines: readonly NoteLine[]) => fenced(lines.map(({ text }, i) => `[${i + 1}] ${plainText(text)}`).join('\n'))
const numbers = (lines: readonly NoteLine[]) => lines.map((_, i) => i + 1)

/** Returns a line that is supported by all segments of the notes it cites. */
const lineOf = ({ text, rests_on }: CitedText, lines: readonly NoteLine[]): NoteLine => ({
  text,
  segments: rests_on.flatMap((number) => lines[number - 1]?.segments ?? []),
})

import type { AnswerFields, Llm } from '#platform/llm/llm.ts'
import type { CallSize } from './callSize.ts'
import { textCost } from './splitIntoParts.ts'
import { toPlainText } from '../plainText.ts'
import type { Segment } from '../summary.ts'
import {
  type Asked,
  type CitedText,
  type Numbers,
  condenseInstructions,
  condensedSchema,
  describeTemplate,
  mergeInstructions,
  toWholeAnswer,
  toWrittenSections,
  wholeSchema,
  wrapInFence,
} from './prompts.ts'

/** A statement about the recording and the segments that support it. `section` is the key of the section it belongs to. */
export type NoteLine = {
  readonly section: string
  readonly text: string
  readonly segments: readonly Segment[]
  readonly owner: string | null
  readonly due: string | null
}

/** The lines of completed sections, by key. */
export type WrittenSections = ReadonlyMap<string, readonly NoteLine[]>

export type CallOptions = {
  readonly asked: Asked
  readonly size: CallSize
  readonly signal: AbortSignal
  /** Called with the lines of the completed sections, each time another one is complete. */
  readonly onSections?: ((written: WrittenSections) => void) | undefined
}

/** Returns a callback for the fields of a streaming answer. It reports the completed sections. */
export const reportSections =
  (
    onSections: (written: WrittenSections) => void,
    asked: Asked,
    cited: Numbers,
    resolve: (text: CitedText, key: string) => NoteLine,
  ) =>
  (fields: AnswerFields): void => {
    const written = Object.entries(toWrittenSections(fields, asked, cited) ?? {})
    if (written.length > 0) onSections(new Map(written.map(([key, texts]) => [key, texts.map((text) => resolve(text, key))])))
  }

const MAX_LINES = 200

/**
 * Creates the headline, the category and the lines of the requested sections from the notes of all parts. Notes that do not fit one
 * call are condensed first.
 */
export async function mergeNotes(llm: Llm, notes: readonly NoteLine[], options: CallOptions) {
  const { asked, size, signal, onSections } = options
  const lines = await condenseNotes(llm, notes, options)
  const cited = { lines: numbers(lines), chapters: [] }
  const { value } = await llm.generate({
    purpose: 'merge',
    instructions: mergeInstructions(asked),
    prompt: `${describeTemplate(asked)}${prompt(lines, asked)}`,
    schema: wholeSchema(asked, cited),
    maxOutputTokens: size.answerTokens,
    signal,
    onFields: onSections && reportSections(onSections, asked, cited, (text, key) => resolveLine(text, lines, key)),
  })
  const { headline, category, lines: merged } = toWholeAnswer(value, asked)
  const resolved = Object.entries(merged).flatMap(([section, texts]) => texts.map((text) => resolveLine(text, lines, section)))
  return { headline, category, lines: resolved }
}

/** Condenses the notes group by group until they fit one call or their number no longer decreases. */
async function condenseNotes(llm: Llm, notes: readonly NoteLine[], options: CallOptions): Promise<readonly NoteLine[]> {
  const groups = groupByCost(notes, options.size.partSize)
  if (groups.length <= 1) return notes
  const result: NoteLine[] = []
  for (const group of groups) {
    const { value } = await llm.generate({
      purpose: 'condense',
      instructions: condenseInstructions(options.asked),
      prompt: prompt(group, options.asked),
      schema: condensedSchema(numbers(group)),
      maxOutputTokens: options.size.answerTokens,
      signal: options.signal,
    })
    // A condensed line belongs to the section of the first note it cites.
    const condensed = value.points.map((point) => resolveLine(point, group, group[(point.rests_on[0] ?? 1) - 1]?.section ?? ''))
    // A response without text would lose part of the recording, so the original notes are kept.
    result.push(...(condensed.some((line) => toPlainText(line.text) !== '') ? condensed : group))
  }
  return result.length < notes.length ? await condenseNotes(llm, result, options) : notes
}

function groupByCost(notes: readonly NoteLine[], maxCost: number): NoteLine[][] {
  const groups: { lines: NoteLine[]; cost: number }[] = []
  for (const note of notes) {
    const cost = textCost(note.text) + 16
    const last = groups.at(-1)
    if (last && last.cost + cost <= maxCost && last.lines.length < MAX_LINES) {
      last.lines.push(note)
      last.cost += cost
    } else groups.push({ lines: [note], cost })
  }
  return groups.map((group) => group.lines)
}

/** A template may have several sections of statements, so each note names its section. */
const prompt = (lines: readonly NoteLine[], { template }: Asked) =>
  wrapInFence(lines.map(({ text, section }, i) => `[${i + 1}] ${template ? `(${section}) ` : ''}${toPlainText(text)}`).join('\n'))
const numbers = (lines: readonly NoteLine[]) => new Map(lines.map(({ text }, i) => [i + 1, text]))

/** Returns a line that is supported by all segments of the notes it cites. */
const resolveLine = ({ text, rests_on, owner, due }: CitedText, lines: readonly NoteLine[], section: string): NoteLine => ({
  section,
  text,
  owner,
  due,
  segments: rests_on.flatMap((number) => lines[number - 1]?.segments ?? []),
})

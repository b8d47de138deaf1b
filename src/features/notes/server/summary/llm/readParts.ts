import { type Llm, LlmError, type LlmErrorKind } from '#platform/llm/llm.ts'
import type { Segment } from '../summary.ts'
import type { CallSize } from './callSize.ts'
import { type NoteLine, type WrittenSections, reportSections } from './mergeNotes.ts'
import {
  type Asked,
  type CitedText,
  type PartAnswer,
  describeTemplate,
  partInstructions,
  partSchema,
  toPartAnswer,
  toWholeAnswer,
  wholeInstructions,
  wholeSchema,
  wrapInFence,
} from './prompts.ts'
import { smallerWindow } from './smallerWindow.ts'
import type { Part } from './splitIntoParts.ts'

const ATTEMPTS = 2
/** After this many consecutive failures, the server is considered broken. */
const MAX_FAILURES = 3

export type ReadOptions = {
  readonly asked: Asked
  readonly size: CallSize
  /** The first segments of the chapters. */
  readonly chapterStarts: ReadonlySet<Segment>
  readonly signal: AbortSignal
  readonly onPart: (done: number) => void
  /** Called with the lines of the completed sections, each time another one is complete. */
  readonly onSections?: ((written: WrittenSections) => void) | undefined
}

export type ChapterTitle = { readonly segment: Segment; readonly title: string }
export type Notes = { readonly lines: readonly NoteLine[]; readonly chapterTitles: readonly ChapterTitle[] }

/** Returns the summary of a recording that fits one call. */
export async function readWhole(llm: Llm, part: Part, { asked, size, chapterStarts, signal, onSections }: ReadOptions) {
  const chapters = chapterLines(part, chapterStarts)
  const numbers = { lines: linesOf(part), chapters }
  const { value } = await llm.generate({
    purpose: 'summary',
    instructions: wholeInstructions(asked, chapters),
    prompt: `${describeTemplate(asked)}${wrapInFence(part.text)}`,
    schema: wholeSchema(asked, numbers),
    maxOutputTokens: size.answerTokens,
    signal,
    onFields: onSections && reportSections(onSections, asked, numbers, (text, key) => resolveLine(text, part, key)),
  })
  const answer = toWholeAnswer(value, asked)
  return { headline: answer.headline, category: answer.category, ...resolve(answer, part) }
}

/** The parts that could not be read, and the first reason. */
type Failed = { readonly failed: readonly Part[]; readonly failure: LlmError | undefined }

/**
 * Returns the notes on all parts, and the parts that could not be read. Each part is tried twice. Rejects with the first error when
 * no part could be read, or when a part turns out to exceed the context.
 */
export async function readParts(llm: Llm, parts: readonly Part[], options: ReadOptions): Promise<Notes & Failed> {
  const notes: Notes[] = []
  const failed: Part[] = []
  let firstError: LlmError | undefined
  let failuresInRow = 0
  for (const [index, part] of parts.entries()) {
    const result = failuresInRow < MAX_FAILURES ? await tryPart(llm, part, { index, of: parts.length }, options) : firstError
    if (result === undefined || result instanceof LlmError) {
      firstError ??= result
      failuresInRow += 1
      failed.push(part)
      if (result && ((notes.length === 0 && isHopeless(result)) || smallerWindow(llm, result) !== null)) throw result
    } else {
      failuresInRow = 0
      notes.push(result)
    }
    options.onPart(index + 1)
  }
  if (notes.length === 0 && firstError) throw firstError
  return {
    lines: notes.flatMap(({ lines }) => lines),
    chapterTitles: notes.flatMap((note) => note.chapterTitles),
    failed,
    failure: firstError,
  }
}

/** Errors after which the next part may succeed: an unusable answer, or a temporary failure of the server. */
const PASSING: readonly LlmErrorKind[] = [
  'timeout',
  'rate-limit',
  'server',
  'broken-off',
  'refused-answer',
  'empty-answer',
  'cut-answer',
  'endless-answer',
  'unusable-answer',
]
const isHopeless = ({ kind }: LlmError): boolean => !PASSING.includes(kind)

async function tryPart(
  llm: Llm,
  part: Part,
  position: { index: number; of: number },
  options: ReadOptions,
): Promise<Notes | LlmError> {
  let error: LlmError | undefined
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      return await readPart(llm, part, position, options)
    } catch (thrown) {
      if (!(thrown instanceof LlmError) || thrown.kind === 'aborted') throw thrown
      error = thrown
      // The network may recover immediately.
      if (isHopeless(thrown) && thrown.kind !== 'network') break
    }
  }
  if (!error) throw new Error('no attempt was made')
  return error
}

async function readPart(llm: Llm, part: Part, position: { index: number; of: number }, options: ReadOptions): Promise<Notes> {
  const { asked, size, chapterStarts, signal } = options
  const chapters = chapterLines(part, chapterStarts)
  const { value } = await llm.generate({
    purpose: 'part',
    instructions: partInstructions(asked, chapters, position),
    prompt: `${describeTemplate(asked)}${wrapInFence(part.text)}`,
    schema: partSchema(asked, { lines: linesOf(part), chapters }),
    maxOutputTokens: size.answerTokens,
    signal,
  })
  return resolve(toPartAnswer(value, asked), part)
}

const chapterLines = ({ segments }: Part, starts: ReadonlySet<Segment>): number[] =>
  [...segments].filter(([, segment]) => starts.has(segment)).map(([number]) => number)

const linesOf = ({ segments }: Part) => new Map([...segments].map(([number, { text }]) => [number, text]))

const resolve = ({ lines, chapterTitles }: PartAnswer, part: Part): Notes => ({
  lines: Object.entries(lines).flatMap(([section, texts]) => texts.map((text) => resolveLine(text, part, section))),
  chapterTitles: chapterTitles.flatMap(({ line, title }) => {
    const segment = part.segments.get(line)
    return segment ? [{ segment, title }] : []
  }),
})

const resolveLine = ({ text, rests_on, owner, due }: CitedText, part: Part, section: string): NoteLine => ({
  section,
  text,
  owner,
  due,
  segments: rests_on.flatMap((number) => part.segments.get(number) ?? []),
})

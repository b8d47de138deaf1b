import { newId } from '#shared/newId.ts'
import { hours, minutes } from '#shared/units.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { Segment } from '#features/files/contract.ts'
import { requireFile } from '#features/files/server.ts'
import { notUnderstoodDuration } from '#features/transcription/rules.ts'
import { computeTask } from '#platform/compute/compute.ts'
import type { AppContext } from '#platform/context.ts'
import { type Llm, LlmError } from '#platform/llm/llm.ts'
import { toModelFailure } from '#features/language-models/server.ts'
import type { ModelFailureInfo, SectionKind, SpeakerMemo, SummaryResult, TryProgress } from '../contract.ts'
import type { summarize } from './summary/extractive/summarize.compute.ts'
import { summaryLabelsFor } from './summary/summaryLabels.ts'
import { type SummaryProgress, summarizeWithLlm } from './summary/llm/summarizeWithLlm.ts'
import type { Segment as Spoken, Summary } from './summary/summary.ts'
import { fillTokens, type RecordingFacts, type SummaryTemplate } from './summary/template.ts'
import { toSummaryResult, toWireSections } from './summary/toSummaryResult.ts'

export type SummaryInput = {
  userId: string
  fileId: string
  /** All segments. Those that were not understood only count in the coverage. */
  segments: readonly Segment[]
  /** The spoken language. */
  language: string
  /** The output language of a language model, or null for the spoken one. Ignored by the extractive engine, which quotes. */
  outputLanguage: string | null
  /** The template, or null for the automatic summary. */
  template: SummaryTemplate | null
  /** The requested kinds of sections of an automatic summary; null for all. */
  dimensions?: readonly SectionKind[] | null
  /** What the speaker noted while recording, for a language model. */
  memo?: SpeakerMemo | null
  /** The language model, or null for an extractive summary. */
  llm: Llm | null
  /** Why the configured language model is not used. */
  modelFailure?: ModelFailureInfo | undefined
  /** Whether an error of the language model is thrown. By default, the extractive engine is used instead. */
  requiresLlm?: boolean
  /** Called while a language model writes, with the sections so far. */
  onProgress?: (progress: TryProgress) => void
  signal: AbortSignal
}

/**
 * Creates the text of a note from a transcript without saving it. Every point cites its segments. When the language model fails,
 * the error is logged and the extractive engine is used instead, or the call rejects with LlmError. The text names the engine that
 * created it, and why the model was not used.
 */
export async function writeSummary(ctx: AppContext, input: SummaryInput): Promise<{ summary: Summary; result: SummaryResult }> {
  const file = await requireFile(ctx, input.userId, input.fileId)
  const summary = keepDimensions(await summarise(ctx, input, file), input.dimensions ?? null)
  const labels = summaryLabelsFor(summary.language)
  return { summary, result: toSummaryResult(summary, { summaryId: newId(ctx.clock.now()), labels }) }
}

/** Not applied to templates, which define their own sections. */
function keepDimensions(summary: Summary, dimensions: readonly SectionKind[] | null): Summary {
  if (!dimensions || summary.template) return summary
  return {
    ...summary,
    dimensions,
    sections: summary.sections.filter(({ kind }) => dimensions.includes(kind)),
    chapters: dimensions.includes('chapters') ? summary.chapters : [],
  }
}

const SUMMARIZE = computeTask<typeof summarize>(
  new URL('./summary/extractive/summarize.compute.ts', import.meta.url),
  'summarize',
)
/** Five hours of speech take several seconds. */
const EXTRACTIVE_BUDGET = minutes(2)

type SummarizedFile = Awaited<ReturnType<typeof requireFile>>

async function summarise(ctx: AppContext, input: SummaryInput, file: SummarizedFile): Promise<Summary> {
  const spoken = toSpokenSegments(input.segments)
  const language = input.language || 'en'
  const common = { duration: file.duration_ms, notUnderstood: notUnderstoodDuration(input.segments), signal: input.signal }
  const onProgress = input.onProgress && ((progress: SummaryProgress) => input.onProgress?.(toTryProgress(progress)))
  const fill = (written: string) => input.template && fillTokens(input.template, readFacts(file, spoken, { language, written }))
  let { modelFailure } = input
  if (input.llm) {
    const written = input.outputLanguage ?? language
    try {
      const options = {
        ...common,
        language: written,
        spokenLanguage: language,
        template: fill(written),
        memo: input.memo,
        onProgress,
      }
      const { failure, ...summary } = await summarizeWithLlm(input.llm, spoken, options)
      if (!failure) return summary
      ctx.log.warn({ err: failure, engine: input.llm.id }, 'the language model did not write all of a summary')
      return { ...summary, modelFailure: { model: input.llm.id, failure: toModelFailure(failure) } }
    } catch (error) {
      if (!(error instanceof LlmError) || error.kind === 'aborted' || input.requiresLlm) throw error
      modelFailure = { model: input.llm.id, failure: toModelFailure(error) }
      ctx.log.warn({ err: error, engine: input.llm.id }, 'the language model returned no summary; using quotes instead')
    }
  }
  const { signal, ...options } = common
  const task = { segments: spoken, options: { ...options, language, template: fill(language) } }
  const quoted = await ctx.compute.run(SUMMARIZE, task, { queue: input.userId, budget: EXTRACTIVE_BUDGET, signal })
  return modelFailure ? { ...quoted, modelFailure } : quoted
}

const toTryProgress = ({ sections, pending, partsRead, parts }: SummaryProgress): TryProgress => ({
  sections: toWireSections(sections),
  pending: [...pending],
  parts_read: partsRead,
  parts,
})

/** Returns the values of the placeholders in a template, formatted in a language. */
function readFacts(
  { filename, start_time: startTime, duration_ms: duration, timezone }: SummarizedFile,
  spoken: readonly Spoken[],
  { language, written }: { language: string; written: string },
): RecordingFacts {
  const locale = supportedLocale(written)
  return {
    speakers: [...new Set(spoken.map(({ speaker }) => speaker))].filter((speaker) => speaker !== ''),
    date: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(startTime.getTime() + hours(timezone)),
    length: formatTimestamp(duration),
    title: filename,
    language: new Intl.DisplayNames([locale], { type: 'language' }).of(supportedLocale(language)) ?? language,
  }
}

/** Returns the BCP 47 tag of a language, or that of English when it is unknown. */
function supportedLocale(language: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([language.replaceAll('_', '-')])[0] ?? 'en'
  } catch {
    return 'en'
  }
}

/** Returns the understood segments, as input for an engine. */
export const toSpokenSegments = (segments: readonly Segment[]): Spoken[] =>
  segments.flatMap((segment, index) =>
    segment.not_understood
      ? []
      : {
          id: segment.id,
          start: segment.start_time,
          end: segment.end_time,
          speaker: segment.speaker,
          text: segment.content,
          words: segment.words?.map(([start, , text, confidence]) => ({ start, text, confidence })),
          afterGap: segments[index - 1]?.not_understood ?? false,
        },
  )

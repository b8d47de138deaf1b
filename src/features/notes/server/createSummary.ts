import { newId } from '#shared/newId.ts'
import type { Millis } from '#shared/units.ts'
import type { Segment } from '#features/files/contract.ts'
import { chooseModel } from '#features/language-models/server.ts'
import { isDefaultTitle, requireFile, saveResults } from '#features/files/server.ts'
import { notUnderstoodDuration } from '#features/transcription/rules.ts'
import { readVoiceNames } from '#features/transcription/server.ts'
import type { AppContext } from '#platform/context.ts'
import { LlmError } from '#platform/llm/llm.ts'
import type { SummaryResult } from '../contract.ts'
import { upsertSummary } from './store.ts'
import type { Segment as Spoken, Summary } from './summary/summary.ts'
import { summarizeExtractively } from './summary/extractive/summarizeExtractively.ts'
import { summarizeWithLlm } from './summary/llm/summarizeWithLlm.ts'
import { summaryLabelsFor } from './summary/labels/summaryLabelsFor.ts'
import { toMarkdown, toSummaryResult } from './summary/toSummaryResult.ts'

export type SummaryTask = {
  userId: string
  fileId: string
  /** All segments. Those that were not understood only count in the coverage. */
  segments: readonly Segment[]
  /** The spoken language. */
  language: string
  /** The language a language model writes in, or null for the spoken one. The extractive engine quotes and ignores this. */
  outputLanguage: string | null
  signal: AbortSignal
  /** Called in the saving transaction. Rejects when the task was cancelled or claimed by another attempt, so nothing is saved. */
  fence: (tx: AppContext) => Promise<void>
}

/**
 * Creates and saves the summary of a transcript. Every point cites the segments that support it. When the configured language
 * model fails, the error is logged and the extractive engine is used instead. The summary names the engine that created it.
 */
export async function createSummary(ctx: AppContext, task: SummaryTask): Promise<SummaryResult> {
  const { userId, fileId } = task
  const file = await requireFile(ctx, userId, fileId)
  const spokenSegments = toSpokenSegments(task.segments)
  const summary = await summarise(ctx, spokenSegments, {
    userId,
    language: task.language || 'en',
    outputLanguage: task.outputLanguage,
    duration: file.duration_ms,
    notUnderstood: notUnderstoodDuration(task.segments),
    signal: task.signal,
  })
  const labels = summaryLabelsFor(summary.language)
  const summaryId = newId(ctx.clock.now())
  const result = toSummaryResult(summary, { summaryId, labels })
  await ctx.transaction(async (tx) => {
    const { extra_data } = await requireFile(tx, userId, fileId)
    await saveResults(tx, userId, fileId, {
      ai_content: toMarkdown(summary, labels),
      generatedTitle: isDefaultTitle(summary.title) ? null : summary.title,
      has_new_summary: true,
      extra_data: {
        aiContentHeader: {
          ...extra_data.aiContentHeader,
          ...result.header,
          keywords: summary.keyphrases,
          language_code: summary.language,
        },
        task_id_info: { ...extra_data.task_id_info, summary_id: summaryId },
      },
    })
    const stored = { ...result, speakers: await readVoiceNames(tx, { userId, fileId }) }
    await upsertSummary(tx, { user_id: userId, file_id: fileId, summary_id: summaryId, result: stored, made_at: tx.clock.now() })
    await task.fence(tx)
  })
  return result
}

type Options = {
  userId: string
  language: string
  outputLanguage: string | null
  duration: Millis
  notUnderstood: Millis
  signal: AbortSignal
}

async function summarise(ctx: AppContext, spokenSegments: readonly Spoken[], options: Options): Promise<Summary> {
  const llm = await chooseModel(ctx, { userId: options.userId, model: undefined })
  if (llm) {
    try {
      return await summarizeWithLlm(llm, spokenSegments, { ...options, language: options.outputLanguage ?? options.language })
    } catch (error) {
      if (!(error instanceof LlmError) || error.kind === 'aborted') throw error
      ctx.log.warn({ err: error, engine: llm.id }, 'the language model returned no summary; using quotes instead')
    }
  }
  return summarizeExtractively(spokenSegments, options)
}

const toSpokenSegments = (segments: readonly Segment[]): Spoken[] =>
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

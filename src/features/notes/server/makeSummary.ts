import { newId } from '#kit/newId.ts'
import type { Millis } from '#kit/units.ts'
import type { Segment } from '#features/files/contract.ts'
import { requireFile, saveResults } from '#features/files/server.ts'
import { notUnderstoodTime } from '#features/transcription/rules.ts'
import type { Ground } from '#platform/ground.ts'
import { LlmError } from '#platform/llm/llm.ts'
import type { SummaryResult } from '../contract.ts'
import { writeSummary } from './store.ts'
import type { Segment as Spoken, Summary } from './summary/summary.ts'
import { summarizeExtractively } from './summary/summarizeExtractively.ts'
import { summarizeWithLlm } from './summary/summarizeWithLlm.ts'
import { summaryWords } from './summary/summaryWords.ts'
import { toMarkdown } from './summary/toMarkdown.ts'
import { toSummaryResult } from './summary/toSummaryResult.ts'

export type Summarising = {
  userId: string
  fileId: string
  /** All segments. Those that were not understood only count in the coverage. */
  segments: readonly Segment[]
  /** The spoken language. */
  language: string
  /** The language a language model writes in, or null for the spoken one. The extractive engine quotes and ignores this. */
  writeIn: string | null
  signal: AbortSignal
  /** Called in the saving transaction. Rejects when the task was cancelled or claimed by another attempt, so nothing is saved. */
  fence: (step: Ground) => Promise<void>
}

/**
 * Creates and saves the summary of a transcript. Every point cites the segments that support it. When the configured language
 * model fails, the error is logged and the extractive engine is used instead. The summary names the engine that created it.
 */
export async function makeSummary(ground: Ground, task: Summarising): Promise<SummaryResult> {
  const { userId, fileId } = task
  const file = await requireFile(ground, userId, fileId)
  const spoken = spokenOf(task.segments)
  const summary = await summarise(ground, spoken, {
    language: task.language || 'en',
    writeIn: task.writeIn,
    duration: file.duration_ms,
    notUnderstood: notUnderstoodTime(task.segments),
    signal: task.signal,
  })
  const words = summaryWords(summary.language)
  const summaryId = newId(ground.clock.now())
  const result = toSummaryResult(summary, { summaryId, words })
  await ground.inOneStep(async (step) => {
    const { extra_data } = await requireFile(step, userId, fileId)
    await saveResults(step, userId, fileId, {
      ai_content: toMarkdown(summary, words),
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
    await writeSummary(step, { user_id: userId, file_id: fileId, summary_id: summaryId, result, made_at: step.clock.now() })
    await task.fence(step)
  })
  return result
}

type Options = { language: string; writeIn: string | null; duration: Millis; notUnderstood: Millis; signal: AbortSignal }

async function summarise(ground: Ground, spoken: readonly Spoken[], options: Options): Promise<Summary> {
  if (ground.llm) {
    try {
      return await summarizeWithLlm(ground.llm, spoken, { ...options, language: options.writeIn ?? options.language })
    } catch (error) {
      if (!(error instanceof LlmError) || error.kind === 'aborted') throw error
      ground.log.warn({ err: error, engine: ground.llm.id }, 'the language model gave no summary; the extractive one takes over')
    }
  }
  return summarizeExtractively(spoken, options)
}

const spokenOf = (segments: readonly Segment[]): Spoken[] =>
  segments.flatMap((segment, n) =>
    segment.not_understood
      ? []
      : {
          id: segment.id,
          start: segment.start_time,
          end: segment.end_time,
          speaker: segment.speaker,
          text: segment.content,
          afterGap: segments[n - 1]?.not_understood ?? false,
        },
  )

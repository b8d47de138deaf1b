import { newId } from '#shared/newId.ts'
import { hours } from '#shared/units.ts'
import { formatTimestamp } from '../rules.ts'
import type { Segment } from '#features/files/contract.ts'
import { isDefaultTitle, requireFile, saveResults } from '#features/files/server.ts'
import { notUnderstoodDuration } from '#features/transcription/rules.ts'
import { readVoiceNames } from '#features/transcription/server.ts'
import type { AppContext } from '#platform/context.ts'
import { type Llm, LlmError } from '#platform/llm/llm.ts'
import type { SummaryResult } from '../contract.ts'
import { upsertSummary } from './store.ts'
import type { Segment as Spoken, Summary } from './summary/summary.ts'
import { summarizeExtractively } from './summary/extractive/summarizeExtractively.ts'
import { summarizeWithLlm } from './summary/llm/summarizeWithLlm.ts'
import { summaryLabelsFor } from './summary/labels/summaryLabelsFor.ts'
import { fillTokens, type RecordingFacts, type SummaryTemplate } from './summary/template.ts'
import { toSummaryResult } from './summary/toSummaryResult.ts'

export type SummaryTask = {
  userId: string
  fileId: string
  /** All segments. Those that were not understood only count in the coverage. */
  segments: readonly Segment[]
  /** The spoken language. */
  language: string
  /** The language a language model writes in, or null for the spoken one. The extractive engine quotes and ignores this. */
  outputLanguage: string | null
  /** The template, or null for the automatic summary. */
  template: SummaryTemplate | null
  /** The language model, or null for a summary of the words themselves. */
  llm: Llm | null
  signal: AbortSignal
  /** Called in the saving transaction. Rejects when the task was cancelled or claimed by another attempt, so nothing is saved. */
  fence: (tx: AppContext) => Promise<void>
}

/**
 * Creates and saves the summary of a transcript, from the template or automatically. Every point cites the segments it rests on.
 * When the language model fails, the error is logged and the extractive engine is used instead. The summary names the engine that
 * created it. Its chapters become the outline of the recording.
 */
export async function createSummary(ctx: AppContext, task: SummaryTask): Promise<SummaryResult> {
  const { userId, fileId } = task
  const file = await requireFile(ctx, userId, fileId)
  const summary = await summarise(ctx, task, file)
  const summaryId = newId(ctx.clock.now())
  const result = toSummaryResult(summary, { summaryId, labels: summaryLabelsFor(summary.language) })
  await ctx.transaction(async (tx) => {
    const { extra_data } = await requireFile(tx, userId, fileId)
    await saveResults(tx, userId, fileId, {
      ai_content: result.markdown,
      outline_result: summary.chapters.map(({ title, ...times }) => ({ ...times, topic: title })),
      generatedTitle: isDefaultTitle(summary.title) ? null : summary.title,
      has_new_summary: true,
      extra_data: {
        aiContentHeader: {
          ...extra_data.aiContentHeader,
          ...result.header,
          keywords: summary.keyphrases,
          language_code: summary.language,
          used_template: summary.template && { template_id: summary.template.id, template_name: summary.template.name },
        },
        task_id_info: { ...extra_data.task_id_info, summary_id: summaryId, outline_task_id: summaryId },
      },
    })
    const stored = { ...result, speakers: await readVoiceNames(tx, { userId, fileId }) }
    await upsertSummary(tx, { user_id: userId, file_id: fileId, summary_id: summaryId, result: stored, made_at: tx.clock.now() })
    await task.fence(tx)
  })
  return result
}

type SummarizedFile = Awaited<ReturnType<typeof requireFile>>

async function summarise(ctx: AppContext, task: SummaryTask, file: SummarizedFile): Promise<Summary> {
  const spoken = toSpokenSegments(task.segments)
  const language = task.language || 'en'
  const common = { duration: file.duration_ms, notUnderstood: notUnderstoodDuration(task.segments), signal: task.signal }
  const fill = (written: string) => task.template && fillTokens(task.template, readFacts(file, spoken, { language, written }))
  if (task.llm) {
    const written = task.outputLanguage ?? language
    try {
      const options = { ...common, language: written, spokenLanguage: language, template: fill(written) }
      return await summarizeWithLlm(task.llm, spoken, options)
    } catch (error) {
      if (!(error instanceof LlmError) || error.kind === 'aborted') throw error
      ctx.log.warn({ err: error, engine: task.llm.id }, 'the language model returned no summary; using quotes instead')
    }
  }
  return summarizeExtractively(spoken, { ...common, language, template: fill(language) })
}

/** Returns what the tokens of a template stand for, written in a language. */
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

/** Returns the BCP 47 tag of a language, or English for one that is not known. */
function supportedLocale(language: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([language.replaceAll('_', '-')])[0] ?? 'en'
  } catch {
    return 'en'
  }
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

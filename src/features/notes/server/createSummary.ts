import { newId } from '#shared/newId.ts'
import type { Millis } from '#shared/units.ts'
import type { Segment } from '#features/files/contract.ts'
import { chooseModel } from '#features/language-models/server.ts'
import { isDefaultTitle, lockFiles, requireFile, saveResults } from '#features/files/server.ts'
import { notUnderstoodDuration } from '#features/transcription/rules.ts'
import { readVoiceNames } from '#features/transcription/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { LlmError } from '#platform/llm/llm.ts'
import type { SummaryResult } from '../contract.ts'
import { writeText } from './noteText.ts'
import { findNote, findSummary, insertNote, type NoteRecord } from './store.ts'
import { keepTicks } from './todos.ts'
import type { Segment as Spoken, Summary } from './summary/summary.ts'
import { summarizeExtractively } from './summary/extractive/summarizeExtractively.ts'
import { summarizeWithLlm } from './summary/llm/summarizeWithLlm.ts'
import { summaryLabelsFor } from './summary/labels/summaryLabelsFor.ts'
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
  /** The note to write, or null for the summary of the recording. */
  noteId: string | null
  signal: AbortSignal
  /** Called in the saving transaction. Rejects when the task was cancelled or claimed by another attempt, so nothing is saved. */
  fence: (tx: AppContext) => Promise<void>
}

/**
 * Creates the text of a note from a transcript and saves it. Every point cites the segments that support it. When the language model
 * fails, the error is logged and the extractive engine is used instead. The text names the engine that created it.
 */
export async function createSummary(ctx: AppContext, task: SummaryTask): Promise<SummaryResult> {
  const { userId, fileId } = task
  const { summary, result } = await writeSummary(ctx, task)
  await ctx.transaction(async (tx) => {
    await lockFiles(tx, userId, [fileId])
    const note = await findOrAddNote(tx, task)
    const stored = { ...result, speakers: await readVoiceNames(tx, { userId, fileId }) }
    await writeText(tx, note, { result: note.result ? keepTicks(stored, note.result) : stored, origin: 'generated' })
    if (note.note_type === 'auto_sum_note') await saveToRecording(tx, task, summary, result)
    await task.fence(tx)
  })
  return result
}

/** Creates the text of a note without saving it. */
export async function writeSummary(
  ctx: AppContext,
  task: Omit<SummaryTask, 'noteId' | 'fence'>,
): Promise<{ summary: Summary; result: SummaryResult }> {
  const file = await requireFile(ctx, task.userId, task.fileId)
  const spokenSegments = toSpokenSegments(task.segments)
  const summary = await summarise(ctx, spokenSegments, {
    userId: task.userId,
    language: task.language || 'en',
    outputLanguage: task.outputLanguage,
    duration: file.duration_ms,
    notUnderstood: notUnderstoodDuration(task.segments),
    signal: task.signal,
  })
  const labels = summaryLabelsFor(summary.language)
  return { summary, result: toSummaryResult(summary, { summaryId: newId(ctx.clock.now()), labels }) }
}

/** Writes what belongs to a recording: its title, its outline and the header of its summary. */
async function saveToRecording(tx: AppContext, { userId, fileId }: SummaryTask, summary: Summary, result: SummaryResult) {
  const { extra_data } = await requireFile(tx, userId, fileId)
  await saveResults(tx, userId, fileId, {
    generatedTitle: isDefaultTitle(summary.title) ? null : summary.title,
    has_new_summary: true,
    extra_data: {
      aiContentHeader: {
        ...extra_data.aiContentHeader,
        ...result.header,
        keywords: summary.keyphrases,
        language_code: summary.language,
      },
      task_id_info: { ...extra_data.task_id_info, summary_id: result.header.summary_id },
    },
  })
}

/** Returns the note of a task. The summary of a recording is added with its first text. Rejects with NotFound. */
async function findOrAddNote(tx: AppContext, { userId, fileId, noteId }: SummaryTask): Promise<NoteRecord> {
  const found = noteId
    ? await findNote(tx, { user_id: userId, file_id: fileId, note_id: noteId })
    : await findSummary(tx, userId, fileId)
  if (found) return found
  if (noteId) throw new NotFound()
  const now = tx.clock.now()
  const row: NoteRecord = {
    ...{ user_id: userId, file_id: fileId, note_id: newId(now), note_type: 'auto_sum_note', tab_name: '', template: null },
    ...{ model: null, post_id: null, status: 0, msg: '', version_id: null, origin: null, result: null, written_at: null },
    made_at: now,
  }
  await insertNote(tx, row)
  return row
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

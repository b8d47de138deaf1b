import { cutText } from '#shared/cutText.ts'
import { hours } from '#shared/units.ts'
import { type FileRecord, isDefaultTitle, lockFiles, requireFile, type ResultsToSave } from '#features/files/server.ts'
import { voiceNames } from '#features/transcription/rules.ts'
import { readVoiceNames } from '#features/transcription/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import type { SectionKind, SummaryResult } from '../contract.ts'
import { writeText } from './noteText.ts'
import { withCurrentNames } from './speakerNames.ts'
import { findNote, findOrCreateSummary, listNotes, updateNote, type NoteRecord, type StoredResult } from './store.ts'
import { pointsOf, type Summary } from './summary/summary.ts'
import { keepTicks } from './todos.ts'
import { type SummaryInput, writeSummary } from './writeSummary.ts'

export type SummaryTask = SummaryInput & {
  /** The note to write, or null for the summary of the recording. */
  noteId: string | null
  /** The requested template and model; null for automatic ones. */
  requested: { readonly template: { readonly type: string; readonly id: string } | null; readonly model: string | null }
  /** Called in the saving transaction. Rejects when the task was cancelled or claimed by another attempt, so nothing is saved. */
  fence: (tx: AppContext) => Promise<void>
}

/**
 * Creates the text of a note from a transcript and saves it. Tasks that were ticked off in the previous text stay ticked. The
 * chapters of a summary become the outline of its recording.
 */
export async function createSummary(ctx: AppContext, task: SummaryTask): Promise<SummaryResult> {
  const { userId, fileId } = task
  // The text uses the names in the segments that were read. Speakers may be renamed while it is generated.
  const { separation } = await readVoiceNames(ctx, { userId, fileId })
  const speakers = { separation, names: Object.fromEntries(voiceNames(task.segments)) }
  const { summary, result } = await writeSummary(ctx, task)
  await ctx.transaction(async (tx) => {
    await lockFiles(tx, userId, [fileId])
    const note = await findOrAddNote(tx, task)
    const stored = withCurrentNames({ ...result, speakers }, await readVoiceNames(tx, { userId, fileId }))
    // Includes other notes, which list the same tasks.
    const texts = (await listNotes(tx, userId, fileId)).flatMap((other) => other.result ?? [])
    const isSummary = note.note_type === 'auto_sum_note'
    if (task.memo) await updateNote(tx, note, { memo: task.memo })
    await writeText(tx, note, {
      result: texts.reduce(keepTicks, stored),
      origin: 'generated',
      ...(isSummary && { template: summary.template, recording: await toRecordingResults(tx, task, summary, stored) }),
    })
    await task.fence(tx)
  })
  return result
}

/** Returns the data that a summary adds to its recording: the title, the outline and the header. */
async function toRecordingResults(
  tx: AppContext,
  { userId, fileId, requested }: SummaryTask,
  summary: Summary,
  { header, form }: StoredResult,
): Promise<ResultsToSave> {
  const file = await requireFile(tx, userId, fileId)
  const { extra_data } = file
  const { summary_id } = header
  const { template } = summary
  return {
    outline_result: (form?.chapters ?? []).map(({ title, ...times }) => ({ ...times, topic: title })),
    generatedTitle: isDefaultTitle(summary.title) ? null : summary.title,
    has_new_summary: true,
    extra_data: {
      tranConfig: {
        ...extra_data.tranConfig,
        type: requested.template?.id ?? AUTO_TEMPLATE.id,
        type_type: requested.template?.type ?? AUTO_TEMPLATE.type,
        llm: requested.model ?? 'auto',
      },
      aiContentFrom: toContentFrom(summary, file),
      aiContentHeader: {
        ...extra_data.aiContentHeader,
        ...header,
        keywords: summary.keyphrases,
        language_code: summary.language,
        used_template: template && { template_id: template.id, template_name: template.name },
      },
      task_id_info: { ...extra_data.task_id_info, summary_id, outline_task_id: summary_id },
    },
  }
}

/** What clients send when the server should choose the template. */
const AUTO_TEMPLATE = { id: 'AUTO-SELECT', type: 'system' }

const MAX_CONTENT_FROM = 4000

/** Returns the parts of a summary as plain text, by the names that clients expect (B§3 `aiContentFrom`). */
function toContentFrom(summary: Summary, { start_time, timezone }: FileRecord) {
  const linesOf = (...kinds: SectionKind[]) =>
    cutText(
      kinds
        .flatMap((kind) => pointsOf(summary, kind))
        .map(({ text }) => text)
        .join('\n'),
      MAX_CONTENT_FROM,
    )
  return {
    info: summary.headline,
    location: '',
    insert_more: '',
    ai_suggestions: '',
    attendees: cutText(summary.talkTime.map(({ speaker }) => speaker).join(', '), MAX_CONTENT_FROM),
    date_time: new Date(start_time.getTime() + hours(timezone)).toISOString().slice(0, 16).replace('T', ' '),
    notes: linesOf('overview', 'points', 'text'),
    conclusion: linesOf('decisions'),
    arrangements: linesOf('actions'),
  }
}

/** Returns the note of a task. The summary of a recording is created with its first text. Rejects with NotFound. */
async function findOrAddNote(tx: AppContext, { userId, fileId, noteId }: SummaryTask): Promise<NoteRecord> {
  if (!noteId) return findOrCreateSummary(tx, userId, fileId)
  const found = await findNote(tx, { user_id: userId, file_id: fileId, note_id: noteId })
  if (!found) throw new NotFound()
  return found
}

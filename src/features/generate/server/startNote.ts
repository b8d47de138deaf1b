import { lockFiles, readFullFiles, requireFile, type FileRecord } from '#features/files/server.ts'
import type { Note, UsedTemplate } from '#features/notes/contract.ts'
import { addNote, beginRewrite, readNote, stopNote } from '#features/notes/server.ts'
import { hasWords } from '#features/transcription/rules.ts'
import type { AppContext } from '#platform/context.ts'
import { throwIfReadOnly } from '#platform/http/readOnly.ts'
import { type TemplateRefusal, admitTemplate, describeTemplate, returnTryOf } from './chosenTemplate.ts'
import { hasEnded, queueTask } from './queueTask.ts'
import type { SummaryChoice } from './startTask.ts'
import { type TaskRecord, endActiveTask, latestTask } from './store.ts'

type Refused<Name extends string> = { readonly refused: Name }

/** Rolls back the start of a task with a refusal. */
class Refusal extends Error {
  readonly refused: TemplateRefusal
  constructor(refused: TemplateRefusal) {
    super(refused)
    this.refused = refused
  }
}

/**
 * Starts a task that creates the summary of a recording again, from its transcript. It uses no minutes (B§4). Returns the active
 * task when it is one of the same request. Rejects with NotFound.
 */
export async function startSummary(
  ctx: AppContext,
  userId: string,
  fileId: string,
  choice: SummaryChoice & { readonly postId: string | null },
): Promise<TaskRecord | Refused<'noTranscript' | 'busy' | TemplateRefusal>> {
  return orRefusal<TaskRecord | Refused<'noTranscript' | 'busy'>>(ctx, async (tx) => {
    const file = await lockTranscribed(tx, userId, fileId)
    const latest = await latestTask(tx, userId, fileId)
    if (latest && choice.postId !== null && latest.post_id === choice.postId) return latest
    if (latest && !hasEnded(latest)) return latest.summary_only && choice.postId === null ? latest : { refused: 'busy' }
    if (!file) return { refused: 'noTranscript' }
    await throwIfReadOnly(tx.disk)
    const { task } = await queueTask(tx, file, { ...columnsOf(choice), summary_only: true, post_id: choice.postId })
    await admit(tx, task)
    return task
  })
}

export type NewNoteRequest = SummaryChoice & {
  readonly template: NonNullable<SummaryChoice['template']>
  readonly tabName: string
  readonly postId: string | null
}

/** Adds a note and starts the task that writes it. Returns the note of the same request when there is one. Rejects with NotFound. */
export async function startNote(
  ctx: AppContext,
  userId: string,
  fileId: string,
  request: NewNoteRequest,
): Promise<Note | Refused<'noTranscript' | 'tooManyNotes' | TemplateRefusal>> {
  const added = await orRefusal(ctx, async (tx) => {
    const file = await lockTranscribed(tx, userId, fileId)
    if (!file) return { refused: 'noTranscript' as const }
    await throwIfReadOnly(tx.disk)
    const template = await describe(tx, userId, request)
    const { tabName, postId, model } = request
    const result = await addNote(tx, { userId, fileId, template, model, tabName, postId })
    if ('refused' in result) return result
    if (result.isNew) await queueNote(tx, file, result.note.note_id, request)
    return result.note
  })
  return 'refused' in added ? added : readNote(ctx, added)
}

export type NoteRetry = {
  readonly noteId: string
  /** Undefined for what the note was written with. */
  readonly template?: SummaryChoice['template'] | undefined
  readonly model?: string | null | undefined
  readonly language: string | null
  readonly tabName: string
  readonly postId: string | null
}

/** Writes a note again. Its text stays as a version. Rejects with NotFound. */
export async function retryNote(
  ctx: AppContext,
  userId: string,
  fileId: string,
  { noteId, template, model, language, tabName, postId }: NoteRetry,
): Promise<Note | Refused<'noTranscript' | 'busy' | TemplateRefusal>> {
  const key = { user_id: userId, file_id: fileId, note_id: noteId }
  const refusal = await orRefusal(ctx, async (tx) => {
    const file = await lockTranscribed(tx, userId, fileId)
    if (!file) return { refused: 'noTranscript' as const }
    const latest = await latestTask(tx, userId, fileId, noteId)
    if (latest && !hasEnded(latest)) {
      if (postId !== null && latest.post_id === postId) return undefined
      return { refused: 'busy' as const }
    }
    await throwIfReadOnly(tx.disk)
    const described = template ? await describe(tx, userId, { template, language }) : undefined
    const note = await beginRewrite(tx, key, {
      ...(described && { template: described }),
      ...(model !== undefined && { model }),
      tabName,
      postId,
    })
    await queueNote(tx, file, noteId, { template: note.template, model: note.model, language, postId })
    return undefined
  })
  return refusal ?? readNote(ctx, key)
}

/** Stops writing a note. Does nothing when it is not being written. Rejects with NotFound. */
export async function cancelNote(ctx: AppContext, userId: string, fileId: string, noteId: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    await lockFiles(tx, userId, [fileId])
    await requireFile(tx, userId, fileId)
    await endNoteTask(tx, { userId, fileId, noteId })
    await stopNote(tx, { user_id: userId, file_id: fileId, note_id: noteId })
  })
}

/** Ends the task of a note, such as one that was deleted. */
export async function endNoteTask(tx: AppContext, target: { userId: string; fileId: string; noteId: string }): Promise<void> {
  const task = await endActiveTask(tx, target, { stage: 'cancelled', msg: 'cancelled' })
  if (!task) return
  await returnTryOf(tx, task)
  await tx.live.publish({ userId: target.userId, topic: 'cancelled', id: task.task_id })
}

/** Locks a recording and returns it, or undefined when it has no transcript with words. Rejects with NotFound. */
async function lockTranscribed(tx: AppContext, userId: string, fileId: string): Promise<FileRecord | undefined> {
  // Not only for share: the notes of the recording are changed next, and two requests would wait for each other.
  await lockFiles(tx, userId, [fileId])
  const file = await requireFile(tx, userId, fileId)
  const [full] = await readFullFiles(tx, userId, [fileId])
  return full && hasWords(full.trans_result ?? []) ? file : undefined
}

async function queueNote(
  tx: AppContext,
  file: FileRecord,
  noteId: string,
  choice: SummaryChoice & { readonly postId: string | null },
): Promise<void> {
  const columns = { ...columnsOf(choice), summary_only: true, note_id: noteId, post_id: choice.postId }
  const { task } = await queueTask(tx, file, columns)
  await admit(tx, task)
}

async function admit(tx: AppContext, task: TaskRecord): Promise<void> {
  const refusal = await admitTemplate(tx, task)
  if (refusal) throw new Refusal(refusal)
}

/** Returns a template with its name. Throws Refusal when the user may not use it. */
async function describe(
  tx: AppContext,
  userId: string,
  { template, language }: { template: NewNoteRequest['template']; language: string | null },
): Promise<UsedTemplate> {
  const described = await describeTemplate(tx, userId, template, language)
  if ('refused' in described) throw new Refusal(described.refused)
  return described
}

const columnsOf = ({ template, model, language }: SummaryChoice): Partial<TaskRecord> => ({
  template: template && { type: template.type, id: template.id },
  model,
  summary_language: language,
})

/** Runs a transaction and returns the refusal that rolled it back. */
async function orRefusal<T>(ctx: AppContext, run: (tx: AppContext) => Promise<T>): Promise<T | Refused<TemplateRefusal>> {
  try {
    return await ctx.transaction(run)
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.refused }
    throw error
  }
}

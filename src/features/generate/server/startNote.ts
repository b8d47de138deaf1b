import type { Locale } from '#shared/locales.ts'
import { lockFiles, readFullFiles, requireFile, type FileRecord } from '#features/files/server.ts'
import type { Note, NoteType, SpeakerMemo } from '#features/notes/contract.ts'
import { addNote, beginRewrite, type NoteRecord, readMemo, readNote, stopNote } from '#features/notes/server.ts'
import { hasWords } from '#features/transcription/rules.ts'
import type { AppContext } from '#platform/context.ts'
import { throwIfReadOnly } from '#platform/http/readOnly.ts'
import { type OfferedTemplate, type TemplateRefusal, admitTemplate, offerTemplate, returnTryOf } from './chosenTemplate.ts'
import { hasEnded, queueTask } from './queueTask.ts'
import { type SummaryChoice, toColumns } from './startTask.ts'
import { type TaskRecord, endActiveTask, latestTask } from './store.ts'
import { cancelledTopic } from '../contract.ts'

type Refused<Name extends string> = { readonly refused: Name }

/**
 * Starts a task that creates the summary of a recording again, from its transcript. It uses no minutes (B§4). Returns the active
 * task when it is for the same request. Rejects with NotFound.
 */
export async function startSummary(
  ctx: AppContext,
  userId: string,
  fileId: string,
  choice: SummaryChoice & { readonly postId: string | null; readonly memo: SpeakerMemo | null },
): Promise<TaskRecord | Refused<'noTranscript' | 'tooFrequent' | TemplateRefusal>> {
  return ctx.transaction(async (tx) => {
    const file = await lockFile(tx, userId, fileId)
    const latest = await latestTask(tx, userId, fileId)
    if (latest && choice.postId !== null && latest.post_id === choice.postId) return latest
    if (latest && !hasEnded(latest)) return latest.summary_only && choice.postId === null ? latest : { refused: 'tooFrequent' }
    if (!(await isTranscribed(tx, file))) return { refused: 'noTranscript' }
    await throwIfReadOnly(tx.disk)
    const { task } = await queueTask(tx, file, {
      ...toColumns(choice),
      summary_only: true,
      post_id: choice.postId,
      memo: choice.memo ?? latest?.memo ?? (await readMemo(tx, userId, fileId)),
    })
    return (await admitTemplate(tx, task)) ?? task
  })
}

export type NewNoteRequest = SummaryChoice & {
  readonly template: NonNullable<SummaryChoice['template']>
  readonly tabName: string
  /** That of the client, for the name of the template when no language is chosen for the text. */
  readonly nameLanguage: Locale | undefined
  readonly postId: string | null
  readonly memo: SpeakerMemo | null
  readonly ppcStatus: number
}

/** Adds a note and starts the task that writes it. Returns the note of the same request when there is one. Rejects with NotFound. */
export async function startNote(
  ctx: AppContext,
  userId: string,
  fileId: string,
  request: NewNoteRequest,
): Promise<Note | Refused<'noTranscript' | 'tooManyNotes' | TemplateRefusal>> {
  return ctx.transaction(async (tx) => {
    const file = await lockFile(tx, userId, fileId)
    if (!(await isTranscribed(tx, file))) return { refused: 'noTranscript' }
    await throwIfReadOnly(tx.disk)
    const offered = await offerTemplate(tx, userId, request.template, request.language ?? request.nameLanguage ?? null)
    if ('refused' in offered) return offered
    const { tabName, postId, model, memo, ppcStatus } = request
    const result = await addNote(tx, { userId, fileId, template: offered.used, model, tabName, postId, memo, ppcStatus })
    if ('refused' in result) return result
    const refusal = result.isNew ? await queueNote(tx, file, result.note, { ...request, offered }) : undefined
    return refusal ?? readNote(tx, result.note)
  })
}

export type NoteRetry = {
  readonly noteId: string
  /** Undefined for what the note was written with. */
  readonly template?: SummaryChoice['template'] | undefined
  readonly model?: string | null | undefined
  readonly language: string | null
  readonly tabName: string
  readonly nameLanguage: Locale | undefined
  readonly postId: string | null
  readonly memo: SpeakerMemo | null
  readonly ppcStatus: number | undefined
  /** A note of another type is not found. */
  readonly noteType: NoteType | undefined
  /** The post id is not that of the request that wrote the note first. */
  readonly isNewRequest: boolean
}

/** Writes a note again. Its text stays as a version. Rejects with NotFound. */
export async function retryNote(
  ctx: AppContext,
  userId: string,
  fileId: string,
  { noteId, template, model, language, nameLanguage, postId, isNewRequest, ...rest }: NoteRetry,
): Promise<Note | Refused<'noTranscript' | 'tooFrequent' | TemplateRefusal>> {
  const key = { user_id: userId, file_id: fileId, note_id: noteId }
  return ctx.transaction(async (tx) => {
    const file = await lockFile(tx, userId, fileId)
    if (!(await isTranscribed(tx, file))) return { refused: 'noTranscript' }
    const latest = await latestTask(tx, userId, fileId, noteId)
    const isSame = latest !== undefined && postId !== null && latest.post_id === postId
    // A request that is only repeated, which is how clients poll. One with the original post id tries what failed again (B§4).
    if (isSame && (!hasEnded(latest) || latest.stage === 'done' || isNewRequest)) return readNote(tx, key)
    if (latest && !hasEnded(latest)) return { refused: 'tooFrequent' }
    await throwIfReadOnly(tx.disk)
    const offered = template ? await offerTemplate(tx, userId, template, language ?? nameLanguage ?? null) : undefined
    if (offered && 'refused' in offered) return offered
    const note = await beginRewrite(tx, key, {
      ...(offered && { template: offered.used }),
      ...(model !== undefined && { model }),
      postId,
      ...rest,
    })
    const choice = { template: note.template, model: note.model, language, dimensions: null }
    const refusal = await queueNote(tx, file, note, { ...choice, postId, offered })
    // Here, before a worker can have written it.
    return refusal ?? readNote(tx, key)
  })
}

/** Stops writing a note. Does nothing when it is not being written. Rejects with NotFound. */
export async function cancelNote(ctx: AppContext, userId: string, fileId: string, noteId: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    await lockFile(tx, userId, fileId)
    await endNoteTask(tx, { userId, fileId, noteId })
    await stopNote(tx, { user_id: userId, file_id: fileId, note_id: noteId })
  })
}

/** Ends the task of a note, such as one that was deleted. */
export async function endNoteTask(tx: AppContext, target: { userId: string; fileId: string; noteId: string }): Promise<void> {
  const task = await endActiveTask(tx, target, { stage: 'cancelled', msg: 'cancelled' })
  if (!task) return
  await returnTryOf(tx, task)
  await tx.live.publish(cancelledTopic, { userId: target.userId, taskId: task.task_id })
}

/**
 * Locks a recording and returns it. Not only for share: its notes are changed next, and two requests would wait for each other.
 * Rejects with NotFound.
 */
async function lockFile(tx: AppContext, userId: string, fileId: string): Promise<FileRecord> {
  await lockFiles(tx, userId, [fileId])
  return requireFile(tx, userId, fileId)
}

/** Returns whether a recording has a transcript with words. */
async function isTranscribed(tx: AppContext, { user_id, file_id }: FileRecord): Promise<boolean> {
  const [full] = await readFullFiles(tx, user_id, [file_id])
  return hasWords(full?.trans_result ?? [])
}

async function queueNote(
  tx: AppContext,
  file: FileRecord,
  { note_id, memo }: NoteRecord,
  choice: SummaryChoice & { readonly postId: string | null; readonly offered: OfferedTemplate | undefined },
): Promise<Refused<TemplateRefusal> | undefined> {
  const columns = { ...toColumns(choice), summary_only: true, note_id, memo, post_id: choice.postId }
  const { task } = await queueTask(tx, file, columns)
  return choice.offered ? choice.offered.admit(task) : admitTemplate(tx, task)
}

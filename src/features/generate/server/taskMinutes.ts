import { readFiles } from '#features/files/server.ts'
import { failNote } from '#features/notes/server.ts'
import { releaseMinutes, reserveMinutes, settleMinutes } from '#features/membership/server.ts'
import type { AppContext } from '#platform/context.ts'
import { TASK_CODES } from '../contract.ts'
import { type TryingTask, returnTryOf } from './chosenTemplate.ts'
import { readWelcome, setStatus, updateClaimedTask, type TaskChange, type TaskClaim, type TaskRecord } from './store.ts'

/** Holds the minutes that a task will take. Returns false when there are too few. */
export async function reserveForTask(tx: AppContext, task: TaskRecord): Promise<boolean> {
  const { user_id: userId, file_id: fileId, task_id: taskId } = task
  if (!(await usesMinutes(tx, task))) return true
  return await reserveMinutes(tx, { userId, taskId, fileId, seconds: secondsOf(task) })
}

/** Charges a task, in the transaction that saves its transcript. */
export async function settleTask(tx: AppContext, task: TaskRecord): Promise<void> {
  if (!(await usesMinutes(tx, task))) return
  const { user_id: userId, file_id: fileId, task_id: taskId } = task
  const [row] = await readFiles(tx, userId, [fileId])
  const file = row ? { id: fileId, name: row.filename } : null
  await settleMinutes(tx, { userId, taskId, file, seconds: secondsOf(task) })
}

/**
 * Changes a task as its current attempt. With its failure, the minutes it holds and the try of a template
 * are given back: a failed transcription whose
 * minutes came back has a code of its own (B§8: -6). Returns false when the task has ended or was claimed by another attempt.
 */
export async function changeClaimedTask(ctx: AppContext, claim: TaskClaim & TryingTask, change: TaskChange): Promise<boolean> {
  if (change.stage !== 'failed') return await updateClaimedTask(ctx, claim, change)
  return await ctx.transaction(async (tx) => {
    if (!(await updateClaimedTask(tx, claim, change))) return false
    const { user_id, file_id, note_id } = claim
    const failure = { status: change.status ?? TASK_CODES.summaryUnknown, msg: change.msg ?? '' }
    await returnTryOf(tx, claim)
    if (note_id) await failNote(tx, { user_id, file_id, note_id }, failure)
    const isRefunded = (await releaseMinutes(tx, claim.task_id)) > 0
    if (isRefunded && change.status === TASK_CODES.transcriptionFailed)
      await setStatus(tx, claim, TASK_CODES.transcriptionRefunded)
    return true
  })
}

/** All transcriptions are charged except that of the sample recording. */
const usesMinutes = async (ctx: AppContext, { user_id, file_id, summary_only, speakers_only }: TaskRecord): Promise<boolean> =>
  !summary_only && !speakers_only && (await readWelcome(ctx, user_id))?.file_id !== file_id

const secondsOf = ({ duration_ms }: TaskRecord): number => Math.ceil(duration_ms / 1000)
